import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, receiveInto } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import { listMovements, listSitePeriods } from '../reports/queries.ts'
import { listAsOf, type AsOfFilter } from './as-of-queries.ts'

const { receiving, adjustments, locations, variants, products, stockViews } = api.warehouse
const { search } = api.workspace
const app = await setupApp()
const site = await newWarehouse(app)
const { platform, warehouse } = site
// 12 000 items, one of a thousand of them gone; 23 976 buckets of one movement each, told by 4 000
// receipts and 2 000 adjustments.
const ids = [platform.id, warehouse.id]
const somewhere = `insert into tenant.locations (platform_id, location_id, warehouse_id, code, code_key)
    select $1, gen_random_uuid(), $2, 'P-' || n, 'p-' || n from generate_series(1, 5000) n`
await arrange(app, somewhere, ids)
for (const statement of [
  `with p as (
       insert into tenant.products (platform_id, product_id, name, name_key, created_at, updated_at)
       select $1, gen_random_uuid(), 'Mug ' || n, 'mug ' || n, now(), now() from generate_series(1, 12000) n
       returning product_id, name
     ), v as (
       insert into tenant.variants (platform_id, variant_id, product_id, sku, sku_key, reorder_point, search)
       select $1, gen_random_uuid(), product_id, 'S-' || substr(name, 5), 's-' || substr(name, 5),
         case when name like '%00' then 2 end, to_tsvector('simple', name || ' S-' || substr(name, 5))
       from p returning variant_id, sku
     ), b as (
       insert into tenant.barcodes (platform_id, code, variant_id) select $1, 'B' || sku, variant_id from v
     )
     insert into tenant.stock_levels (platform_id, warehouse_id, variant_id, qty_scale, tracking, on_hand)
     select $1, $2, variant_id, 0, 'none', case when sku like '%000' then 0 else 2 end from v`,
  `with places as (
       select location_id, row_number() over () as n from tenant.locations
       where platform_id = $1 and code like 'P-%'
     ), goods as (
       select variant_id, row_number() over () as n from tenant.stock_levels
       where platform_id = $1 and on_hand > 0
     )
     insert into tenant.stock_buckets (platform_id, warehouse_id, variant_id, location_id, tracking,
       on_hand, last_seq, last_at)
     select $1, $2, g.variant_id, p.location_id, 'none', 1, 1, '2026-01-02'
     from goods g cross join generate_series(0, 1) nth
     join places p on p.n = 1 + (g.n * 2 + nth) % 5000`,
  `with m as (
       insert into tenant.stock_moves (platform_id, kind, warehouse_id, source_type, source_id,
         reason_code, actor_type, effective_at, recorded_at)
       select $1, kind, $2, source, gen_random_uuid(), reason, 'system', at, at
       from generate_series(1, 6000) n cross join lateral (
         select '2026-01-01'::timestamptz + n * interval '1 second' as at) t
       join (values ('receive', 'receipt', null, false), ('adjust', 'adjustment', 'damaged', true))
         as of_kind(kind, source, reason, is_third) on is_third = (n % 3 = 0)
       returning move_id, kind, source_id, recorded_at
     ), r as (
       insert into tenant.receipts (platform_id, receipt_id, number, warehouse_id, state, move_id,
         created_at, updated_at)
       select $1, source_id, 'RC-' || move_id, $2, 'completed', move_id, recorded_at, recorded_at
       from m where kind = 'receive'
     ), a as (
       insert into tenant.adjustments (platform_id, adjustment_id, number, warehouse_id, state,
         reason_code, move_id, created_at, updated_at)
       select $1, source_id, 'AD-' || move_id, $2, 'posted', 'damaged', move_id, recorded_at,
         recorded_at
       from m where kind = 'adjust'
     ), numbered as (
       select move_id, recorded_at, row_number() over () as n from m
     ), b as (
       select bucket_id, row_number() over () as n from tenant.stock_buckets where platform_id = $1
     )
     insert into tenant.stock_ledger (platform_id, bucket_id, seq, move_id, line_no, party, delta,
       qty_before, qty_after, recorded_at, effective_at)
     select $1, b.bucket_id, 1, m.move_id, 1, 'supplier', 1, 0, 1, m.recorded_at, m.recorded_at
     from b join numbered m on m.n = 1 + b.n % 6000`,
]) {
  const used = ids.slice(
    0,
    Math.max(...[...statement.matchAll(/\$(\d)/g)].map(([, n]) => Number(n))),
  )
  await arrange(app, statement, used)
  // The next statement would read what is new the slow way.
  await arrange(app, 'analyze tenant.locations, tenant.stock_levels, tenant.stock_buckets')
}
await arrange(app, 'vacuum (analyze)')

/** How often each of the large tables was read through, and how often an index was asked. */
async function scans() {
  const [row] = await arrange(
    app,
    `select jsonb_object_agg(relname, seq_scan) as through, sum(idx_scan)::int as indexed,
       sum(idx_tup_fetch)::int as fetched
     from pg_stat_user_tables where schemaname = 'tenant' and relname in ('variants', 'products',
       'barcodes', 'locations', 'stock_levels', 'stock_buckets', 'stock_ledger', 'stock_moves', 'receipts',
       'adjustments')`,
  )
  return row as { through: Record<string, number>; indexed: number; fetched: number }
}

type List = [name: string, route: Route, query: Record<string, string>, found: number]
const orders = (
  [
    ['levels', stockViews.levels],
    ['buckets', stockViews.buckets],
    ['movements', stockViews.ledger],
    ['items', variants.list],
    ['products', products.list],
    ['receipts', receiving.receipts],
    ['adjustments', adjustments.list],
    ['locations', locations.list],
  ] as const
).flatMap(([name, route]) =>
  route.query.shape.sort
    .unwrap()
    .options.map((sort): List => [`${name} by ${sort}`, route, { sort }, 50]),
)
/** Locations are sorted by their last change without an index. */
const indexedOrders = orders.filter(([name]) => !/^locations by -?updatedAt$/.test(name))
const lists: List[] = [
  ['levels', stockViews.levels, {}, 50],
  ['levels that are out', stockViews.levels, { state: 'out' }, 12],
  ['levels that are low', stockViews.levels, { state: 'low' }, 12],
  ['levels by words', stockViews.levels, { q: 'mug s-77' }, 50],
  ['buckets', stockViews.buckets, {}, 50],
  ['buckets with and without goods', stockViews.buckets, { empty: 'with' }, 50],
  ['buckets of a lot', stockViews.buckets, { lot: 'L1' }, 0],
  ['buckets by words', stockViews.buckets, { q: 's-7777' }, 2],
  ['movements', stockViews.ledger, {}, 50],
  ['movements of few items', stockViews.ledger, { q: 's-7777' }, 2],
  ['movements of many items', stockViews.ledger, { q: 'mug' }, 50],
  ['movements of a kind', stockViews.ledger, { kind: 'receive' }, 50],
  ['movements of a kind that never was', stockViews.ledger, { kind: 'scrap' }, 0],
  ['movements of receipts', stockViews.ledger, { source: 'receipt' }, 50],
  ['movements of a document that is not there', stockViews.ledger, { source: 'AD-0' }, 0],
  ['receipts', receiving.receipts, {}, 50],
  ['receipts that are open', receiving.receipts, { state: 'open' }, 0],
  ['receipts by a part of their number', receiving.receipts, { q: 'rc-' }, 50],
  ['adjustments', adjustments.list, {}, 50],
  ['adjustments that wait', adjustments.list, { state: 'pending_approval' }, 0],
  [
    'what there was of each item',
    stockViews.asOf,
    { at: '2026-02-01T00:00:00Z', by: 'variant' },
    50,
  ],
  [
    'what lay where',
    stockViews.asOf,
    { at: '2026-01-01T00:00:00Z', by: 'bucket', known: 'then' },
    0,
  ],
  ['items', variants.list, {}, 50],
  ['items that are low', variants.list, { stock: 'low' }, 12],
  ['items that are out', variants.list, { stock: 'out' }, 12],
  ['items without a barcode', variants.list, { stock: 'no_barcode' }, 0],
  ...orders,
  ['items of words by name', variants.list, { q: 'mug', sort: 'name' }, 50],
  ['buckets that are few by name', stockViews.buckets, { q: 's-7777', sort: 'name' }, 2],
  ['levels that are out by name', stockViews.levels, { state: 'out', sort: '-name' }, 12],
  ['a code', search.find, { q: 'BS-7777' }, 1],
  ['a beginning', search.find, { q: 's-77' }, 20],
  ['the beginning of a document', search.find, { q: 'rc-' }, 5],
]

test('a page in any order is read without the rows it does not show', async () => {
  const before = await scans()
  for (let round = 0; round < 2; round++) {
    for (const [, route, { sort = '' }] of indexedOrders) {
      const page = async (more: object) => {
        const query = { sort, count: 'none', limit: '25', ...more }
        return (await app.call(route, { ...as(site), query } as never)).body as { next: string }
      }
      const { next: cursor } = await page({})
      await page({ cursor })
    }
    await sleep(1_100)
  }
  const fetched = (await scans()).fetched - before.fetched
  expect(fetched).toBeGreaterThan(indexedOrders.length * 50)
  // Whatever is sorted to find a page has been read before: 12 000 items, or half as many documents.
  expect(fetched).toBeLessThan(indexedOrders.length * 600)
})

test('no list reads a large table through, for everybody or for a member of one warehouse', async () => {
  const member = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
  await arrange(
    app,
    `insert into tenant.member_warehouse_scope (platform_id, member_id, warehouse_id)
     values ($1, $2, $3)`,
    [site.platform.id, member.id, site.warehouse.id],
  )
  const before = await scans()
  // The server's connections publish what they counted about once a second.
  for (let round = 0; round < 3; round++) {
    for (const { token } of [site, member])
      for (const [name, route, query, found] of lists) {
        const { status, body } = await app.call(route, { ...as(site), token, query } as never)
        const { items } = body as { items: unknown[] }
        expect([name, status, items.length]).toEqual([name, 200, found])
      }
    await sleep(1_100)
  }
  const after = await scans()
  expect(after.indexed).toBeGreaterThan(before.indexed)
  expect(after.through).toEqual(before.through)
})

test('pages of a list whose names are looked up by key go forth and back', async () => {
  const first = await app.call(stockViews.buckets, as(site))
  const query = { cursor: first.body.next ?? '' }
  const second = await app.call(stockViews.buckets, { ...as(site), query })
  const back = { cursor: second.body.previous ?? '' }
  const again = await app.call(stockViews.buckets, { ...as(site), query: back })
  expect(again.body.items).toEqual(first.body.items)
  expect([first.body.total, first.body.capped]).toEqual([10_000, true])
  expect(second.body.items).not.toContainEqual(first.body.items[0])
})

const page = { limit: 50 }
const everywhere = { warehouses: null }

/** How often tables were looked into by an index, and rows read without one, by what is read in one transaction. */
const looksOf = <T>(read: (tx: Tx) => Promise<T>, tables = '%') =>
  inTransaction(app.db, { platformId: platform.id }, async (tx) => {
    const looks = async () => {
      const { rows } = await sql<{ count: number }>`
        select coalesce(sum(idx_scan + seq_tup_read), 0)::int as count from pg_stat_xact_user_tables
        where schemaname = 'tenant' and relname like ${tables}`.execute(tx)
      return rows[0]?.count ?? Infinity
    }
    const before = await looks()
    const found = await read(tx)
    return { found, looks: (await looks()) - before }
  })

const asOf = (by: AsOfFilter['by'], at: string) => async (tx: Tx) =>
  (await listAsOf(tx, platform.id, everywhere, { at: new Date(at), known: null }, { by }, page))
    .items
const moved = (day: string, items: 'moved' | 'all') => async (tx: Tx) => {
  const days = { from: day, to: day, known: 'now' } as const
  const periods = await listSitePeriods(tx, platform.id, everywhere, days)
  return (await listMovements(tx, platform.id, periods, { items }, page)).items
}

const quiet: [string, (tx: Tx) => Promise<unknown[]>][] = [
  ['as of the time before, by item', asOf('variant', '2025-12-01')],
  ['as of the time before, by stock line', asOf('bucket', '2025-12-01')],
  ['as of the time before, by location', asOf('location', '2025-12-01')],
  ['as of the time before, by warehouse', asOf('warehouse', '2025-12-01')],
  ['what moved before', moved('2025-11-01', 'moved')],
  ['all items before', moved('2025-11-01', 'all')],
  ['what moved on a quiet day', moved('2026-02-01', 'moved')],
]
test.each(quiet)('%s is answered without a look at everything', async (_, read) => {
  const { found, looks } = await looksOf(read)
  expect(found).toEqual([])
  expect(looks).toBeLessThan(100)
})

test('the only item that moved is found without a look at the others', async () => {
  await receiveInto(app, site, { sku: 'S-11999', qty: '1' })
  const today = app.clock.now().toISOString().slice(0, 10)
  const { found, looks } = await looksOf(moved(today, 'moved'))
  expect(found).toMatchObject([{ sku: 'S-11999' }])
  expect(looks).toBeLessThan(200)
})

test('what there was in all is added up without looking up the item of each stock line', async () => {
  const { found, looks } = await looksOf(asOf('warehouse', '2026-01-01T00:30:00Z'), 'variants')
  // Of 6,000 movements, one a second, the first 1,800, each of four lines or nearly.
  const [total] = found
  expect(Number(total?.onHand)).toBeGreaterThan(7_100)
  expect(Number(total?.onHand)).toBeLessThanOrEqual(7_200)
  // Each item once, not once for each of its stock lines.
  expect(looks).toBeLessThan(13_000)
})
