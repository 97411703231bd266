import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { as, levelOf, newItem, stocked, violations } from '../../../test/goods.ts'
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

test('a price is of the unit it was entered in', async () => {
  const mug = await newItem(app, site)
  await app.call(api.warehouse.variants.setUnits, {
    ...as(site),
    params: { ...site.params, variantId: mug.id },
    body: { units: [{ code: 'case', numerator: '12', denominator: '1' }] },
  } as never)
  const { body } = await placeOrder(
    app,
    site,
    [{ sku: mug.sku, qty: '2', unit: 'case', unitPrice: '6' }],
    { confirm: undefined },
  )
  expect(body.order).toMatchObject({ totals: { total: '12' }, lines: [{ qty: '24' }] })
  const more = await edit(body.order, { qty: '36' })
  expect(more.body.order).toMatchObject({ totals: { total: '18' } })
  const dearer = await edit(more.body.order, { unitPrice: '7.5' })
  expect(dearer.body.order).toMatchObject({ totals: { total: '22.5' }, version: 3 })
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
