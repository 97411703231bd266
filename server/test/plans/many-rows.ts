import type { TestApp } from '../app.ts'
import { arrange } from '../arrange.ts'

/** Tables that grow with the work of a platform, and what it is about. */
const grown =
  `products variants variant_units barcodes kit_components customers lots serials stock_levels stock_buckets
  stock_moves stock_ledger cost_balances cost_entries receipts receipt_lines adjustments adjustment_lines
  manual_reservations orders order_lines order_line_components order_plans reservations allocations fulfillments
  fulfillment_lines pick_tasks packages package_lines shipments tenant_events member_sessions`.split(
    /\s+/,
  )
/** Tables that hold what a platform has few of. */
const furnished = 'warehouses zones locations channels reasons members warehouse_settings'.split(
  ' ',
)
/** Ids that copies keep: where something is, whose it is and who did it. */
const kept =
  /^(platform_id|warehouse_id|scope_id|channel_id|manifest_id|zone_id|.*_?location_id|member_id|.*_by|.*_to|actor_id)$/
/** Texts that are unique in a platform, or nearly. */
const unique = /\.(number|sku|sku_key|code|code_key|external_id)$|^(packages|shipments)\.tracking$/
/** More than any id a sequence gives in a test. */
const idStep = 10_000_000

/** With the version and the variant that ids have. */
const copyOfId = (id: string) =>
  `overlay(overlay(md5(${id}::text || n) placing '7' from 13) placing '8' from 17)::uuid`

type Column = { table: string; name: string; type: string }

/** The columns of a table that can be written, each with what a copy has there. `n` is the number of the copy. */
function copied(columns: readonly Column[]) {
  const valueOf = ({ table, name, type }: Column) => {
    if (name === 'platform_id') return 'p.id'
    if (type === 'uuid' && !kept.test(name)) return copyOfId(`t.${name}`)
    if (name === 'subject_id')
      return `case when length(t.subject_id) = 36 then ${copyOfId('t.subject_id')}::text
        else (t.subject_id::bigint + n * ${idStep})::text end`
    if (type === 'bigint' && /_(id|no)$/.test(name)) return `t.${name} + n * ${idStep}`
    if (type === 'text' && unique.test(`${table}.${name}`))
      return `t.${name} || case when t.${name} = '' then '' else '-' || n end`
    return `t.${name}`
  }
  return {
    names: columns.map(({ name }) => name).join(', '),
    values: columns.map(valueOf).join(', '),
  }
}

/**
 * Copies the work of a platform so many times within it, each with items, customers, orders and stock of its own in
 * the same warehouses, and once for each of `others` small platforms. Then all is analyzed, as autovacuum does.
 */
export async function multiply(
  app: TestApp,
  platformId: string,
  { times, others }: { times: number; others: number },
): Promise<void> {
  const client = await app.owner.connect()
  try {
    // Copies are as consistent as their source: nothing needs to be checked.
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<Column>(
      `select table_name as table, column_name as name, data_type as type
       from information_schema.columns
       where table_schema = 'tenant' and is_generated = 'NEVER' order by ordinal_position`,
    )
    const byTable = Map.groupBy(rows, ({ table }) => table)
    const copy = (table: string, platforms: string, count: number) => {
      const { names, values } = copied(byTable.get(table) ?? [])
      const text = `insert into tenant.${table} (${names}) overriding system value
        select ${values} from tenant.${table} t cross join generate_series(1, ${count}) n
        cross join (${platforms}) p (id) where t.platform_id = '${platformId}'`
      return client.query(text)
    }
    const elsewhere = `select md5('other' || i)::uuid from generate_series(1, ${others}) i`
    for (const table of grown) {
      await copy(table, elsewhere, 1)
      await copy(table, `values ('${platformId}'::uuid)`, times)
    }
    for (const table of furnished) {
      const names = (byTable.get(table) ?? []).map(({ name }) => name)
      const values = names.map((name) => (name === 'platform_id' ? 'p.id' : `t.${name}`))
      await client.query(
        `insert into tenant.${table} (${names.join(', ')}) select ${values.join(', ')}
         from tenant.${table} t cross join (${elsewhere}) p (id) where t.platform_id = '${platformId}'`,
      )
    }
    await client.query('analyze')
  } finally {
    client.release(true)
  }
}

/** Counts the rows of each tenant table, as the last analysis found them. */
export async function countRows(app: TestApp): Promise<ReadonlyMap<string, number>> {
  const rows = await arrange(
    app,
    `select relname as name, reltuples::int as rows from pg_class
     where relnamespace = 'tenant'::regnamespace and relkind = 'r'`,
  )
  return new Map(rows.map(({ name, rows: count }) => [String(name), Number(count)]))
}
