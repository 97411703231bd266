import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../test/cluster.ts'
import { codeOfConstraint } from './constraints.ts'

/* What is left out is what nobody runs into: rows that a command has found or made just before (_fkey),
   words and bounds that the contract states as well (_check), and ids that the server makes (_pkey,
   unless it has a code). */
const unreachable = /_(fkey|check|pkey)$/

/** Kept by the functions of the stock and by commands themselves; breaking one is a bug. */
const ours = new Set([
  'adjustment_lines_set_is_compared',
  'adjustments_number_key',
  'api_keys_prefix_key',
  'categories_not_its_own_parent',
  'chain',
  'chain_target',
  'claim_sane',
  'containers_code_key',
  'cost_balance_sane',
  'cost_chain',
  'cost_chain_target',
  'cost_entries_begin_at_zero',
  'cost_entry_adds_up',
  'cost_entry_sane',
  'cost_layer_sane',
  'events_feed',
  'fulfillments_number_key',
  'invitations_token_key',
  'kit_components_not_itself',
  'locations_of_warehouse_key',
  'lots_code_key',
  'lots_of_variant_key',
  'manifests_number_key',
  'members_owner_is_linked',
  'one_bucket',
  'one_claim',
  'only_available_is_allocated',
  'order_lines_id_key',
  'orders_number_key',
  'package_lines_content_key',
  'packages_by_former_number',
  'packages_number_key',
  'packages_of_fulfillment_key',
  'pick_batch_lines_once',
  'pick_batches_number_key',
  'pick_tasks_task_key',
  'posted_once',
  'receipts_number_key',
  'return_lines_id_key',
  'returns_number_key',
  'serials_code_key',
  'serials_of_variant_key',
  'shipments_number_key',
  'shipments_shipped_once',
  'stock_ledger_begins_at_zero',
  'stock_ledger_not_from_the_future',
  'stock_levels_tracking_key',
  'stock_moves_not_from_the_future',
  'stock_moves_not_its_own_reverse',
  'tenant_events_event_id_key',
  'tracking_rule',
  'variants_counted_key',
  'wave_orders_once',
  'waves_number_key',
  'webhook_deliveries_order',
  'zones_of_warehouse_key',
])

test('every constraint that users can violate has a code', async () => {
  const database = await createDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>(`
    select conname as name from pg_constraint
    where connamespace = 'tenant'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x')
    union
    select relname from pg_index join pg_class on oid = indexrelid
    where relnamespace = 'tenant'::regnamespace and indisunique`)
  await owner.end()
  await database.drop()
  const names = rows.map(({ name }) => name)
  const silent = names.filter((constraint) => !codeOfConstraint({ constraint }))
  const missing = silent.filter((name) => !unreachable.test(name) && !ours.has(name))
  expect(missing.toSorted()).toEqual([])
  expect([...ours].filter((name) => !silent.includes(name))).toEqual([])
})
