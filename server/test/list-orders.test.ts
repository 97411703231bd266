import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { forAllTests } from './for-all-tests.ts'
import { as, type Site } from './fixtures.ts'
import { newWarehouse } from './warehouse.ts'
import { newId } from '../src/database/ids.ts'

const { receiving, adjustments, warehouses, locations, variants, products, stockViews } =
  api.warehouse
const { imports } = api.workspace

type Member = Awaited<ReturnType<TestApp['newMember']>>
type Item = Record<string, string | number>
type Reader = Pick<Site, 'token'>
type Page = {
  items: Item[]
  next: string | null
  previous: string | null
  total: number
}

let app: TestApp
let site: Site
/** Sees the second warehouse alone. */
let member: Member
forAllTests(async (opened) => {
  ;({ app } = opened)
  // What is another platform's stands between what is ours in every index.
  for (let i = 0; i < 2; i++) {
    site = await newWarehouse(app)
    const body = { code: 'SIDE', name: 'Side' }
    const made = await app.call(warehouses.create, { ...as(site), body })
    await furnish(site, made.body.warehouse.id)
    member = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
    await arrange(
      app,
      `insert into tenant.member_warehouse_scope (platform_id, member_id, warehouse_id)
       values ($1, $2, $3)`,
      [site.platform.id, member.id, made.body.warehouse.id],
    )
  }
})

/** Much that is alike: a few names, moments and places for many, in two warehouses. */
async function furnish({ platform, warehouse }: Site, side: string) {
  const ids = (count: number) => Array.from({ length: count }, newId)
  const at = `timestamptz '2026-01-01T00:00:00.123456Z' + (n % 4) * interval '1 microsecond'`
  const run = (statement: string, ...values: unknown[]) =>
    arrange(app, statement, [platform.id, ...values])
  await run(
    `insert into tenant.products (platform_id, product_id, name, name_key, created_at, updated_at)
     select $1, id, name, lower(name), now(), now()
     from unnest($2::uuid[]) with ordinality as p (id, n)
     cross join lateral (select (array['Mug', 'mug', 'Bowl', 'lamp'])[1 + n % 4] as name) named`,
    ids(20),
  )
  await run(
    `insert into tenant.variants (platform_id, variant_id, product_id, sku, sku_key, name)
     select $1, id, (array(select product_id from tenant.products where platform_id = $1
         order by product_id))[1 + n % 20], sku, lower(sku),
       case when n % 3 = 0 then '' else 'no. ' || n end
     from unnest($2::uuid[]) with ordinality as v (id, n)
     cross join lateral (
       select chr(65 + (n * 7 % 26)::int + case when n % 2 = 0 then 32 else 0 end) || '-' || n as sku
     ) named`,
    ids(50),
  )
  await run(
    `insert into tenant.locations (platform_id, location_id, warehouse_id, code, code_key, pick_sequence)
     select $1, gen_random_uuid(), house, code, lower(code), n % 3
     from generate_series(3, 20) n cross join unnest(array[$2::uuid, $3::uuid]) house
     cross join lateral (
       select chr(65 + n % 26 + case when n % 3 = 0 then 32 else 0 end) || '-' || n as code) named`,
    warehouse.id,
    side,
  )
  await run(
    `insert into tenant.stock_levels (platform_id, warehouse_id, variant_id, qty_scale, tracking, on_hand)
     select $1, house, variant_id, 0, 'none', 2
     from tenant.variants cross join unnest(array[$2::uuid, $3::uuid]) house where platform_id = $1`,
    warehouse.id,
    side,
  )
  await run(
    `insert into tenant.stock_buckets (platform_id, warehouse_id, variant_id, location_id, tracking,
       on_hand, last_seq, last_at)
     select $1, warehouse_id, variant_id, location_id, 'none', 1, 1, '2026-01-01'
     from (select l.*, o.location_id, row_number() over (partition by l.warehouse_id, l.variant_id
         order by md5(o.code || l.variant_id)) as n
       from tenant.stock_levels l join tenant.locations o using (platform_id, warehouse_id)
       where l.platform_id = $1 and o.kind = 'bin') placed where n <= 2`,
  )
  await run(
    `with m as (
       insert into tenant.stock_moves (platform_id, kind, warehouse_id, source_type, source_id,
         actor_type, effective_at, recorded_at)
       select $1, 'receive', house, 'receipt', gen_random_uuid(), 'system', ${at}, ${at}
       from generate_series(1, 20) n cross join unnest(array[$2::uuid, $3::uuid]) house
       returning move_id, warehouse_id, source_id, recorded_at
     ), r as (
       insert into tenant.receipts (platform_id, receipt_id, number, warehouse_id, state, move_id,
         created_at, updated_at)
       select $1, source_id, 'RC-' || md5(source_id::text), warehouse_id, 'completed', move_id,
         recorded_at, recorded_at from m
     ), numbered as (
       select *, row_number() over (partition by warehouse_id) as n from m
     ), b as (
       select bucket_id, warehouse_id, row_number() over (partition by warehouse_id) as n
       from tenant.stock_buckets where platform_id = $1
     )
     insert into tenant.stock_ledger (platform_id, bucket_id, seq, move_id, line_no, party, delta,
       qty_before, qty_after, recorded_at, effective_at)
     select $1, b.bucket_id, 1, m.move_id, 1, 'supplier', 1, 0, 1, m.recorded_at, m.recorded_at
     from b join numbered m on m.warehouse_id = b.warehouse_id and m.n = 1 + b.n % 20`,
    warehouse.id,
    side,
  )
  await run(
    `insert into tenant.adjustments (platform_id, adjustment_id, number, warehouse_id, reason_code,
       created_at, updated_at)
     select $1, gen_random_uuid(), 'AD-' || md5(n || house::text), house, 'damaged', ${at}, now()
     from generate_series(1, 20) n cross join unnest(array[$2::uuid, $3::uuid]) house`,
    warehouse.id,
    side,
  )
  await run(
    `insert into tenant.imports (platform_id, import_id, kind, mode, columns, created_at, created_by,
       updated_at)
     select $1, id, 'products', 'valid_rows', '{}', now(), gen_random_uuid(), now()
     from unnest($2::uuid[]) id`,
    ids(30),
  )
}

const text = (item: Item, key: string) => String(item[key]).toLowerCase()
const firstWord = (item: Item, key: string) => text(item, key).split(' ')[0] ?? ''
const sku = (item: Item) => text(item, 'sku')
// Ids of ours rise with the time.
const id = (item: Item) => text(item, 'id')
const number = (item: Item) => text(item, 'number')
const createdAt = (item: Item) => text(item, 'createdAt')
const name = (item: Item) => firstWord(item, 'name')

/** Route of each list, and the displayed value of a row for each sort key. */
const lists = {
  variants: [variants.list, { sku, name: (i: Item) => firstWord(i, 'productName'), createdAt: id }],
  products: [products.list, { createdAt: id, name }],
  levels: [stockViews.levels, { sku, name }],
  buckets: [stockViews.buckets, { sku, name, location: (i: Item) => text(i, 'location') }],
  movements: [stockViews.ledger, { recordedAt: (i: Item) => text(i, 'recordedAt') }],
  locations: [
    locations.list,
    {
      sequence: (i: Item) => `${i['warehouseId']} ${i['pickSequence']} ${text(i, 'code')}`,
      code: (i: Item) => text(i, 'code'),
    },
  ],
  receipts: [receiving.receipts, { createdAt, number }],
  adjustments: [adjustments.list, { createdAt, number }],
  imports: [imports.list, { createdAt: id }],
} as const

type List = keyof typeof lists
const named = Object.keys(lists) as List[]
const sortsOf = (list: List): readonly string[] => lists[list][0].query.shape.sort.unwrap().options
const orders = named.flatMap((list) =>
  sortsOf(list).map((sort) => [list, sort] satisfies [List, string]),
)

async function read(list: List, query: Record<string, string>, { token }: Reader = site) {
  const { status, body } = await app.call(lists[list][0], { ...as(site), token, query } as never)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as unknown as Page
}

/** All pages from one end to the other. */
async function walk(
  list: List,
  query: Record<string, string>,
  end: 'next' | 'previous',
  by: Reader = site,
) {
  const pages: Page[] = []
  for (let cursor = query['cursor'] ?? null, isFirst = true; isFirst || cursor !== null;) {
    const page = await read(list, { ...query, ...(cursor !== null && { cursor }) }, by)
    pages.push(page)
    cursor = page[end]
    isFirst = false
  }
  return pages
}
/** Nothing changes what is listed here, so each walk forward is made once. */
const walked = new Map<string, Promise<Page[]>>()
function walkOnce(list: List, query: Record<string, string>, by: Reader = site) {
  const key = JSON.stringify([list, query, by.token])
  const found = walked.get(key) ?? walk(list, query, 'next', by)
  walked.set(key, found)
  return found
}
const itemsOf = (pages: readonly Page[]) => pages.flatMap(({ items }) => items)
const sameAs = (items: readonly Item[]) => items.map((item) => JSON.stringify(item))

test.each(orders)(
  '%s ordered by %s come whole, in order, page by page and back',
  async (list, sort) => {
    const keyOf = lists[list][1][sort.replace('-', '') as never] as
      | ((item: Item) => string)
      | undefined
    for (const by of [site, member]) {
      const all = itemsOf(await walkOnce(list, { limit: '200' }, by))
      expect(all.length).toBeGreaterThan(15)
      const pages = await walkOnce(list, { sort, limit: '7' }, by)
      const items = itemsOf(pages)
      expect(sameAs(items).sort()).toEqual(sameAs(all).sort())
      expect(pages[0]?.total).toBe(all.length)
      // Rows do not show when they were changed.
      const keys = keyOf ? items.map(keyOf) : []
      const rising = [...keys].sort()
      expect(keys).toEqual(sort.startsWith('-') ? rising.reverse() : rising)
      const cursor = pages.at(-1)?.previous ?? ''
      const back = await walk(list, { sort, limit: '7', cursor }, 'previous', by)
      expect(back.reverse()).toEqual(pages.slice(0, -1))
      const other = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
      const otherItems = itemsOf(await walkOnce(list, { sort: other, limit: '7' }, by))
      expect(otherItems.toReversed()).toEqual(items)
    }
  },
)

const filed = orders.filter(([list]) => list !== 'imports')
test.each(filed)('%s ordered by %s make a file in that order', async (list, sort) => {
  const isOfWarehouses = 'warehouse' in lists[list][0].query.shape
  const within = { sort, ...(isOfWarehouses && { warehouse: site.warehouse.id }) }
  const query = { ...within, format: 'csv' }
  const { body } = await app.call(lists[list][0], { ...as(site), query } as never)
  const [head = '', ...lines] = String(body).trim().split('\r\n')
  const first = head.replace('\uFEFF', '').split(',')
  const shown = itemsOf(await walk(list, { ...within, limit: '7' }, 'next'))
  const column =
    ['number', 'code', 'bucketId', 'sku', 'id'].find((key) => first.includes(key)) ?? ''
  expect(lines.map((line) => line.split(',')[first.indexOf(column)])).toEqual(
    shown.map((item) => String(item[column])),
  )
  expect(lines.length).toBeGreaterThan(15)
})

test('a name that fills its field is a place in a list too', async () => {
  const own = await newWarehouse(app)
  for (let i = 0; i < 3; i++)
    await app.call(products.create, {
      ...as(own),
      body: { name: '😀'.repeat(100), variants: [{ sku: randomUUID() }] },
    })
  const first = await app.call(variants.list, {
    ...as(own),
    query: { sort: 'name', limit: '2' },
  })
  const query = { sort: 'name', limit: '2', cursor: first.body.next ?? '' }
  const second = await app.call(variants.list, { ...as(own), query })
  expect([second.status, second.body.items.length]).toEqual([200, 1])
})
