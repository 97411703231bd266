import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { as, newItem, type Site } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { variants, products } = api.warehouse

let app: TestApp
let site: Site
let other: Site
forAllTests(async (opened) => {
  ;({ app } = opened)
  site = await newWarehouse(app)
  other = await newWarehouse(app)
})

type Made = Awaited<ReturnType<typeof newItem>>
const newSku = () => `B-${randomUUID().slice(0, 8)}`
const named = (skus: readonly string[]) =>
  arrange(
    app,
    `select v.sku, p.name from tenant.variants v join tenant.products p using (platform_id, product_id)
     where v.platform_id = $1 and v.sku = any ($2) order by v.sku`,
    [site.platform.id, skus],
  )
const targetsOf = async (action: string) =>
  (await eventsOf(app, site.platform.id)).flatMap((event) =>
    event['action'] === action ? [event['target_id']] : [],
  )

type Sent = { mode?: string; token?: string; headers?: Record<string, string> }
const send = (
  route: Route,
  some: unknown,
  { mode = 'valid_items', token = site.token, headers = {} }: Sent = {},
) => app.call(route, { params: site.params, token, headers, body: { mode, items: some } })

/** A route with two good items, one that is refused, and what tells whether the good ones were done. */
type Kind = {
  route: Route
  right: string
  action: string
  good: (made: readonly Made[]) => Record<string, unknown>[]
  refused: (made: readonly Made[]) => Record<string, unknown>
  says: Record<string, unknown>
  /** Which of the good ones are there. */
  done: (items: readonly Record<string, unknown>[]) => Promise<boolean[]>
  foreign: (theirs: Made) => Record<string, unknown>
  bad: Record<string, unknown>
  path: string
}

const isThere = async (sku: unknown) => (await named([String(sku)])).length === 1
const variantOf = async (id: unknown) =>
  (
    await app.call(variants.details, {
      ...as(site),
      params: { ...site.params, variantId: String(id) },
    })
  ).body.variant

const kinds: Record<string, Kind> = {
  'new products': {
    route: products.createBatch,
    right: 'catalog.product.create',
    action: 'PRODUCT_CREATED',
    good: () => [1, 2].map((n) => ({ name: `New ${n}`, variants: [{ sku: newSku() }] })),
    refused: ([made]) => ({ name: 'Twice', variants: [{ sku: made?.sku.toLowerCase() }] }),
    says: { code: 'duplicate_key', blockers: [{ type: 'variant' }] },
    done: (items) =>
      Promise.all(items.map(({ variants }) => isThere((variants as { sku: string }[])[0]?.sku))),
    foreign: () => ({ name: 'X', categoryId: randomUUID(), variants: [{ sku: newSku() }] }),
    bad: { name: 'No', variants: [] },
    path: 'variants',
  },
  'new variants': {
    route: variants.createBatch,
    right: 'catalog.product.create',
    action: 'VARIANT_CREATED',
    good: (made) => made.slice(0, 2).map(({ productId }) => ({ productId, sku: newSku() })),
    refused: ([made]) => ({ productId: made?.productId, sku: newSku(), reorderPoint: '1.5' }),
    says: { code: 'uom_not_exact', nearest: ['1', '2'], details: [{ path: 'reorderPoint' }] },
    done: (items) => Promise.all(items.map(({ sku }) => isThere(sku))),
    foreign: ({ productId }) => ({ productId, sku: newSku() }),
    bad: { productId: randomUUID(), sku: '' },
    path: 'sku',
  },
  'changed products': {
    route: products.updateBatch,
    right: 'catalog.product.update',
    action: 'PRODUCT_UPDATED',
    good: (made) =>
      made.slice(0, 2).map(({ productId: id }) => ({ id, version: 1, name: `Now ${id}` })),
    refused: ([, , made]) => ({ id: made?.productId, version: 7, name: 'Late' }),
    says: { code: 'version_conflict', currentVersion: 1 },
    done: (items) =>
      Promise.all(
        items.map(async ({ id, name }) => {
          const params = { ...site.params, productId: String(id) }
          const { body } = await app.call(products.details, { ...as(site), params })
          return body.product.name === name
        }),
      ),
    foreign: ({ productId: id }) => ({ id, version: 1, name: 'Theirs' }),
    bad: { id: randomUUID(), name: 'No' },
    path: 'version',
  },
  'changed variants': {
    route: variants.updateBatch,
    right: 'catalog.product.update',
    action: 'VARIANT_UPDATED',
    good: (made) => made.slice(0, 2).map(({ id }) => ({ id, version: 1, name: `Now ${id}` })),
    refused: ([first, , made]) => ({ id: made?.id, version: 1, sku: first?.sku }),
    says: { code: 'duplicate_key', blockers: [{ type: 'variant' }] },
    done: (items) =>
      Promise.all(items.map(async ({ id, name }) => (await variantOf(id)).name === name)),
    foreign: ({ id }) => ({ id, version: 1, name: 'Theirs' }),
    bad: { id: randomUUID(), version: 1, weightG: -1 },
    path: 'weightG',
  },
}

const items = (count: number, at = site) =>
  Promise.all(Array.from({ length: count }, () => newItem(app, at)))

describe.each(Object.entries(kinds))('a batch of %s', (_, kind) => {
  test('of valid items does those that can be done', async () => {
    const made = await items(3)
    const [one = {}, two = {}] = kind.good(made)
    const { status, body } = await send(kind.route, [one, kind.refused(made), two])
    expect([status, body]).toMatchObject([
      200,
      {
        applied: 2,
        failed: 1,
        results: [
          { index: 0, status: 'ok' },
          { index: 1, status: 'error', ...kind.says },
          { index: 2, status: 'ok' },
        ],
      },
    ])
    expect(await kind.done([one, two])).toEqual([true, true])
    const { results } = body as { results: { id: string }[] }
    const told = await targetsOf(kind.action)
    expect(told).toEqual(expect.arrayContaining([results[0]?.id, results[2]?.id]))
  })

  test('of all or nothing does all, or none when one cannot be done', async () => {
    const made = await items(3)
    const [one = {}, two = {}] = kind.good(made)
    const told = (await targetsOf(kind.action)).length
    const all = { mode: 'all_or_nothing' }
    const none = await send(kind.route, [one, two, kind.refused(made)], all)
    expect(none.body).toMatchObject({
      applied: 0,
      failed: 1,
      results: [
        { index: 0, status: 'skipped' },
        { index: 1, status: 'skipped' },
        { index: 2, status: 'error', ...kind.says },
      ],
    })
    expect(await kind.done([one, two])).toEqual([false, false])
    expect((await targetsOf(kind.action)).length).toBe(told)
    const done = await send(kind.route, [one, two], all)
    expect([done.status, done.body]).toMatchObject([200, { applied: 2, failed: 0 }])
    expect(await kind.done([one, two])).toEqual([true, true])
    expect((await targetsOf(kind.action)).length).toBe(told + 2)
  })

  test('finds nothing of another platform', async () => {
    const [theirs] = await items(1, other)
    if (!theirs) throw new Error('no item')
    const { body } = await send(kind.route, [kind.foreign(theirs)])
    const code = kind.route === products.createBatch ? 'validation_failed' : 'not_found'
    expect(body).toMatchObject({ applied: 0, failed: 1, results: [{ status: 'error', code }] })
    const params = { ...other.params, variantId: theirs.id }
    const { variant } = (await app.call(variants.details, { ...as(other), params })).body
    expect(variant).toMatchObject({ name: '', version: 1, productName: `Item ${theirs.sku}` })
  })

  test('names the field of a bad item, asks for the right, and then changes nothing', async () => {
    const made = await items(3)
    const good = kind.good(made)
    const wrong = await send(kind.route, [good[0], kind.bad], { mode: 'all_or_nothing' })
    expect(wrong.body).toMatchObject({
      applied: 0,
      results: [{ status: 'skipped' }, { status: 'error', details: [{ path: kind.path }] }],
    })
    const mode = await send(kind.route, good, { mode: 'some' })
    expect([mode.status, mode.body['details']]).toMatchObject([400, [{ path: 'mode' }]])
    for (const some of [[], Array.from({ length: 1001 }, () => good[0])]) {
      const answer = await send(kind.route, some)
      expect([answer.status, answer.body['details']]).toMatchObject([400, [{ path: 'items' }]])
    }
    const { token } = await app.newMember(site.owner, site.platform, { role: 'viewer' })
    const refused = await send(kind.route, good, { token })
    expect([refused.status, refused.body['details']]).toEqual([
      422,
      [{ path: 'permission', message: kind.right }],
    ])
    expect(await kind.done(good)).toEqual([false, false])
  })
})

test('what was changed is found by its new words, and what was not by its old ones', async () => {
  const [first, second, third] = await items(3)
  const skusBy = async (q: string) =>
    (await app.call(variants.list, { ...as(site), query: { q } })).body.items.map(({ sku }) => sku)
  await send(products.updateBatch, [
    { id: first?.productId, version: 1, brand: 'Zebra' },
    { id: second?.productId, version: 2, brand: 'Zebra' },
  ])
  await send(variants.updateBatch, [
    { id: second?.id, version: 1, name: 'Gnu' },
    { id: third?.id, version: 2, name: 'Gnu' },
  ])
  expect(await skusBy('zebra')).toEqual([first?.sku])
  expect(await skusBy('gnu')).toEqual([second?.sku])
  expect(await skusBy(third?.sku ?? '')).toEqual([third?.sku])
})

test('what one may not price is refused as a whole', async () => {
  const [made] = await items(1)
  const clerk = await app.newMember(site.owner, site.platform, {
    permissions: ['catalog.product.*'],
  })
  const priced = { sku: newSku(), sellPrice: '1' }
  const answers = await Promise.all([
    send(products.createBatch, [{ name: 'P', variants: [priced] }], clerk),
    send(variants.createBatch, [{ productId: made?.productId, ...priced }], clerk),
    send(variants.updateBatch, [{ id: made?.id, version: 1, purchasePrice: '1' }], clerk),
  ])
  expect(answers.map(({ status, body }) => [status, body['details']])).toEqual(
    ['catalog.price.update', 'catalog.price.update', 'catalog.cost.update'].map((message) => [
      422,
      [{ path: 'permission', message }],
    ]),
  )
  expect(await named([priced.sku])).toEqual([])
})

test('a batch has at most a thousand variants, and the same key makes them once', async () => {
  const variants = (count: number) => Array.from({ length: count }, () => ({ sku: newSku() }))
  const six = Array.from({ length: 6 }, () => ({ name: 'Many', variants: variants(200) }))
  const refused = await send(products.createBatch, six)
  expect([refused.status, refused.body['details']]).toEqual([
    400,
    [{ path: 'items', message: 'A batch has at most 1,000 variants' }],
  ])
  const five = six.slice(1)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await send(products.createBatch, five, { headers })
  const again = await send(products.createBatch, five, { headers })
  expect(first.body).toMatchObject({ applied: 5, failed: 0 })
  expect(again.body).toEqual(first.body)
  expect(await named(five.flatMap((one) => one.variants.map(({ sku }) => sku)))).toHaveLength(1000)
})
