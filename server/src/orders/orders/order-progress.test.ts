import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, newItem, stocked } from '../../../test/fixtures.ts'
import { orderNow, placeOrder } from '../../../test/order-calls.ts'
import { packedOf, ship } from '../../../test/pack-calls.ts'
import { authorizedOf, receiveAll, shippedOf } from '../../../test/return-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { fulfillments, orders } = api.orders
const { app, site } = await setupSite()

/** Returns the shipped and ordered units of an order in the list. */
async function progressOf(orderId: string) {
  const { body } = await app.call(orders.list, { ...as(site), query: { ids: orderId } })
  return body.items.map(({ shipped, units }) => [shipped, units])
}

async function shipReleased(orderId: string) {
  const { version } = await orderNow(app, site, orderId)
  const { body } = await app.call(fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId },
    body: { version },
  })
  for (const { id } of body.fulfillments) {
    await packedOf(app, site, id)
    await ship(app, site, id)
  }
}

test('the list says how many units of an order were shipped', async () => {
  const tea = await stocked(app, site, {
    qty: '2.5',
    unit: 'kg',
    qtyScale: 1,
    backorder: { policy: 'allow', limit: null },
  })
  const mug = await stocked(app, site)
  const placed = await placeOrder(
    app,
    site,
    [
      { sku: tea.sku, qty: '4' },
      { sku: mug.sku, qty: '3' },
    ],
    { confirm: { mode: 'backorder' } },
  )
  const { id } = placed.body.order
  expect(await progressOf(id)).toEqual([['0', '7']])
  await shipReleased(id)
  expect(await progressOf(id)).toEqual([['5.5', '7']])
  const order = await orderNow(app, site, id)
  const closed = await app.call(orders.closeShort, {
    ...as(site),
    params: { ...site.params, orderId: id },
    body: { version: order.version, reason: 'No more tea' },
  })
  expect(closed.status).toBe(200)
  expect(await progressOf(id)).toEqual([['5.5', '5.5']])
})

test('of a kit whole kits count, beside a line that waits', async () => {
  const part = await stocked(app, site, { qty: '4' })
  const awaited = await newItem(app, site, { backorder: { policy: 'allow', limit: null } })
  const sku = `KIT-${randomUUID().slice(0, 6)}`
  const made = await app.call(api.warehouse.products.create, {
    ...as(site),
    body: { name: 'Kit', kind: 'virtual_kit', variants: [{ sku }] },
  })
  await app.call(api.warehouse.kits.save, {
    ...as(site),
    params: { ...site.params, variantId: made.body.product.variants[0]?.id ?? '' },
    body: { components: [{ sku: part.sku, qty: '2' }] },
  })
  const lines = [
    { sku, qty: '2' },
    { sku: awaited.sku, qty: '3' },
  ]
  const placed = await placeOrder(app, site, lines, { confirm: { mode: 'backorder' } })
  const { id } = placed.body.order
  await shipReleased(id)
  expect(await progressOf(id)).toEqual([['2', '5']])
  const whole = (await placeOrder(app, site, [{ sku: (await stocked(app, site)).sku, qty: '3' }]))
    .body.order
  await shipReleased(whole.id)
  expect(await progressOf(whole.id)).toEqual([['3', '3']])
})

test('the order says how much of each line came back', async () => {
  const shipped = await shippedOf(app, site, '3')
  const back = await authorizedOf(app, site, shipped, '2')
  expect((await orderNow(app, site, shipped.order.id)).lines).toMatchObject([
    { consumed: '3', returned: '0' },
  ])
  expect((await receiveAll(app, site, back)).status).toBe(200)
  expect((await orderNow(app, site, shipped.order.id)).lines).toMatchObject([
    { consumed: '3', returned: '2' },
  ])
})
