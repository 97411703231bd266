import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { as, levelOf, newItem, stocked, violations } from '../../../test/fixtures.ts'
import { orderNow, orderOf, placeOrder } from '../../../test/order-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { orders } = api.orders
const { app, site } = await setupSite()

type Order = Awaited<ReturnType<typeof orderOf>>
const edit = ({ id, lines, version }: Order, body: Record<string, unknown>) =>
  app.call(orders.updateLine, {
    ...as(site),
    params: { ...site.params, orderId: id, lineId: lines[0]?.id ?? '' },
    body: { version, ...body },
  })

test('more of a line is reserved, less is given to who waits', async () => {
  const mug = await stocked(app, site, { backorder: { policy: 'allow' } })
  const made = await orderOf(app, site, mug.sku, '4')
  const more = await edit(made, { qty: '9', note: 'Gift' })
  expect(more.body.order).toMatchObject({
    version: 2,
    lines: [{ qty: '9', promised: '9', note: 'Gift', claims: [{ promised: '9' }] }],
  })
  const refused = await edit(more.body.order, { qty: '11' })
  expect(refusal(refused)).toEqual([409, 'insufficient_stock'])
  expect(refused.body['blockers']).toMatchObject([{ requested: '2', available: '1' }])
  const waits = await orderOf(app, site, mug.sku, '3', { confirm: { mode: 'backorder' } })
  expect(waits.lines).toMatchObject([{ promised: '1', backordered: '2' }])
  const less = await edit(more.body.order, { qty: '6' })
  expect(less.body.order.lines).toMatchObject([{ qty: '6', promised: '6' }])
  expect(await orderNow(app, site, waits.id)).toMatchObject({ reservationState: 'full' })
  expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '9', backordered: '0' })
  expect(await violations(app, site)).toEqual([])
})

test('what waits is given back first, and cancelling a part keeps what is promised', async () => {
  const mug = await stocked(app, site, { backorder: { policy: 'allow' } })
  const mode = { confirm: { mode: 'backorder' } }
  const made = await orderOf(app, site, mug.sku, '12', mode)
  await orderOf(app, site, mug.sku, '5', mode)
  const less = await edit(made, { qty: '11' })
  expect(less.body.order.lines).toMatchObject([{ promised: '10', backordered: '1' }])
  const { body } = await app.call(orders.cancelLine, {
    ...as(site),
    params: { ...site.params, orderId: made.id, lineId: made.lines[0]?.id ?? '' },
    body: { version: 2, qty: '1' },
  })
  expect(body.order.lines).toMatchObject([{ promised: '10', backordered: '0', cancelled: '1' }])
  const below = await edit(body.order, { qty: '0.5' })
  expect(refusal(below)).toEqual([422, 'uom_not_exact'])
})

const setCase = (variantId: string, numerator: string | undefined) =>
  app.call(api.warehouse.variants.setUnits, {
    ...as(site),
    params: { ...site.params, variantId },
    body: { units: numerator ? [{ code: 'case', numerator, denominator: '1' }] : [] },
  } as never)

test('a line keeps its unit as it was entered, whatever becomes of the pack', async () => {
  const mug = await newItem(app, site)
  await setCase(mug.id, '12')
  const lines = [{ sku: mug.sku, qty: '2', unit: 'case', unitPrice: '24' }]
  const { body } = await placeOrder(app, site, lines, { confirm: undefined })
  const entered = { unit: 'case', unitQty: '2', unitNumerator: '12', unitDenominator: '1' }
  expect(body.order).toMatchObject({
    totals: { total: '48' },
    lines: [{ ...entered, qty: '24' }],
  })
  await setCase(mug.id, '10')
  const noted = await edit(body.order, { note: 'Fragile' })
  expect(noted.body.order).toMatchObject({
    totals: { total: '48' },
    lines: [{ ...entered, qty: '24', total: '48', note: 'Fragile' }],
  })
  await setCase(mug.id, undefined)
  const more = await edit(noted.body.order, { qty: '3' })
  expect(more.body.order).toMatchObject({
    totals: { total: '72' },
    lines: [{ unitQty: '3', qty: '36', total: '72' }],
  })
  const dearer = await edit(more.body.order, { unitPrice: '7.5' })
  expect(dearer.body.order).toMatchObject({ totals: { total: '22.5' }, version: 4 })
  const part = await edit(dearer.body.order, { qty: '0.3' })
  expect(refusal(part)).toEqual([422, 'uom_not_exact'])
})

test('discount and tax follow another quantity as they follow a cancelled one', async () => {
  const mug = await stocked(app, site)
  const line = { sku: mug.sku, qty: '3', unitPrice: '9.99', discount: '10', tax: '3.80' }
  const make = async () =>
    (await placeOrder(app, site, [line], { currency: 'EUR', confirm: undefined })).body.order
  const two = { totals: { total: '15.85' }, lines: [{ discount: '6.666667', tax: '2.533333' }] }
  const less = await edit(await make(), { qty: '2' })
  expect(less.body.order).toMatchObject(two)
  const made = await make()
  const cancelled = await app.call(orders.cancelLine, {
    ...as(site),
    params: { ...site.params, orderId: made.id, lineId: made.lines[0]?.id ?? '' },
    body: { version: made.version, qty: '1' },
  })
  expect(cancelled.body.order).toMatchObject(two)
  const given = await edit(await make(), { qty: '2', discount: '1', tax: '0' })
  expect(given.body.order).toMatchObject({ totals: { discount: '1', tax: '0', total: '18.98' } })
  const over = await edit(given.body.order, { discount: '19.99' })
  expect(over.body).toMatchObject({ code: 'validation_failed', details: [{ path: 'discount' }] })
  const under = await edit(given.body.order, { unitPrice: '0.49' })
  expect(under.body).toMatchObject({ details: [{ path: 'unitPrice' }] })
})

test('a discount that equals the amount as it is shown is accepted', async () => {
  const rope = await newItem(app, site, { qtyScale: 1 })
  const line = { sku: rope.sku, qty: '0.5', unitPrice: '288.99', discount: '144.50' }
  const made = await placeOrder(app, site, [line], { currency: 'EUR', confirm: undefined })
  expect(made.status).toBe(201)
  expect(made.body.order.totals).toMatchObject({ subtotal: '144.5', discount: '144.5', total: '0' })
  const over = await placeOrder(app, site, [{ ...line, discount: '144.51' }], {
    currency: 'EUR',
    confirm: undefined,
  })
  expect(over.body).toMatchObject({ details: [{ path: 'lines.0.discount' }] })
})

test('an order has at most 1,000 lines, however they are added', async () => {
  const mug = await newItem(app, site)
  const many = (count: number) => Array.from({ length: count }, () => ({ sku: mug.sku, qty: '1' }))
  const { body } = await placeOrder(app, site, many(999), { confirm: undefined })
  const add = (count: number) =>
    app.call(orders.addLines, {
      ...as(site),
      params: { ...site.params, orderId: body.order.id },
      body: { version: 1, lines: many(count) as never },
    })
  expect((await add(2)).body).toMatchObject({ details: [{ path: 'lines' }] })
  expect((await add(1)).body.order.lines).toHaveLength(1000)
})

test('a kit gives back whole kits, and another order or a released one is refused', async () => {
  const [a, b] = [await stocked(app, site, { qty: '8' }), await stocked(app, site, { qty: '9' })]
  const sku = `KIT-${randomUUID().slice(0, 6)}`
  const made = await app.call(api.warehouse.products.create, {
    ...as(site),
    body: { name: 'Kit', kind: 'virtual_kit', variants: [{ sku }] },
  })
  const variantId = made.body.product.variants[0]?.id ?? ''
  await app.call(api.warehouse.kits.save, {
    ...as(site),
    params: { ...site.params, variantId },
    body: {
      components: [
        { sku: a.sku, qty: '2' },
        { sku: b.sku, qty: '1' },
      ],
    },
  })
  const order = await orderOf(app, site, sku, '2')
  const more = await edit(order, { qty: '4' })
  expect(more.body.order.lines).toMatchObject([{ qty: '4', promised: '4' }])
  expect(refusal(await edit(more.body.order, { qty: '5' }))).toEqual([409, 'insufficient_stock'])
  const less = await edit(more.body.order, { qty: '1' })
  expect(less.body.order.lines).toMatchObject([{ promised: '1' }])
  expect(await levelOf(app, a.id)).toMatchObject({ reserved: '2' })
  expect(await levelOf(app, b.id)).toMatchObject({ reserved: '1' })

  expect(refusal(await edit({ ...less.body.order, version: 1 }, { qty: '2' }))).toEqual([
    409,
    'version_conflict',
  ])
  const other = await orderOf(app, site, b.sku, '1')
  expect(refusal(await edit({ ...other, lines: order.lines }, { qty: '2' }))).toEqual([
    404,
    'not_found',
  ])
  const params = { ...site.params, orderId: other.id }
  const { body } = await app.call(orders.cancel, {
    ...as(site),
    params,
    body: { version: 1, reason: 'Test' },
  })
  expect(refusal(await edit(body.order, { qty: '2' }))).toEqual([409, 'invalid_transition'])
  expect(await violations(app, site)).toEqual([])
})

test('kits are whole, at every step', async () => {
  const part = await stocked(app, site)
  const sku = `KIT-${randomUUID().slice(0, 6)}`
  const made = await app.call(api.warehouse.products.create, {
    ...as(site),
    body: { name: 'Kit', kind: 'virtual_kit', variants: [{ sku, qtyScale: 2 }] },
  })
  await app.call(api.warehouse.kits.save, {
    ...as(site),
    params: { ...site.params, variantId: made.body.product.variants[0]?.id ?? '' },
    body: { components: [{ sku: part.sku, qty: '2' }] },
  })
  const half = await placeOrder(app, site, [{ sku, qty: '0.50' }])
  expect(refusal(half)).toEqual([422, 'uom_not_exact'])
  expect(half.body).toMatchObject({ nearest: ['1'] })
  expect(refusal(await placeOrder(app, site, [{ sku, qty: '1.50' }]))).toEqual([
    422,
    'uom_not_exact',
  ])
  const order = await orderOf(app, site, sku, '2')
  expect(refusal(await edit(order, { qty: '2.5' }))).toEqual([422, 'uom_not_exact'])
  const params = { ...site.params, orderId: order.id, lineId: order.lines[0]?.id ?? '' }
  const cancelled = await app.call(orders.cancelLine, {
    ...as(site),
    params,
    body: { version: order.version, qty: '0.5' },
  })
  expect(refusal(cancelled)).toEqual([422, 'uom_not_exact'])
})
