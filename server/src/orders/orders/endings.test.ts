import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { findingsOf } from '../../../test/breaking.ts'
import { as, newItem, receiveInto, stocked } from '../../../test/fixtures.ts'
import { orderNow, orderOf, placeOrder } from '../../../test/order-calls.ts'
import { packAll, pickedOf, ship, shippedWith } from '../../../test/pack-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { externalOrders, orders, shipping, trace } = api.orders
const { app, site } = await setupSite()

const at = (orderId: string) => ({ ...as(site), params: { ...site.params, orderId } })
const cancelLine = (order: { id: string; version: number; lines: { id: string }[] }, qty: string) =>
  app.call(orders.cancelLine, {
    ...as(site),
    params: { ...site.params, orderId: order.id, lineId: order.lines[0]?.id ?? '' },
    body: { version: order.version, qty },
  })
const typesOf = async (orderId: string) =>
  (await app.call(trace.timeline, at(orderId))).body.items.map(({ type }) => type)
const reasonsOf = async (orderId: string) =>
  (await app.call(trace.explain, at(orderId))).body.lines.map(({ reason }) => reason)
const cancelRest = { confirm: { mode: 'cancel_rest' } }

describe('an order of which nothing is left', () => {
  test('ends when its last line is cancelled, whether a draft, confirmed or on hold', async () => {
    const mug = await stocked(app, site)
    const draft = (
      await placeOrder(app, site, [{ sku: mug.sku, qty: '2' }], { confirm: undefined })
    ).body.order
    expect((await cancelLine(draft, '2')).body.order).toMatchObject({ state: 'cancelled' })
    const confirmed = await orderOf(app, site, mug.sku, '3')
    const part = (await cancelLine(confirmed, '1')).body.order
    expect(part).toMatchObject({ state: 'confirmed' })
    const { body } = await app.call(orders.hold, {
      ...at(confirmed.id),
      body: { version: part.version, kind: 'payment' },
    })
    expect((await cancelLine(body.order, '2')).body.order).toMatchObject({
      state: 'cancelled',
      cancelReason: 'All lines were cancelled',
      holds: [],
    })
    expect((await typesOf(confirmed.id)).slice(0, 2)).toEqual([
      'order.cancelled',
      'order.line_cancelled',
    ])
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('ends when a change of a line or the shop leaves only what is cancelled', async () => {
    const mug = await stocked(app, site)
    const edited = await orderOf(app, site, mug.sku, '3')
    const { version } = (await cancelLine(edited, '2')).body.order
    const changed = await app.call(orders.updateLine, {
      ...as(site),
      params: { ...site.params, orderId: edited.id, lineId: edited.lines[0]?.id ?? '' },
      body: { version, qty: '2' },
    })
    expect(changed.body.order).toMatchObject({
      state: 'cancelled',
      cancelReason: 'All lines were cancelled',
      reservationState: 'none',
    })

    const other = await stocked(app, site)
    const external = randomUUID()
    const put = (lines: object[]) =>
      app.call(externalOrders.put, {
        ...as(site),
        params: { ...site.params, channel: 'MANUAL', external },
        body: { lines: lines as never, confirm: { mode: 'strict' } },
      })
    const cup = { sku: mug.sku, qty: '2' }
    const sent = (await put([cup, { sku: other.sku, qty: '1' }])).body.order
    expect((await cancelLine(sent, '2')).body.order).toMatchObject({ state: 'confirmed' })
    const left = await put([cup])
    expect(left.body).toMatchObject({ result: 'updated', order: { state: 'cancelled' } })
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('ends when nothing of it is available and the rest is cancelled', async () => {
    const mug = await newItem(app, site)
    const made = await orderOf(app, site, mug.sku, '2', cancelRest)
    expect(made).toMatchObject({
      state: 'cancelled',
      cancelReason: 'Out of stock',
      lines: [{ cancelled: '2', outOfStock: '2' }],
    })
    expect(await orderNow(app, site, made.id)).toMatchObject({ state: 'cancelled', version: 2 })
    const draft = await placeOrder(app, site, [{ sku: mug.sku, qty: '2' }], { confirm: undefined })
    const confirmed = await app.call(orders.confirm, {
      ...at(draft.body.order.id),
      body: { version: 1, mode: 'cancel_rest' },
    })
    expect(confirmed.body.order).toMatchObject({ state: 'cancelled', cancelReason: 'Out of stock' })
    expect(await typesOf(draft.body.order.id)).toEqual([
      'order.cancelled',
      'order.confirmed',
      'order.created',
    ])
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('says whether a person cancelled it or stock was missing', async () => {
    const mug = await stocked(app, site, { qty: '3' })
    const cut = await orderOf(app, site, mug.sku, '5', cancelRest)
    expect(cut).toMatchObject({ lines: [{ cancelled: '2', outOfStock: '2' }] })
    expect(await reasonsOf(cut.id)).toEqual(['rest_cancelled'])
    const reduced = (await cancelLine(cut, '1')).body.order
    expect(reduced).toMatchObject({ lines: [{ cancelled: '3', outOfStock: '2' }] })
    await app.call(orders.cancel, {
      ...at(cut.id),
      body: { version: reduced.version, reason: 'Changed their mind' },
    })
    expect(await reasonsOf(cut.id)).toEqual(['cancelled'])

    const whole = await orderOf(app, site, mug.sku, '2', cancelRest)
    await cancelLine(whole, '1')
    expect(await reasonsOf(whole.id)).toEqual(['whole_order'])
    const none = await orderOf(app, site, (await newItem(app, site)).sku, '2', cancelRest)
    expect(await reasonsOf(none.id)).toEqual(['out_of_stock'])
  })
})

describe('a shipped order', () => {
  const step = (
    verb: 'deliver' | 'exception' | 'lose',
    { id, version }: { id: string; version: number },
  ) =>
    app.call(shipping[verb], {
      ...as(site),
      params: { ...site.params, shipmentId: id },
      body: { version, ...(verb !== 'deliver' && { reason: 'Gone' }) } as never,
    })

  test('is completed when its shipment was delivered', async () => {
    const mug = await stocked(app, site)
    const shipment = await shippedWith(app, site, mug.sku)
    expect(await orderNow(app, site, shipment.orderId)).toMatchObject({ state: 'shipped' })
    expect((await step('deliver', shipment)).status).toBe(200)
    expect(await orderNow(app, site, shipment.orderId)).toMatchObject({ state: 'completed' })
    expect((await typesOf(shipment.orderId))[0]).toBe('order.completed')
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('is completed when its shipment is lost, not while it has an exception', async () => {
    const mug = await stocked(app, site)
    const shipment = await shippedWith(app, site, mug.sku)
    const { body } = await step('exception', shipment)
    expect(await orderNow(app, site, shipment.orderId)).toMatchObject({ state: 'shipped' })
    await step('lose', body.shipment)
    expect(await orderNow(app, site, shipment.orderId)).toMatchObject({ state: 'completed' })
  })
})

test('a partly shipped order stays open though its first shipment was delivered', async () => {
  const mug = await stocked(app, site, { qty: '1', backorder: { policy: 'allow' } })
  const { fulfillmentId, order } = await pickedOf(app, site, mug.sku, '2', {
    confirm: { mode: 'backorder' },
  })
  await packAll(app, site, fulfillmentId)
  const { body } = await ship(app, site, fulfillmentId)
  await app.call(shipping.deliver, {
    ...as(site),
    params: { ...site.params, shipmentId: body.shipment.id },
    body: { version: 1 },
  })
  const now = await orderNow(app, site, order.id)
  expect(now).toMatchObject({ state: 'partially_shipped' })
  // What was still to come is cancelled: all that is left has arrived.
  expect((await cancelLine(now, '1')).body.order).toMatchObject({ state: 'completed' })
  await receiveInto(app, site, { sku: mug.sku, qty: '1' })
  expect(await findingsOf(app, site)).toEqual([])
})
