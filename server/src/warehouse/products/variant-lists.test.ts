import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { as, type Site } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { categories, products, variants } = api.warehouse

let app: TestApp
let site: Site
let other: Site
let kitchen: string
let made: { id: string; variants: { id: string; version: number }[] }[]
forAllTests(async (opened) => {
  ;({ app } = opened)
  site = await newWarehouse(app)
  other = await newWarehouse(app)
  const { body } = await app.call(categories.create, {
    ...as(site),
    body: { name: 'Kitchen' },
  })
  kitchen = body.category.id
  made = []
  for (const product of [
    { name: 'Mug', brand: 'Acme', categoryId: kitchen, tags: ['gift', 'new'] },
    { name: 'Bowl', categoryId: kitchen },
    { name: '=Lamp' },
  ])
    made.push(await add(site, product))
  const [, bowl] = made
  await app.call(products.archive, {
    ...as(site),
    params: { ...site.params, productId: bowl?.id ?? '' },
    body: { version: 1 },
  })
})

/** A product of two variants, grams of which come in kilos. */
async function add(at: Site, product: Record<string, unknown>) {
  const kilo = { code: 'kilo', numerator: '1000' }
  const variants = [{}, { name: 'loose', unit: 'gram', units: [kilo] }].map((variant, i) => ({
    sku: `${i}-${randomUUID().slice(0, 8)}`,
    ...variant,
  }))
  const answer = await app.call(products.create, {
    ...as(at),
    body: { ...product, variants },
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.product
}

const list = async (query: Record<string, string> = {}, at = site) =>
  (await app.call(products.list, { ...as(at), query })).body
const namesOf = async (query: Record<string, string> = {}, at = site) =>
  (await list(query, at)).items.map(({ name }) => name)

test('products are listed, the newest first, with how many variants each has', async () => {
  const { items, total, capped } = await list()
  expect(items).toMatchObject([
    { name: '=Lamp', categoryId: null, categoryName: null, variantCount: 2, state: 'active' },
    { name: 'Bowl', categoryName: 'Kitchen', state: 'archived', version: 2 },
    { id: made[0]?.id, name: 'Mug', brand: 'Acme', tags: ['gift', 'new'], variantCount: 2 },
  ])
  expect([total, capped]).toEqual([3, false])
})

test.each([
  [{ state: 'active' }, ['=Lamp', 'Mug']],
  [{ state: 'active,archived' }, ['=Lamp', 'Bowl', 'Mug']],
  [{ q: 'loose' }, ['=Lamp', 'Bowl', 'Mug']],
  [{ q: 'acm mug' }, ['Mug']],
  [{ q: '!!' }, []],
  [{ q: 'loose', state: 'archived' }, ['Bowl']],
])('products are narrowed by %j', async (query, names) => {
  expect(await namesOf(query)).toEqual(names)
  expect((await list(query)).total).toBe(names.length)
})

test('products are narrowed by their category, and those of others are not found', async () => {
  expect(await namesOf({ category: kitchen })).toEqual(['Bowl', 'Mug'])
  expect(await namesOf({ category: kitchen, q: 'mug' })).toEqual(['Mug'])
  expect(await namesOf({ category: randomUUID() })).toEqual([])
  expect(await list({}, other)).toMatchObject({ items: [], total: 0 })
  expect(await list({ category: kitchen, q: 'mug' }, other)).toMatchObject({ items: [], total: 0 })
})

test('products are turned page by page, there and back', async () => {
  const first = await list({ limit: '2' })
  const second = await list({ limit: '2', cursor: first.next ?? '' })
  expect(second.items.map(({ name }) => name)).toEqual(['Mug'])
  expect(second.next).toBeNull()
  const back = await list({ limit: '2', cursor: second.previous ?? '' })
  expect(back.items).toEqual(first.items)
})

test.each([
  [{ state: 'lost' }, 'state'],
  [{ category: 'x' }, 'category'],
  [{ limit: '0' }, 'limit'],
  [{ cursor: 'x' }, 'cursor'],
  [{ format: 'pdf' }, 'format'],
] as const)('products with %j are refused by the name of the field', async (query, path) => {
  const { status, body } = await app.call(products.list, { ...as(site), query })
  expect([status, body['details']]).toMatchObject([400, [{ path: expect.stringContaining(path) }]])
})

test('the list of products as a file has them all, with the filter', async () => {
  const query = { format: 'csv', limit: '1', category: kitchen }
  const { body, headers } = await app.call(products.list, { ...as(site), query })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="product-list-.*\.csv"$/)
  const lines = String(body).split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFid,name,kind,category,brand,tags,description,shelf_life_days,min_days_receive,min_days_ship,variants,state,created_at',
  )
  expect(lines[1]).toMatch(/,Bowl,stocked,Kitchen,,,,,,,2,archived,/)
  expect(lines[2]).toMatch(/,Mug,stocked,Kitchen,Acme,gift;new,,,,,2,active,/)
  expect(lines.slice(3)).toEqual([''])
  const rest = await app.call(products.list, {
    ...as(site),
    query: { format: 'csv', q: 'lamp' },
  })
  expect(String(rest.body)).toContain(",'=Lamp,")
})

test('of more words than are named one by one, the products are found all the same', async () => {
  const third = await newWarehouse(app)
  const { id } = await add(third, { name: 'Many' })
  await arrange(
    app,
    `insert into tenant.variants (platform_id, variant_id, product_id, sku, sku_key, search)
     select $1, gen_random_uuid(), $2, 'M-' || n, 'm-' || n, to_tsvector('simple', 'crowd')
     from generate_series(1, 5010) n`,
    [third.platform.id, id],
  )
  await add(third, { name: 'Lonely' })
  expect(await list({ q: 'crowd' }, third)).toMatchObject({
    items: [{ name: 'Many', variantCount: 5012 }],
    total: 1,
  })
})

const one = (variantId: string, at = site) =>
  app.call(variants.details, { ...as(at), params: { ...at.params, variantId } })

test('one variant is shown, and to others it never was', async () => {
  const [, loose] = made[0]?.variants ?? []
  const { status, body } = await one(loose?.id ?? '')
  expect([status, body.variant]).toEqual([200, loose])
  expect(body.variant).toMatchObject({
    productName: 'Mug',
    unit: 'gram',
    units: [{ code: 'kilo' }],
  })
  const answers = [await one(loose?.id ?? '', other), await one(randomUUID()), await one('x')]
  const said = answers.map(({ status: s, body: { requestId: _, ...rest } }) => [s, rest])
  expect(said[0]).toMatchObject([404, { code: 'not_found' }])
  expect(said).toEqual([said[0], said[0], said[0]])
})

test('who may not see costs sees none of a variant', async () => {
  const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
  const [first] = made[0]?.variants ?? []
  const { body } = await one(first?.id ?? '', { ...site, token: picker.token })
  expect(Object.keys(body.variant)).not.toContain('purchasePrice')
  expect(Object.keys((await one(first?.id ?? '')).body.variant)).toContain('purchasePrice')
})

test('without the right to see products none are shown', async () => {
  const nobody = await app.newMember(site.owner, site.platform, { role: '' })
  const { params } = site
  const { token } = nobody
  const [first] = made[0]?.variants ?? []
  const answers = await Promise.all([
    app.call(products.list, { params, token }),
    app.call(variants.details, { params: { ...params, variantId: first?.id ?? '' }, token }),
  ])
  for (const { status, body } of answers)
    expect([status, body['details']]).toEqual([
      422,
      [{ path: 'permission', message: 'catalog.product.read' }],
    ])
})
