import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { newItem } from '../../../test/fixtures.ts'
import { newWarehouse, receive } from '../../../test/warehouse.ts'

const { variants, stockViews } = api.warehouse
const { search } = api.workspace
/** More than any list names one by one; the first of them is archived, the last three have moved. */
const many = 5_010

type Page = { items: Record<string, string>[]; total: number }
const app = await sharedApp()
const site = await newWarehouse(app)
const other = await newWarehouse(app)
const { id: first } = await newItem(app, site, { sku: 'W-0' })
const made = await arrange(
  app,
  `insert into tenant.variants (platform_id, variant_id, product_id, sku, sku_key, state, search)
     select $1, gen_random_uuid(), v.product_id, 'W-' || n, 'w-' || n,
       case when n = 1 then 'archived' else 'active' end,
       to_tsvector('simple', concat_ws(' ', 'common', case when n > $3::int - 300 then 'some' end,
         case when n > $3::int - 3 then 'rare' end))
     from tenant.variants v, generate_series(1, $3::int) n
     where v.platform_id = $1 and v.variant_id = $2 returning variant_id`,
  [site.platform.id, first, many],
)
for (const { variant_id } of [...made.slice(-3), { variant_id: first }])
  await receive(app, site, String(variant_id), '5')

const ask = async (route: Route, q: string, at = site, more: Record<string, string> = {}) => {
  const { params, token } = at
  return (await app.call<Route>(route, { params, token, query: { q, ...more } })).body as Page
}

describe.each(['rare', 'some', 'common', 'COM rar'])('a list narrowed by %j', (q) => {
  test.each([
    ['levels', stockViews.levels],
    ['buckets', stockViews.buckets],
    ['movements', stockViews.ledger],
  ] as const)('shows %s of these items and no others', async (_, route) => {
    const { items, total } = await ask(route, q)
    expect(items.map(({ sku }) => sku).toSorted()).toEqual(['W-5008', 'W-5009', 'W-5010'])
    expect(total).toBe(3)
    expect((await ask(route, q, other)).total).toBe(0)
  })
})

test.each([
  ['rare', {}, 3],
  ['some', {}, 300],
  ['common', {}, many],
  ['common', { state: 'archived' }, 1],
  ['common', { state: 'active' }, many - 1],
  ['common', { stock: 'out' }, many - 3],
  ['common', { stock: 'low' }, 0],
  ['common', { stock: 'backordered' }, 0],
  ['rare', { stock: 'no_barcode' }, 3],
  ['!', {}, 0],
])('items with %j and %j are counted', async (q, more, total) => {
  const page = await ask(variants.list, q, site, more)
  expect(page.total).toBe(total)
  expect(page.items).toHaveLength(Math.min(total, 50))
})

test('an item runs low when less is there than its reorder point', async () => {
  const set = (point: number) =>
    arrange(
      app,
      `update tenant.variants set reorder_point = $2 where platform_id = $1 and sku = 'W-5010'`,
      [site.platform.id, point],
    )
  const low = async () => [
    (await ask(variants.list, 'rare', site, { stock: 'low' })).items.map(({ sku }) => sku),
    (await ask(stockViews.levels, 'rare', site, { state: 'low' })).items.map(({ sku }) => sku),
  ]
  await set(5)
  expect(await low()).toEqual([[], []])
  await set(6)
  expect(await low()).toEqual([['W-5010'], ['W-5010']])
})

describe('the search', () => {
  const labels = async (q: string, at = site) =>
    (await ask(search.find, q, at)).items.map(({ label }) => label)

  test('has enough of words that very many items have, and none that is archived', async () => {
    const found = await labels('common')
    expect(found).toHaveLength(20)
    expect(found).not.toContain('W-1')
    expect(await labels('common', other)).toEqual([])
  })
  test('finds the few among the many', async () => {
    expect((await labels('common rare')).toSorted()).toEqual(['W-5008', 'W-5009', 'W-5010'])
  })
  test('asks for no words where codes fill the answer', async () => {
    const found = await labels('w-')
    expect(found).toHaveLength(20)
    expect(new Set(found).size).toBe(20)
  })
})
