import { arrange } from './arrange.ts'
import type { TestApp } from './app.ts'

type Sums = Map<string, Record<string, bigint>>

/**
 * Builds the buckets, the levels and the values of a platform again from nothing but their ledgers, row by
 * row in the order they were written, and names every number that the tables hold otherwise.
 */
export async function replay(app: TestApp, platformId: string): Promise<string[]> {
  const read = (statement: string) => arrange(app, statement, [platformId])
  const [entries, costs] = [
    await read(`select l.bucket_id, b.warehouse_id, b.variant_id, b.status, l.seq, l.delta, l.qty_after
      from tenant.stock_ledger l join tenant.stock_buckets b using (platform_id, bucket_id)
      where l.platform_id = $1 order by l.recorded_at, l.move_id, l.bucket_id, l.seq`),
    await read(`select scope_id, variant_id, seq, qty_delta, value_delta from tenant.cost_entries
      where platform_id = $1 order by recorded_at, move_id, scope_id, variant_id, seq`),
  ]
  const buckets: Sums = new Map()
  const levels: Sums = new Map()
  const values: Sums = new Map()
  const faults: string[] = []
  for (const row of entries) {
    const delta = BigInt(String(row['delta']))
    const bucket = add(buckets, String(row['bucket_id']), { on_hand: delta, last_seq: 1n })
    if (bucket['on_hand'] !== BigInt(String(row['qty_after'])))
      faults.push(`bucket ${row['bucket_id']} after ${row['seq']}: ${bucket['on_hand']}`)
    add(levels, `${row['warehouse_id']} ${row['variant_id']}`, {
      on_hand: delta,
      unavailable: row['status'] === 'available' ? 0n : delta,
    })
  }
  for (const row of costs)
    add(values, `${row['scope_id']} ${row['variant_id']}`, {
      qty: BigInt(String(row['qty_delta'])),
      value_micros: BigInt(String(row['value_delta'])),
      last_seq: 1n,
    })
  return [
    ...faults,
    ...compare(buckets, 'bucket_id', await read(tableOf('stock_buckets'))),
    ...compare(levels, 'warehouse_id variant_id', await read(tableOf('stock_levels'))),
    ...compare(values, 'scope_id variant_id', await read(tableOf('cost_balances'))),
  ]
}

const tableOf = (table: string) => `select * from tenant.${table} where platform_id = $1`

function add(sums: Sums, key: string, changes: Record<string, bigint>): Record<string, bigint> {
  const sum = sums.get(key) ?? {}
  for (const [name, change] of Object.entries(changes)) sum[name] = (sum[name] ?? 0n) + change
  sums.set(key, sum)
  return sum
}

/** A row that nothing was ever written about holds zero of everything. */
function compare(sums: Sums, key: string, rows: Record<string, unknown>[]): string[] {
  const columns = [...new Set([...sums.values()].flatMap(Object.keys))]
  const seen = new Set<string>()
  const differing = rows.flatMap((row) => {
    const name = key
      .split(' ')
      .map((column) => String(row[column]))
      .join(' ')
    seen.add(name)
    return columns
      .filter((column) => String(row[column]) !== String(sums.get(name)?.[column] ?? 0n))
      .map((column) => `${key} ${name}: ${column} is ${String(row[column])}`)
  })
  return [...differing, ...[...sums.keys()].filter((name) => !seen.has(name))]
}
