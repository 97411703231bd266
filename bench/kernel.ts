import { drawer, withClient } from './goods.ts'
import type { Site } from './posting.ts'
import { rawSql } from './processes.ts'
import { atLeast, type Section } from './report.ts'
import { alternate, median, rate } from './rounds.ts'

const connections = 32
const rounds = 3
/** Parameter sets, drawn once for both sides. */
const draws = 2_000
const leastShare = 0.5

/** Writes the rows of a receipt of one line as they are given: no lock order, no check, no choice. */
const rowsOfPost = `
  with bucket as (
    update tenant.stock_buckets
    set on_hand = on_hand + 1, last_seq = last_seq + 1, last_at = greatest(last_at, clock_timestamp())
    where platform_id = $1 and bucket_id = $4
    returning bucket_id, on_hand, last_seq, last_at
  ), move as (
    insert into tenant.stock_moves (platform_id, kind, warehouse_id, source_type, source_id,
      effective_at, recorded_at, actor_type, actor_id)
    select $1, 'receive', $2, 'receipt', gen_random_uuid(), last_at, last_at, 'member',
      gen_random_uuid()
    from bucket
    returning move_id
  ), ledger as (
    insert into tenant.stock_ledger (platform_id, bucket_id, seq, move_id, line_no, party, delta,
      qty_before, qty_after, recorded_at, effective_at)
    select $1, bucket_id, last_seq, move_id, 1, 'supplier', 1, on_hand - 1, on_hand, last_at, last_at
    from bucket, move
  ), level as (
    update tenant.stock_levels
    set on_hand = on_hand + 1, version = version + 1, changed_at = clock_timestamp()
    where platform_id = $1 and warehouse_id = $2 and variant_id = $3
  ), balance as (
    update tenant.cost_balances
    set qty = qty + 1, value_micros = value_micros + 1000000, last_seq = last_seq + 1,
      last_at = clock_timestamp()
    where platform_id = $1 and scope_id = $2 and variant_id = $3
    returning qty, value_micros, last_seq, last_at
  ), entry as (
    insert into tenant.cost_entries (platform_id, scope_id, variant_id, seq, move_id, line_no, kind,
      qty_delta, qty_before, qty_after, value_delta, value_before, value_after, recorded_at,
      effective_at)
    select $1, $2, $3, last_seq, move_id, 1, 'receive', 1, qty - 1, qty, 1000000,
      value_micros - 1000000, value_micros, last_at, last_at
    from balance, move
  )
  insert into tenant.tenant_events (platform_id, type, subject_type, subject_id, subject_version,
    payload)
  select $1, 'stock.moved', 'stock_move', move_id::text, 1,
    jsonb_build_object('kind', 'receive', 'sides', jsonb_build_array(jsonb_build_object('lineNo', 1,
      'bucketId', bucket_id::text, 'seq', last_seq, 'qtyAfter', on_hand::text)))
  from bucket, move`

/** Writes the rows of a promise of three lines as they are given. The variants are in key order. */
const rowsOfPromise = `
  with claim as (
    insert into tenant.reservations (platform_id, source_type, source_id, warehouse_id, variant_id,
      promised)
    select $1, 'manual', gen_random_uuid(), $2, v.id, 1 from unnest($3::uuid[]) as v(id)
  )
  update tenant.stock_levels s
  set reserved = s.reserved + 1, version = s.version + 1, changed_at = clock_timestamp()
  from unnest($3::uuid[]) as v(id)
  where s.platform_id = $1 and s.warehouse_id = $2 and s.variant_id = v.id`

type Urls = { DATABASE_URL: string; DATABASE_OWNER_URL: string }
type Side = { statement: string; parameters: unknown[][] }

/** Compares the two functions every order and posting calls with the bare writing of their rows. */
export async function compareKernel(
  urls: Urls,
  site: Site,
  items: readonly string[],
  roundMs: number,
): Promise<Section> {
  const sides = await sidesOf(urls, site, items)
  const measure =
    (url: string, { statement, parameters }: Side) =>
    () =>
      rawSql({ url, connections, seconds: roundMs / 1000, statement, parameters })
  const figures: Section['figures'] = []
  for (const [what, { ours, theirs }] of Object.entries(sides)) {
    const pairs = await alternate(
      rounds,
      measure(urls.DATABASE_URL, ours),
      measure(urls.DATABASE_OWNER_URL, theirs),
    )
    const share = median(pairs.map(([a, b]) => a / b))
    figures.push(
      { what: `stock.${what}`, measured: rate(median(pairs.map(([a]) => a))) },
      {
        what: 'One statement that writes the same rows',
        measured: rate(median(pairs.map(([, b]) => b))),
      },
      {
        what: `stock.${what}, share of one statement that writes the same rows`,
        measured: share.toFixed(2),
        limit: atLeast(share, leastShare),
      },
    )
  }
  return { title: `The functions alone, ${connections} connections, over 10,000 items`, figures }
}

async function sidesOf(urls: Urls, { platform, warehouse, bin }: Site, items: readonly string[]) {
  const draw = drawer(items)
  const singles = Array.from({ length: draws }, () => draw(1)[0] ?? '')
  const threes = Array.from({ length: draws }, () => draw(3).toSorted())
  const { rows } = await withClient(urls.DATABASE_OWNER_URL, (client) =>
    client.query<{ variant: string; bucket: string }>(
      `select variant_id as variant, bucket_id as bucket from tenant.stock_buckets
       where platform_id = $1 and location_id = $2`,
      [platform, bin],
    ),
  )
  const bucketOf = new Map(rows.map(({ variant, bucket }) => [variant, bucket]))
  const move = {
    kind: 'receive',
    warehouseId: warehouse,
    sourceType: 'receipt',
    sourceId: '{fresh}',
    actorType: 'member',
    actorId: '{fresh}',
  }
  const line = {
    lineNo: 1,
    qty: '1',
    party: 'supplier',
    unitCostMicros: '1000000',
    toLocation: bin,
  }
  const claim = { sourceType: 'manual', sourceId: '{fresh}', warehouseId: warehouse, qty: '1' }
  return {
    'post, one line': {
      ours: {
        statement: 'select stock.post($1, $2::jsonb, $3::jsonb)',
        parameters: singles.map((variantId) => [
          platform,
          JSON.stringify(move),
          JSON.stringify([{ ...line, variantId }]),
        ]),
      },
      theirs: {
        statement: rowsOfPost,
        parameters: singles.map((id) => [platform, warehouse, id, bucketOf.get(id)]),
      },
    },
    'promise, three lines': {
      ours: {
        statement: `select stock.promise($1, $2::jsonb, 'strict')`,
        parameters: threes.map((ids) => [
          platform,
          JSON.stringify(ids.map((variantId, i) => ({ ...claim, lineNo: i + 1, variantId }))),
        ]),
      },
      theirs: {
        statement: rowsOfPromise,
        parameters: threes.map((ids) => [platform, warehouse, ids]),
      },
    },
  }
}
