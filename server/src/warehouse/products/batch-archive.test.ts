import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { adjustAt, as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { newWarehouse, receive } from '../../../test/warehouse.ts'

const { settings, warehouses, variants, products } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)
const other = await newWarehouse(app)

const items = (count: number, at = site) =>
  Promise.all(Array.from({ length: count }, () => newItem(app, at)))
const ids = (made: readonly { id: string }[]) => made.map(({ id }) => id)

const archive = (some: readonly string[], more: Record<string, unknown> = {}) =>
  app.call(variants.archiveMany, { ...as(site), body: { ids: [...some] }, ...more })
const restore = (some: readonly string[]) =>
  app.call(variants.restoreMany, { ...as(site), body: { ids: [...some] } })
const productOf = async (productId: string) =>
  (await app.call(products.details, { ...as(site), params: { ...site.params, productId } })).body
    .product
const statesOf = async (made: readonly { productId: string }[]) =>
  Promise.all(made.map(async ({ productId }) => (await productOf(productId)).state))

test('several are archived and restored, each with its product and its event', async () => {
  const made = await items(3)
  const gone = await archive(ids(made))
  expect([gone.status, gone.body.changed.toSorted()]).toEqual([200, ids(made).toSorted()])
  expect(await statesOf(made)).toEqual(['archived', 'archived', 'archived'])
  const back = await restore([...ids(made), ids(made)[0] ?? ''])
  expect(back.body.changed).toHaveLength(3)
  expect(await statesOf(made)).toEqual(['active', 'active', 'active'])
  const told = (await eventsOf(app, site.platform.id)).filter(({ target_name: name }) =>
    made.some(({ sku }) => name === sku || name === `Item ${sku}`),
  )
  const count = (action: string) => told.filter((event) => event['action'] === action).length
  const actions = ['VARIANT_ARCHIVED', 'PRODUCT_ARCHIVED', 'VARIANT_RESTORED', 'PRODUCT_RESTORED']
  expect(actions.map(count)).toEqual([3, 3, 3, 3])
})

test('a product stays while one of its variants is in use', async () => {
  const [first] = await items(1)
  if (!first) throw new Error('no item')
  const params = { ...site.params, productId: first.productId }
  const body = { sku: `SKU-${randomUUID().slice(0, 8)}` }
  const second = (await app.call(products.addVariant, { ...as(site), params, body })).body.variant
  await archive([first.id])
  expect(await productOf(first.productId)).toMatchObject({ state: 'active' })
  await archive([second.id])
  expect(await productOf(first.productId)).toMatchObject({ state: 'archived' })
  await restore([first.id])
  const half = await productOf(first.productId)
  expect(half.state).toBe('active')
  expect(half.variants.map(({ state }) => state).toSorted()).toEqual(['active', 'archived'])
})

test('one that is so already is left alone, and what was left is not undone', async () => {
  const made = await items(2)
  const [first = ''] = ids(made)
  await archive([first])
  const { version } = await productOf(made[0]?.productId ?? '')
  expect((await archive(ids(made))).body.changed).toEqual(ids(made).slice(1))
  expect((await productOf(made[0]?.productId ?? '')).version).toBe(version)
  expect((await archive(ids(made))).body.changed).toEqual([])
})

test('A22 none is archived while something of one of them is in stock', async () => {
  const made = await items(3)
  const [, stocked] = made
  await receive(app, site, stocked?.id ?? '', '3')
  const refused = await archive(ids(made))
  expect([refused.status, refused.body['code'], refused.body['blockers']]).toMatchObject([
    409,
    'in_use',
    [{ type: 'stock', sku: stocked?.sku, onHand: '3' }],
  ])
  expect(await statesOf(made)).toEqual(['active', 'active', 'active'])
})

test('one that is not there, or belongs to others, refuses them all', async () => {
  const [made, foreign] = [await items(2), await items(1, other)]
  for (const stranger of [randomUUID(), ...ids(foreign)]) {
    const answer = await archive([...ids(made), stranger])
    expect([answer.status, answer.body['code']]).toEqual([404, 'not_found'])
  }
  expect(await statesOf(made)).toEqual(['active', 'active'])
})

test('none at all and too many are refused by the field', async () => {
  for (const some of [[], Array.from({ length: 201 }, () => randomUUID()), ['x']]) {
    const answer = await archive(some)
    expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed'])
  }
})

test('without the right nothing is archived, and the same key does it once', async () => {
  const made = await items(1)
  const receiver = await app.newMember(site.owner, site.platform, { role: 'receiver' })
  const refused = await archive(ids(made), { token: receiver.token })
  expect([refused.status, refused.body['details']]).toEqual([
    422,
    [{ path: 'permission', message: 'catalog.product.archive' }],
  ])
  const headers = { 'idempotency-key': randomUUID() }
  const first = await archive(ids(made), { headers })
  const again = await archive(ids(made), { headers })
  expect([first.body.changed, again.body.changed]).toEqual([ids(made), ids(made)])
  const events = await eventsOf(app, site.platform.id)
  const told = events.filter(
    ({ action, target_id: id }) => action === 'VARIANT_ARCHIVED' && id === made[0]?.id,
  )
  expect(told).toHaveLength(1)
})

test('nothing is added to a product that was archived', async () => {
  const [first] = await items(1)
  const productId = first?.productId ?? ''
  await archive([first?.id ?? ''])
  const variant = { sku: `SKU-${randomUUID().slice(0, 8)}` }
  const params = { ...site.params, productId }
  const one = await app.call(products.addVariant, { ...as(site), params, body: variant })
  expect([one.status, one.body['details']]).toMatchObject([400, [{ path: 'productId' }]])
  const body = { mode: 'valid_items', items: [{ ...variant, productId }] }
  const several = await app.call(variants.createBatch, { ...as(site), body })
  expect(several.body).toMatchObject({ failed: 1, results: [{ code: 'validation_failed' }] })
  expect((await productOf(productId)).variants).toHaveLength(1)
})

test('what stands on an open document is not archived, and the document is named where it is seen', async () => {
  const variant = await newItem(app, site)
  const line = { sku: variant.sku, qty: '1' }
  const { receipt } = (await receiveInto(app, site, line, { complete: false })).body
  const { adjustment } = (await adjustAt(app, site, { ...line, qty: '-1' }, { post: false })).body
  const { body } = await app.call(warehouses.create, {
    ...as(site),
    body: { code: 'APART', name: 'Apart' },
  })
  const apart = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
  await app.call(settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: apart.id },
    body: { warehouseIds: [body.warehouse.id] },
  })
  const params = { ...site.params, variantId: variant.id, productId: variant.productId }
  const ways = ({ token }: { token: string }) => [
    app.call(variants.archive, { token, params, body: { version: variant.version } }),
    app.call(products.archive, { token, params, body: { version: 1 } }),
    app.call(variants.archiveMany, { token, params, body: { ids: [variant.id] } }),
  ]
  const documents = [
    { type: 'receipt', id: receipt.id, number: receipt.number },
    { type: 'adjustment', id: adjustment.id, number: adjustment.number },
  ]
  for (const answer of await Promise.all(ways(site)))
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { code: 'in_use', blockers: documents },
    ])
  for (const answer of await Promise.all(ways(apart)))
    expect(answer.body['blockers']).toEqual([{ type: 'receipt' }, { type: 'adjustment' }])
})
