import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../app.ts'
import { arrange, eventsOf } from '../arrange.ts'
import {
  adjustAt,
  as,
  levelOf,
  newItem,
  openSite,
  receiveInto,
  stocked,
  violations,
} from '../fixtures.ts'
import { orderNow, orderOf, placeOrder } from '../order-calls.ts'
import { setupSite } from '../setup-site.ts'

const { lots, stockViews, stock } = api.warehouse
const { app, site } = await setupSite()

const order = (sku: string, qty: string, more: Record<string, unknown> = {}) =>
  orderOf(app, site, sku, qty, more)
const detailsOf = (orderId: string) => orderNow(app, site, orderId)

test('B1 promises what there is, and refuses the second order whole', async () => {
  const { id, sku } = await stocked(app, site)
  await order(sku, '6')
  await app.call(stock.move, {
    ...as(site),
    body: { lines: [{ sku, qty: '1', fromLocationId: site.a01.id, toStatus: 'damaged' }] },
  })
  const second = await placeOrder(app, site, [{ sku, qty: '6' }])
  expect(refusal(second)).toEqual([409, 'insufficient_stock'])
  expect(second.body['blockers']).toEqual([
    {
      type: 'line',
      lineNo: 1,
      variantId: id,
      sku,
      requested: '6',
      available: '3',
      short: '3',
      unavailable: '1',
      statuses: { damaged: '1' },
      incoming: '0',
    },
  ])
  const { body } = await app.call(api.orders.orders.list, {
    ...as(site),
    query: { variant: id },
  })
  expect(body.total).toBe(1)
})

test('B2 two lines of one SKU are summed', async () => {
  const { sku } = await stocked(app, site)
  const lines = [
    { sku, qty: '6' },
    { sku, qty: '6' },
  ]
  const refused = await placeOrder(app, site, lines)
  expect(refusal(refused)).toEqual([409, 'insufficient_stock'])
  expect(refused.body['blockers']).toMatchObject([{ lineNo: 2, requested: '6', available: '4' }])
})

test('B3 the rest waits, and is promised by the next receipt with an event', async () => {
  const { sku } = await stocked(app, site, { backorder: { policy: 'allow' } })
  await order(sku, '6')
  const waiting = await order(sku, '6', { confirm: { mode: 'backorder' } })
  expect(waiting.lines).toMatchObject([{ promised: '4', backordered: '2' }])
  await receiveInto(app, site, { sku, qty: '5' })
  expect((await detailsOf(waiting.id)).lines).toMatchObject([{ promised: '6', backordered: '0' }])
  const events = await arrange(
    app,
    `select payload ->> 'qty' as qty from tenant.tenant_events
     where type = 'backorder.promised' and subject_id = $1`,
    [waiting.lines[0]?.id],
  )
  expect(events).toEqual([{ qty: '2' }])
})

test('B4 one order is promised by two warehouses', async () => {
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  const { sku } = await stocked(app, site, { qty: '5' })
  await app.call(api.warehouse.receiving.create, {
    ...as(site),
    body: { warehouseId: east.id, complete: true, lines: [{ sku, qty: '5' }] },
  })
  const { lines } = await order(sku, '8')
  expect(lines[0]?.claims.map(({ promised }) => Number(promised)).toSorted()).toEqual([3, 5])
})

test('B11 a kit of 2 A and 1 B is available twice of 5 A and 9 B', async () => {
  const [a, b] = [await stocked(app, site, { qty: '5' }), await stocked(app, site, { qty: '9' })]
  const { body } = await app.call(api.warehouse.products.create, {
    ...as(site),
    body: { name: 'Kit', kind: 'virtual_kit', variants: [{ sku: `KIT-${a.sku}` }] },
  })
  const variantId = body.product.variants[0]?.id ?? ''
  const params = { ...site.params, variantId }
  const components = [
    { sku: a.sku, qty: '2' },
    { sku: b.sku, qty: '1' },
  ]
  await app.call(api.warehouse.kits.save, { ...as(site), params, body: { components } })
  const numbers = await app.call(stockViews.variant, { ...as(site), params })
  expect(numbers.body).toMatchObject({ totals: { available: '2', onHand: '0' } })
  const levels = await app.call(stockViews.levels, { ...as(site), query: { variant: variantId } })
  expect(levels.body.items.filter(({ warehouseCode }) => warehouseCode === 'MAIN')).toMatchObject([
    { available: '2' },
  ])
  const offered = await app.call(stockViews.availability, {
    ...as(site),
    params,
    query: { qty: '3' },
  })
  expect(offered.body.total).toMatchObject({
    now: { available: '2', enough: false },
    byDate: { available: '2', incoming: '0' },
  })
})

test('an order that cannot be read is refused with the field, and creates nothing', async () => {
  const { sku } = await stocked(app, site)
  const count = async () =>
    (await app.call(api.orders.orders.list, { ...as(site), query: {} })).body.total
  const before = await count()
  const refused = async (lines: Record<string, unknown>[], more = {}) => {
    const { status, body } = await placeOrder(app, site, lines, more)
    const { code, details } = body as unknown as { code: string; details?: { path: string }[] }
    return [status, code, details?.[0]?.path]
  }
  const one = { sku, qty: '1' }
  expect(await refused([{ sku: 'NOBODY', qty: '1' }])).toEqual([
    400,
    'validation_failed',
    'lines.0.sku',
  ])
  expect(await refused([{ ...one, unit: 'pallet' }])).toEqual([422, 'uom_unknown', 'lines.0.unit'])
  expect(await refused([one], { channelId: randomUUID() })).toEqual([
    400,
    'validation_failed',
    'channelId',
  ])
  expect(await refused([one], { currency: 'XXY' })).toEqual([400, 'validation_failed', 'currency'])
  expect(await refused([{ sku, qty: '-1' }])).toEqual([400, 'validation_failed', 'lines.0.qty'])
  expect(await refused([{ sku, qty: 1 }])).toEqual([400, 'validation_failed', 'lines.0.qty'])
  expect(await refused([{ sku, qty: '0.5' }])).toEqual([422, 'uom_not_exact', 'lines.0.qty'])
  expect(await refused(Array.from({ length: 1_001 }, () => one))).toEqual([
    400,
    'validation_failed',
    'lines',
  ])
  const dear = { sku, qty: '999999999', unitPrice: '999999999999' }
  expect((await refused([dear], { confirm: undefined })).slice(0, 2)).toEqual([
    422,
    'amount_too_large',
  ])
  expect(await count()).toBe(before)
})

test('B9 an adjustment below what is reserved names the orders, or makes the least urgent wait', async () => {
  const { id, sku } = await stocked(app, site)
  const { body } = await app.call(api.orders.customers.create, {
    ...as(site),
    body: { code: `C-${sku}`, name: 'Harbor Goods' },
  })
  const urgent = await order(sku, '6', { priority: 9 })
  const usual = await order(sku, '3', { customerId: body.customer.id })
  const line = { sku, qty: '-3' }
  const refused = await adjustAt(app, site, line)
  expect(refusal(refused)).toEqual([409, 'oversell_refused'])
  expect(refused.body['blockers']).toMatchObject([
    {
      sku,
      available: '1',
      missing: '2',
      claims: [
        { orderId: usual.id, number: usual.number, customer: 'Harbor Goods', qty: '3', waits: '2' },
        { orderId: urgent.id, number: urgent.number, qty: '6', waits: '0' },
      ],
    },
  ])
  expect((await adjustAt(app, site, line, { displace: true })).status).toBe(201)
  expect(await detailsOf(usual.id)).toMatchObject({
    reservationState: 'partial',
    lines: [{ promised: '1', backordered: '2' }],
  })
  expect(await detailsOf(urgent.id)).toMatchObject({ reservationState: 'full' })
  expect(await levelOf(app, id)).toEqual({
    on_hand: '7',
    unavailable: '0',
    reserved: '7',
    backordered: '2',
  })
  const log = await eventsOf(app, site.platform.id)
  expect(log.filter(({ action }) => action === 'ORDER_BACKORDERED')).toMatchObject([
    { target_id: usual.id, metadata: { sku, qty: '2', lineNo: 1 } },
  ])
  const events = await arrange(
    app,
    `select payload from tenant.tenant_events where type = 'order.backordered' and subject_id = $1`,
    [usual.id],
  )
  expect(events).toMatchObject([{ payload: { number: usual.number, sku, qty: '2' } }])
  expect(await violations(app, site)).toEqual([])
})

test('B9 stock that is put on hold, by itself or with its lot, displaces too', async () => {
  const { id, sku } = await stocked(app, site)
  const made = await order(sku, '8')
  const hold = {
    lines: [{ sku, qty: '5', fromLocationId: site.a01.id, toStatus: 'hold' as const }],
  }
  const refused = await app.call(stock.move, { ...as(site), body: hold })
  expect(refused.body['blockers']).toMatchObject([
    { claims: [{ number: made.number, waits: '3' }] },
  ])
  const moved = await app.call(stock.move, { ...as(site), body: { ...hold, displace: true } })
  expect(moved.status).toBe(201)
  expect(await levelOf(app, id)).toMatchObject({
    unavailable: '5',
    reserved: '5',
    backordered: '3',
  })

  const jam = await newItem(app, site, { tracking: 'lot' })
  await receiveInto(app, site, { sku: jam.sku, qty: '4', lotCode: 'L1' })
  const waiting = await order(jam.sku, '4')
  const { body: found } = await app.call(lots.list, { ...as(site), query: { variant: jam.id } })
  const lot = found.items[0]
  const params = { ...site.params, lotId: lot?.id ?? '' }
  const version = lot?.version ?? 0
  const held = await app.call(lots.hold, { ...as(site), params, body: { version } })
  expect(held.body).toMatchObject({ promised: [{ number: waiting.number, waits: '4' }] })
  const body = { version: version + 1, note: 'Glass', displace: true }
  expect((await app.call(lots.recall, { ...as(site), params, body })).status).toBe(200)
  expect(await detailsOf(waiting.id)).toMatchObject({
    reservationState: 'none',
    lines: [{ promised: '0', backordered: '4' }],
  })
  expect(await violations(app, site)).toEqual([])
})
