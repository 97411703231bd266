import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeAccounts, openPlatform, post, type Account } from './accounts.ts'
import { say } from './stage.ts'
import { loadWorld, sets } from './world-load.ts'

/** A workspace with a large warehouse and a signed-in member. */
export type World = { slug: string; platform: string; token: string; rows: number }
type Name = 'stock' | 'search' | 'ledger'

/** Number of items per item with a reorder point, and of those per item below it. */
const watched = 100

/**
 * Opens the three warehouses, each a platform in one database. Reuses existing ones. Loading
 * missing ones takes minutes.
 */
export async function openWorlds(
  ownerUrl: string,
  port: number,
  rows: number,
): Promise<Record<Name, World>> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const account = await accountOf(port)
    const open = (name: Name) => openWorld(client, ownerUrl, { port, account }, name, rows)
    return {
      stock: await open('stock'),
      search: await open('search'),
      ledger: await open('ledger'),
    }
  } finally {
    await client.end()
  }
}

/** Signs in the account of an earlier run, or creates it. */
async function accountOf(port: number): Promise<Account> {
  const credentials = { email: 'bench-0@example.test', password: 'plenty of shelf space' }
  const known = (await post(port, '/api/v1/auth/login', credentials).catch(() => undefined)) as
    | { user: { id: string }; tokens: { accessToken: string }; deviceToken: string }
    | undefined
  if (known)
    return {
      ...credentials,
      id: known.user.id,
      accessToken: known.tokens.accessToken,
      deviceToken: known.deviceToken,
    }
  const [made] = await makeAccounts(port, 1)
  if (!made) throw new Error('There is no account.')
  return made
}

async function openWorld(
  client: pg.Client,
  ownerUrl: string,
  { port, account }: { port: number; account: Account },
  name: Name,
  ledgerRows: number,
): Promise<World> {
  const title = `bench-${name}`
  const { id, slug, token } =
    (await enter(client, port, account, title)) ?? (await openPlatform(port, account, title))
  const size = {
    seed: 1,
    platform: Object.keys(sets).indexOf(name) + 1,
    ...sets[name],
    costs: 'one' as const,
    ...(name === 'ledger' && { ledgerRows }),
  }
  const { rows: sites } = await client.query(
    `select from tenant.warehouses where platform_id = $1 and kind = 'site' limit 1`,
    [id],
  )
  if (sites.length === 0) {
    say(`Loading the warehouse '${name}'`)
    await loadWorld(ownerUrl, id, size, { verified: false, say })
    await watch(client, id)
    await tell(client, id)
    await client.query('vacuum (analyze)')
  }
  const { rows } = await client.query<{ rows: string }>(
    `select coalesce(sum(last_seq), 0)::text as rows from tenant.stock_buckets where platform_id = $1`,
    [id],
  )
  return { slug, platform: id, token, rows: Number(rows[0]?.rows) }
}

/** Signs the owner in to the platform of this name. Returns undefined if it does not exist. */
async function enter(client: pg.Client, port: number, account: Account, name: string) {
  const { rows } = await client.query<{ id: string; slug: string }>(
    `select platform_id as id, slug from tenant.platforms where name = $1`,
    [name],
  )
  const [known] = rows
  if (!known) return undefined
  const { email, password } = account
  const signedIn = await post(port, `/api/v1/tenant/${known.slug}/login`, { email, password })
  return { ...known, token: (signedIn as { tokens: { accessToken: string } }).tokens.accessToken }
}

/** Sets reorder points, with a few below them. Generated items have none. */
async function watch(client: pg.Client, platformId: string) {
  await client.query(
    `with watched as (
       select variant_id, row_number() over (order by sku_key) as n
       from tenant.variants where platform_id = $1
     )
     update tenant.variants v
     set reorder_point = case when n % ($2::int * $2::int) = 0 then 1000000 else 1 end
     from watched w where v.platform_id = $1 and v.variant_id = w.variant_id and n % $2::int = 0`,
    [platformId, watched],
  )
}

/** Inserts what the integrity check requires: the event and audit entry of each movement, and the lines of each receipt. */
async function tell(client: pg.Client, platformId: string) {
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `update tenant.stock_moves set request_id = 'bench-' || move_id where platform_id = $1`,
    [platformId],
  )
  await client.query(
    `insert into tenant.tenant_events (platform_id, type, subject_type, subject_id, subject_version,
       payload, occurred_at, feed_seq)
     select $1, type, subject_type, subject_id, version, '{}', at, row_number() over ()
     from (
       select 'stock.moved', 'stock_move', move_id::text, 1, recorded_at
       from tenant.stock_moves where platform_id = $1
       union all
       select 'receipt.completed', 'receipt', receipt_id::text, version, updated_at
       from tenant.receipts where platform_id = $1
       union all
       select 'adjustment.posted', 'adjustment', adjustment_id::text, version, updated_at
       from tenant.adjustments where platform_id = $1
     ) as told (type, subject_type, subject_id, version, at)`,
    [platformId],
  )
  await client.query(
    `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id, request_id)
     select gen_random_uuid(), recorded_at, 'RECEIPT_CREATED', 'success', 'system', $1, request_id
     from tenant.stock_moves where platform_id = $1`,
    [platformId],
  )
  await client.query(
    `insert into tenant.receipt_lines (platform_id, receipt_id, line_no, variant_id, unit, qty_received,
       location_id, status, lot_id, serial_ids)
     select $1, r.receipt_id, l.line_no, b.variant_id, 'each', l.delta, b.location_id, b.status, b.lot_id,
       array_remove(array[b.serial_id], null)
     from tenant.receipts r
     join tenant.stock_ledger l on l.platform_id = $1 and l.move_id = r.move_id
     join tenant.stock_buckets b on b.platform_id = $1 and b.bucket_id = l.bucket_id
     where r.platform_id = $1`,
    [platformId],
  )
  await client.query(`set session_replication_role = origin`)
}

/** Tables with more than a few rows per warehouse. */
const large = [
  'variants',
  'products',
  'barcodes',
  'locations',
  'stock_levels',
  'stock_buckets',
  'stock_ledger',
  'stock_moves',
  'cost_balances',
  'cost_entries',
  'receipts',
  'adjustments',
]

/** Returns the number of sequential scans per large table. */
export async function scansOf(ownerUrl: string): Promise<Map<string, number>> {
  // PostgreSQL publishes statistics shortly after a connection ends.
  await sleep(2_000)
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string; scans: number }>(
      `select relname as name, seq_scan::int as scans from pg_stat_user_tables
       where schemaname = 'tenant' and relname = any ($1)`,
      [large],
    )
    return new Map(rows.map(({ name, scans }) => [name, scans]))
  })
}

const mostSeconds = 600

/**
 * Waits until the server's startup jobs are done, including the nightly integrity check, which
 * reads whole tables.
 */
export const untilIdle = (ownerUrl: string): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    // A check interrupted in an earlier run would restart during the measurement.
    await client.query(`update pgboss.job set start_after = now() where state = 'retry'`)
    for (let waited = 0; waited < mostSeconds; waited += 1) {
      const { rows } = await client.query(
        `select from pgboss.job where state < 'completed' limit 1`,
      )
      if (rows.length === 0) return
      await sleep(1_000)
    }
    throw new Error(`The server is still at work after ${mostSeconds} s.`)
  })

/** Returns the requests for each warehouse, spread evenly over existing records. */
export async function questionsOf(ownerUrl: string, worlds: Record<Name, World>) {
  return withClient(ownerUrl, async (client) => {
    const list = async (text: string, platform: string) =>
      (await client.query<{ one: string }>(text, [platform])).rows.map(({ one }) => one)
    const one = async (text: string, platform: string) => (await list(text, platform))[0] ?? ''
    const warehouse = `select warehouse_id as one from tenant.warehouses
      where platform_id = $1 and kind = 'site' order by code limit 1`
    const every = (column: string, table: string) =>
      `select ${column} as one from (select ${column}, row_number() over (order by ${column}) as n
         from tenant.${table} where platform_id = $1) numbered
       where n % (select count(*) / 200 from tenant.${table} where platform_id = $1) = 0`
    const { stock, search, ledger } = worlds
    return {
      stock: {
        warehouse: await one(warehouse, stock.platform),
        location: await one(
          `select location_id as one from tenant.stock_buckets where platform_id = $1 limit 1`,
          stock.platform,
        ),
      },
      search: {
        barcodes: await list(every('code', 'barcodes'), search.platform),
        skus: await list(every('sku_key', 'variants'), search.platform),
        words: typed,
      },
      ledger: {
        warehouse: await one(warehouse, ledger.platform),
        variants: await list(every('variant_id', 'variants'), ledger.platform),
        // The middle of the ledger's year.
        at: new Date(Date.now() - 182 * 86_400_000).toISOString(),
      },
    }
  })
}

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Search texts with very many and with few matches. */
const typed = {
  mu: 'which many codes begin with',
  bl: 'which many words begin with',
  classic: 'which one item in sixteen has',
  'mug blue': 'two words that many have',
  'sorrel tall lantern white': 'four words that few have together',
  zebra: 'which none has',
}
