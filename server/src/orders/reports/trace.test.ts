import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, newItem, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'
import { orderOf, placeOrder } from '../../../test/order-calls.ts'
import {
  closePackage,
  openPackage,
  packAll,
  packItem,
  pickedOf,
  voidShipment,
} from '../../../test/pack-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { bulk, channels, externalOrders, fulfillments, orders, shipping, trace } = api.orders
const { app, site } = await setupSite()

const explain = async (orderId: string) =>
  (await app.call(trace.explain, { ...as(site), params: { ...site.params, orderId } })).body

test('explains what each warehouse had, what it gave, and why the rest waits', async () => {
  const code = `E${randomUUID().slice(0, 6).toUpperCase()}`
  const east = await openSite(app, site, code, 'UTC')
  const mug = await newItem(app, site, { backorder: { policy: 'allow' } })
  await receiveInto(app, site, { sku: mug.sku, qty: '5' })
  await app.call(api.warehouse.receiving.create, {
    ...as(site),
    body: { warehouseId: east.id, complete: true, lines: [{ sku: mug.sku, qty: '4' }] },
  })
  const divided = await orderOf(app, site, mug.sku, '8')
  expect(await explain(divided.id)).toMatchObject({
    policy: 'fewest_shipments',
    mode: 'strict',
    lines: [
      {
        lineNo: 1,
        requested: '8',
        reason: 'divided',
        warehouses: expect.arrayContaining([
          expect.objectContaining({ warehouse: 'MAIN', availableThen: '5', given: '5' }),
          expect.objectContaining({ warehouse: code, availableThen: '4', given: '3' }),
        ]),
      },
    ],
  })
  const waiting = await orderOf(app, site, mug.sku, '3', { confirm: { mode: 'backorder' } })
  const { lines } = await explain(waiting.id)
  expect(lines).toMatchObject([{ reason: 'waiting' }])
  expect(lines[0]?.warehouses.find(({ warehouse }) => warehouse === code)).toMatchObject({
    availableThen: '1',
    given: '1',
    promised: '1',
    backordered: '2',
    available: '0',
  })
  const cap = await stocked(app, site, { qty: '2' })
  const cut = await orderOf(app, site, cap.sku, '3', { confirm: { mode: 'cancel_rest' } })
  expect((await explain(cut.id)).lines).toMatchObject([{ reason: 'rest_cancelled' }])
  const draft = await placeOrder(app, site, [{ sku: cap.sku, qty: '1' }], { confirm: undefined })
  expect(await explain(draft.body.order.id)).toMatchObject({
    policy: null,
    lines: [{ reason: 'not_confirmed' }],
  })
})

test('tells who did what when, newest first, page by page', async () => {
  const mug = await stocked(app, site, { qty: '1', backorder: { policy: 'allow' } })
  const made = await orderOf(app, site, mug.sku, '3', { confirm: { mode: 'backorder' } })
  const params = { ...site.params, orderId: made.id }
  await receiveInto(app, site, { sku: mug.sku, qty: '2' })
  await app.call(orders.hold, { ...as(site), params, body: { version: 1, kind: 'payment' } })
  const read = async (query = {}) => {
    const { body } = await app.call(trace.timeline, { ...as(site), params, query })
    return body
  }
  const { items } = await read()
  expect(items).toMatchObject([
    { type: 'order.held', by: expect.any(String), data: { kind: 'payment' } },
    { type: 'backorder.promised', by: null, lineNo: 1, data: { sku: mug.sku, qty: '2' } },
    { type: 'order.confirmed', by: expect.any(String) },
    { type: 'order.created', by: expect.any(String) },
  ])
  const first = await read({ limit: '2' })
  const second = await read({ limit: '2', cursor: first.next ?? '' })
  expect([...first.items, ...second.items]).toEqual(items)
})

test('tells which fields a shop, a selection or a person changed, and not those that stayed', async () => {
  const mug = await stocked(app, site)
  const code = `SHOP-${randomUUID().slice(0, 6)}`
  await app.call(channels.create, { ...as(site), body: { code, kind: 'shop' } })
  const put = async (body: Record<string, unknown>) =>
    (
      await app.call(externalOrders.put, {
        ...as(site),
        params: { ...site.params, channel: code, external: '1' },
        body: { lines: [{ sku: mug.sku, qty: '2', unitPrice: '3' }], ...body } as never,
      })
    ).body.order
  const { id } = await put({ note: 'Gift' })
  await put({ note: 'No gift', priority: 7, lines: [{ sku: mug.sku, qty: '3', unitPrice: '3' }] })
  await app.call(bulk.tag, {
    ...as(site),
    body: { mode: 'all_or_nothing', items: [{ id }], add: ['urgent'] },
  })
  const params = { ...site.params, orderId: id }
  await app.call(orders.update, {
    ...as(site),
    params,
    body: { version: 3, priority: 7, note: 'Gift after all', paymentState: '' },
  })
  const { lines } = (await app.call(orders.details, { ...as(site), params })).body.order
  await app.call(orders.updateLine, {
    ...as(site),
    params: { ...params, lineId: lines[0]?.id ?? '' },
    body: { version: 4, qty: '3', unitPrice: '4' },
  })
  const { items } = (await app.call(trace.timeline, { ...as(site), params })).body
  expect(items.map(({ data }) => data['changed'])).toEqual([
    ['unitPrice'],
    ['note'],
    ['tags'],
    ['priority', 'note', 'lines'],
    undefined,
  ])
})

test('tells that an order was picked and packed, by whom', async () => {
  const mug = await stocked(app, site)
  const { order, fulfillmentId, number } = await pickedOf(app, site, mug.sku, '1')
  await packAll(app, site, fulfillmentId)
  const params = { ...site.params, orderId: order.id }
  const { items } = (await app.call(trace.timeline, { ...as(site), params })).body
  expect(items.slice(0, 2)).toMatchObject([
    { type: 'fulfillment.packed', by: expect.any(String), data: { fulfillments: [number] } },
    { type: 'fulfillment.picked', by: expect.any(String), data: { fulfillments: [number] } },
  ])
})

test('names the packages that were shipped first; their fulfillment lists them too', async () => {
  const mug = await stocked(app, site, { qty: '5' })
  const { order, fulfillmentId } = await pickedOf(app, site, mug.sku, '5')
  const { id, number } = (await openPackage(app, site, fulfillmentId)).body.package
  await packItem(app, site, id, { code: mug.sku, qty: '2' })
  await closePackage(app, site, id)
  const { shipment } = (
    await app.call(shipping.ship, {
      ...as(site),
      body: { fulfillmentId, packageIds: [id], packages: [{ packageId: id, tracking: 'FIRST-1' }] },
    })
  ).body
  const stepOf = async () => {
    const params = { ...site.params, orderId: order.id }
    const { items } = (await app.call(trace.timeline, { ...as(site), params })).body
    return items.find(({ type }) => type === 'order.partially_shipped')?.data
  }
  expect(await stepOf()).toEqual({
    shipment: shipment.number,
    tracking: '',
    packages: [{ number, tracking: 'FIRST-1' }],
  })
  const leftOf = async () =>
    (
      await app.call(fulfillments.details, {
        ...as(site),
        params: { ...site.params, fulfillmentId },
      })
    ).body.leftPackages
  expect(await leftOf()).toMatchObject([{ id, number, tracking: 'FIRST-1', state: 'shipped' }])

  await voidShipment(app, site, shipment)
  expect(await stepOf()).toEqual({ shipment: shipment.number })
  expect(await leftOf()).toMatchObject([{ id, state: 'closed' }])
})
