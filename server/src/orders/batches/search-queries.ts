import { sql } from 'kysely'
import { inSight, type SearchSource } from '../../workspace/search/source-queries.ts'

/** Batches by their number, or by the id in the address of their page. */
export const batchSource: SearchSource = {
  actions: [['open', 'wave.read']],
  page: 'picking/batches',
  inSearch: 'itself',

  exact: ({ platformId, scope, number, uuid }) => sql`
    select 1, d.batch_id, d.number, ''::text, null::uuid, null::text, null::text, d.warehouse_id, w.code
    from (
      select platform_id, batch_id, number, warehouse_id from tenant.pick_batches
      where platform_id = ${platformId} and number = ${number}
      union all
      select platform_id, batch_id, number, warehouse_id from tenant.pick_batches
      where platform_id = ${platformId} and batch_id = ${uuid}::uuid
    ) d
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = d.warehouse_id
    where ${inSight(scope, 'd.warehouse_id')}`,

  prefixed: ({ platformId, scope, number, numberEnd }) => sql`
    select d.batch_id, d.number, null::uuid, d.warehouse_id, ''::text
    from tenant.pick_batches d
    where d.platform_id = ${platformId} and d.number >= ${number} and d.number < ${numberEnd}
      and ${inSight(scope, 'd.warehouse_id')}
    order by d.number limit 5`,
}

/** Totes while they hold an order: they stand for its fulfillment. */
export const toteSource: SearchSource = {
  actions: [['open', 'order.read']],

  exact: ({ platformId, scope, key }) => sql`
    select 1, l.fulfillment_id, l.tote, f.number, null::uuid, null::text, null::text, f.warehouse_id,
      w.code
    from tenant.pick_batch_lines l
    join tenant.fulfillments f
      on f.platform_id = l.platform_id and f.fulfillment_id = l.fulfillment_id
    join tenant.warehouses w on w.platform_id = f.platform_id and w.warehouse_id = f.warehouse_id
    where l.platform_id = ${platformId} and l.held_tote = ${key}
      and ${inSight(scope, 'f.warehouse_id')}`,
}
