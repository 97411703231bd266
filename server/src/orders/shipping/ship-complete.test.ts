import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, openSite, receiveInto, stocked, type Site } from '../../../test/fixtures.ts'
import { orderNow, placeOrder } from '../../../test/order-calls.ts'
import { packAll, packedOf, ship } from '../../../test/pack-calls.ts'
import { confirmPick, fulfillmentNow, pickShort, releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { fulfillments, shipping } = api.orders
const { app, site } = await setupSite()

const whole = { shipComplete: true }
const shipShort = (fulfillmentId: string, by: Pick<Site, 'token'> = site) =>
  app.call(shipping.ship, {
    params: site.params,
    token: by.token,
    body: { fulfillmentId, shipShort: true },
  })

test('an order that ships complete doesn’t leave in part after a short pick', async () => {
  const mug = await stocked(app, site, { qty: '5' })
  const { order, fulfillmentId, task } = await releasedOf(app, site, mug.sku, '5', whole)
  expect((await pickShort(app, site, task.id, { qtyFound: '3' })).status).toBe(200)
  expect((await packAll(app, site, fulfillmentId)).status).toBe(200)
  const refused = await ship(app, site, fulfillmentId)
  expect(refusal(refused)).toEqual([409, 'order_incomplete'])
  expect(refused.body).toMatchObject({
    blockers: [{ type: 'line', lineNo: 1, sku: mug.sku, qty: '2' }],
  })
  expect(await orderNow(app, site, order.id)).toMatchObject({ state: 'in_fulfillment' })

  const shipper = await app.newMember(site.owner, site.platform, { role: 'shipper' })
  expect(refusal(await shipShort(fulfillmentId, shipper))).toEqual([422, 'permission_denied'])
  const manager = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
  expect((await shipShort(fulfillmentId, manager)).status).toBe(201)
  expect(await orderNow(app, site, order.id)).toMatchObject({ state: 'partially_shipped' })

  // The rest is all there is to ship then.
  await receiveInto(app, site, { sku: mug.sku, qty: '2' })
  const { version } = await orderNow(app, site, order.id)
  const released = await app.call(fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId: order.id },
    body: { version },
  })
  const rest = await packedOf(app, site, released.body.fulfillments[0]?.id ?? '')
  expect((await ship(app, site, rest.fulfillmentId)).status).toBe(201)
  expect(await orderNow(app, site, order.id)).toMatchObject({ state: 'shipped' })
  expect(await findingsOf(app, site)).toEqual([])
})

test('an order that ships complete leaves two warehouses when both have packed', async () => {
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6).toUpperCase()}`, 'UTC')
  const mug = await stocked(app, site, { qty: '2' })
  const received = await app.call(api.warehouse.receiving.create, {
    ...as(site),
    body: { warehouseId: east.id, complete: true, lines: [{ sku: mug.sku, qty: '3' }] },
  })
  expect(received.status).toBe(201)
  const placed = await placeOrder(app, site, [{ sku: mug.sku, qty: '5' }], whole)
  const { id, version } = placed.body.order
  const released = await app.call(fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId: id },
    body: { version },
  })
  const [first = '', second = ''] = released.body.fulfillments.map((one) => one.id)
  await packedOf(app, site, first)
  expect(refusal(await ship(app, site, first))).toEqual([409, 'order_incomplete'])
  const { lines } = await fulfillmentNow(app, site, second)
  for (const task of lines.flatMap(({ picks }) => picks))
    await confirmPick(app, site, task.id, { qty: task.qty })
  expect(refusal(await ship(app, site, first))).toEqual([409, 'order_incomplete'])
  await packAll(app, site, second)
  expect((await ship(app, site, first)).status).toBe(201)
  expect((await ship(app, site, second)).status).toBe(201)
  expect(await orderNow(app, site, id)).toMatchObject({ state: 'shipped' })
})

test('an order of several parts that doesn’t ship complete leaves in part', async () => {
  const mug = await stocked(app, site, { qty: '5' })
  const { fulfillmentId, task } = await releasedOf(app, site, mug.sku, '5')
  await pickShort(app, site, task.id, { qtyFound: '3' })
  await packAll(app, site, fulfillmentId)
  expect((await ship(app, site, fulfillmentId)).status).toBe(201)
})

test('a part of an order that ships complete is released when that is asked for', async () => {
  const mug = await stocked(app, site, { qty: '2', backorder: { policy: 'allow' } })
  const made = await placeOrder(app, site, [{ sku: mug.sku, qty: '3' }], {
    ...whole,
    confirm: { mode: 'backorder' },
  })
  const { id: orderId, version } = made.body.order
  const release = (more: object) =>
    app.call(fulfillments.release, {
      ...as(site),
      params: { ...site.params, orderId },
      body: { version, ...more },
    })
  expect(refusal(await release({}))).toEqual([409, 'nothing_to_release'])
  const released = await release({ shipShort: true })
  expect(released.body).toMatchObject({
    left: [{ sku: mug.sku, qty: '1', reason: 'backordered' }],
    order: { state: 'released' },
  })
  // Shipping still asks: the rest may have come by then.
  const { fulfillmentId } = await packedOf(app, site, released.body.fulfillments[0]?.id ?? '')
  expect(refusal(await ship(app, site, fulfillmentId))).toEqual([409, 'order_incomplete'])
  expect((await shipShort(fulfillmentId)).status).toBe(201)
  expect(await findingsOf(app, site)).toEqual([])
})
