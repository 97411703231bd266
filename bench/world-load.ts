import { createHash } from 'node:crypto'
import pg from 'pg'
import { bulkRows, bulkTables, type BulkRow, type BulkSize, type BulkTable } from './bulk.ts'
import { copyInto } from './world-copy.ts'

type Loaded = Record<BulkTable, { rows: number; ms: number; sha256: string }>

/** Data sets by name. Targets for search and ledger refer to the last three. */
export const sets = {
  M: { warehouses: 3, locations: 12_000, variants: 5_300, buckets: 40_000, ledgerRows: 3_500_000 },
  L: { warehouses: 5, locations: 80_000, variants: 50_000, buckets: 300_000, ledgerRows: 14e6 },
  stock: { warehouses: 4, locations: 40_000, variants: 100_000, buckets: 1e6, ledgerRows: 2e6 },
  search: { warehouses: 4, locations: 40_000, variants: 1e6, buckets: 0, ledgerRows: 0 },
  ledger: { warehouses: 4, locations: 40_000, variants: 50_000, buckets: 400_000, ledgerRows: 1e7 },
} as const satisfies Record<string, Omit<BulkSize, 'seed' | 'platform' | 'costs'>>

/**
 * Fills an empty platform with a warehouse directly in the database: the rows its commands would
 * write, except events and document lines. `ownerUrl` must be a superuser. Optionally runs the
 * integrity check and throws if it fails.
 */
export async function loadWorld(
  ownerUrl: string,
  platformId: string,
  size: BulkSize,
  { today = new Date(), verified = true, say = (_line: string) => {} } = {},
): Promise<Loaded> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // Skips foreign key checks of a million consistent rows. The integrity check reads them all.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '512MB'; set statement_timeout = 0`)
    await prepare(client, platformId, today)
    const place = {
      platformId,
      firstBucket: await reserve(client, 'stock_buckets', 'bucket_id', size.buckets),
      firstMove: 0n,
      today,
    }
    const { moves } = bulkRows(size, place)
    place.firstMove = await reserve(client, 'stock_moves', 'move_id', moves)
    const { tables } = bulkRows(size, place)
    const loaded: Partial<Loaded> = {}
    for (const table of Object.keys(bulkTables) as BulkTable[]) {
      const started = performance.now()
      const { rows, sha256 } = await fill(client, platformId, table, tables[table]())
      loaded[table] = { rows, sha256, ms: Math.round(performance.now() - started) }
      say(`${table.padEnd(14)} ${String(rows).padStart(9)} rows  ${loaded[table].ms} ms`)
    }
    await client.query('analyze')
    if (verified) await verify(client, platformId, say)
    return loaded as Loaded
  } finally {
    await client.end()
  }
}

async function prepare(client: pg.Client, platformId: string, at: Date) {
  const { rows } = await client.query(
    `select from tenant.warehouses where platform_id = $1 and kind = 'site' limit 1`,
    [platformId],
  )
  if (rows.length > 0) throw new Error('This platform has a warehouse already.')
  await client.query(
    `insert into tenant.warehouse_settings (platform_id, demo, created_at, updated_at)
     values ($1, 'large', $2, $2) on conflict (platform_id) do update set demo = 'large'`,
    [platformId, at],
  )
  await client.query(
    `insert into tenant.reasons (platform_id, code, name, applies, requires_note, created_at, updated_at)
     values ($1, 'other', 'Other', '{adjust_up,adjust_down}', true, $2, $2) on conflict do nothing`,
    [platformId, at],
  )
}

/** Reserves `count` numbers and returns the first. */
async function reserve(client: pg.Client, table: string, column: string, count: number) {
  const { rows } = await client.query<{ first: string }>(
    `with s as (select pg_get_serial_sequence('tenant.${table}', '${column}') as name),
       n as (select nextval(name) as first from s)
     select first::text, setval((select name from s), first + $1) from n`,
    [count],
  )
  return BigInt(rows[0]?.first ?? 0)
}

async function fill(
  client: pg.Client,
  platformId: string,
  table: BulkTable,
  rows: Iterable<BulkRow>,
) {
  const hash = createHash('sha256')
  const columns = `platform_id, ${bulkTables[table]}`
  // The database computes the search words of a variant.
  const target = table === 'variants' ? 'staged' : `tenant.${table}`
  if (table === 'variants')
    await client.query(`create temp table staged as select ${columns} from tenant.variants limit 0`)
  const count = await copyInto(client, `${target} (${columns})`, withPlatform())
  if (table === 'variants') {
    await client.query(
      `insert into tenant.variants (${columns}, search)
       select ${columns.replace(/\w+/g, 'v.$&')},
         array_to_tsvector(array[v.sku_key]) || to_tsvector('simple', concat_ws(' ', v.sku, p.name,
           v.name, p.brand, (select string_agg(o.value, ' ') from jsonb_each_text(v.options) o),
           b.code))
       from staged v
       join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
       left join tenant.barcodes b on b.platform_id = v.platform_id and b.variant_id = v.variant_id`,
    )
    await client.query('drop table staged')
  }
  return { rows: count, sha256: hash.digest('hex') }

  function* withPlatform() {
    for (const row of rows) {
      hash.update(
        JSON.stringify(row, (_, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        ),
      )
      yield [platformId, ...row]
    }
  }
}

async function verify(client: pg.Client, platformId: string, say: (line: string) => void) {
  const started = performance.now()
  const { rows } = await client.query(`select * from stock.verify($1) limit 5`, [platformId])
  if (rows.length > 0) throw new Error(`The books do not agree: ${JSON.stringify(rows)}`)
  say(`The books agree, checked in ${Math.round(performance.now() - started)} ms`)
}
