import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal, setupApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import {
  adjustAt,
  as,
  newItem,
  openSite,
  receiveInto,
  stocked,
  violations,
} from '../../../test/fixtures.ts'
import { orderNow, orderOf, placeOrder } from '../../../test/order-calls.ts'
import { authorizedOf, receiveAll, shippedOf, stepReturn } from '../../../test/return-calls.ts'
import { runJob } from '../../../test/run-job.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { moveBackorders, sweepBackorders } from './jobs.ts'

const { backorders, orders } = api.orders
const { app, site } = await setupSite(await setupApp())

const waiting = { confirm: { mode: 'backorder' } }
const list = async (query: Record<string, string> = {}) =>
  (await app.call(backorders.list, { ...as(site), query: query as never })).body

test('lists what waits, the most urgent first, and serves it in that order', async () => {
  const mug = await stocked(app, site, { qty: '1', backorder: { policy: 'allow' } })
  const usual = await orderOf(app, site, mug.sku, '3', waiting)
  const urgent = await orderOf(app, site, mug.sku, '2', { ...waiting, priority: 8 })
  const due = await orderOf(app, site, mug.sku, '1', {
    ...waiting,
    promisedShipAt: '2027-01-01T00:00:00.000Z',
  })
  const { items } = await list({ variant: mug.id })
  expect(items).toMatchObject([
    { number: urgent.number, waiting: '2', priority: 8, lineNo: 1 },
    { number: due.number, waiting: '1', promisedShipAt: '2027-01-01T00:00:00.000Z' },
    { number: usual.number, waiting: '2', reserved: '1', elsewhere: '0', incoming: '0' },
  ])
  const first = await list({ variant: mug.id, limit: '2' })
  const second = await list({ variant: mug.id, limit: '2', cursor: first.next ?? '' })
  expect([...first.items, ...second.items]).toEqual(items)

  const last = items[2]
  const change = (claim: string, priority: number) =>
    app.call(backorders.prioritize, {
      ...as(site),
      params: { ...site.params, claim },
      body: { priority },
    })
  const changed = await change(last?.claimId ?? '', 9)
  expect(changed.body.backorder).toMatchObject({ number: usual.number, priority: 9 })
  expect(refusal(await change('999999', 9))).toEqual([404, 'not_found'])
  expect(refusal(await change('x', 9))).toEqual([404, 'not_found'])
  expect(refusal(await change(last?.claimId ?? '', 10))).toEqual([400, 'validation_failed'])
  await receiveInto(app, site, { sku: mug.sku, qty: '2' })
  expect(await orderNow(app, site, usual.id)).toMatchObject({ reservationState: 'full' })
  expect(await orderNow(app, site, urgent.id)).toMatchObject({ reservationState: 'none' })
})

test('a new priority or ship-by date of an order counts for what it waits for', async () => {
  const mug = await newItem(app, site, { backorder: { policy: 'allow' } })
  await orderOf(app, site, mug.sku, '1', waiting)
  const later = await orderOf(app, site, mug.sku, '1', waiting)
  await app.call(orders.update, {
    ...as(site),
    params: { ...site.params, orderId: later.id },
    body: { version: 1, promisedShipAt: '2027-02-03T00:00:00.000Z', priority: 7 },
  })
  const { items } = await list({ variant: mug.id })
  expect(items[0]).toMatchObject({
    number: later.number,
    priority: 7,
    promisedShipAt: '2027-02-03T00:00:00.000Z',
  })
})

test('a receipt elsewhere serves who waits, most urgent first, where the order may ship from', async () => {
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6).toUpperCase()}`, 'UTC')
  const mug = await stocked(app, site, { qty: '1', backorder: { policy: 'allow' } })
  const onlyMain = { confirm: { mode: 'backorder', warehouseIds: [site.warehouse.id] } }
  const bound = await orderOf(app, site, mug.sku, '2', { ...onlyMain, priority: 9 })
  const usual = await orderOf(app, site, mug.sku, '4', waiting)
  const urgent = await orderOf(app, site, mug.sku, '3', { ...waiting, priority: 8 })
  expect((await list({ variant: mug.id, elsewhere: 'available' })).items).toEqual([])
  const received = await app.call(api.warehouse.receiving.create, {
    ...as(site),
    body: { warehouseId: east.id, complete: true, lines: [{ sku: mug.sku, qty: '5' }] },
  })
  expect(received.status).toBe(201)
  const [job] = await arrange(app, `select data from pgboss.job where name = 'move-backorders'`)
  const payload = job?.['data'] as Parameters<typeof moveBackorders.run>[1]
  expect(payload).toEqual({
    platformId: site.platform.id,
    warehouseId: east.id,
    variantIds: [mug.id],
  })
  await runJob(app, moveBackorders, payload)
  expect(await orderNow(app, site, urgent.id)).toMatchObject({
    reservationState: 'full',
    lines: [{ promised: '3', claims: [{ warehouseId: east.id, promised: '3' }] }],
  })
  expect(await orderNow(app, site, usual.id)).toMatchObject({
    lines: [
      {
        promised: '2',
        backordered: '2',
        claims: [{ backordered: '2' }, { warehouseId: east.id, promised: '2' }],
      },
    ],
  })
  expect(await orderNow(app, site, bound.id)).toMatchObject({
    lines: [{ promised: '1', backordered: '1' }],
  })
  await runJob(app, moveBackorders, payload)
  const log = await eventsOf(app, site.platform.id)
  expect(
    log.filter(({ action }) => action === 'BACKORDER_MOVED').map((one) => one['target_name']),
  ).toEqual([urgent.number, usual.number])
  expect(
    await arrange(
      app,
      `select count(*)::int as n from tenant.tenant_events where type = 'backorder.moved'`,
    ),
  ).toEqual([{ n: 2 }])
  expect(await violations(app, site)).toEqual([])
})

test('what comes back elsewhere is offered when it is available again, not before', async () => {
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6).toUpperCase()}`, 'UTC')
  const mug = await shippedOf(app, site, '2', { qty: '2', backorder: { policy: 'allow' } })
  await orderOf(app, site, mug.sku, '1', waiting)
  const offers = () =>
    arrange(
      app,
      `select data -> 'warehouseId' as place from pgboss.job
       where name = 'move-backorders' and data -> 'variantIds' @> to_jsonb($1::text)`,
      [mug.id],
    )
  const authorized = await authorizedOf(app, site, mug, '1')
  const there = { warehouseId: east.id }
  const { body } = await receiveAll(app, site, authorized, {}, there)
  const held = { complete: true, lines: [{ sku: mug.sku, qty: '1', status: 'hold' }] }
  const received = await app.call(api.warehouse.receiving.create, {
    ...as(site),
    body: { ...there, ...held } as never,
  })
  expect(received.status).toBe(201)
  expect(await offers()).toEqual([])
  const [line] = body.return.lines
  const dispositions = [{ disposition: 'restock', qty: '1', locationId: east.place }]
  const inspected = await stepReturn(app, site, 'inspect', body.return, {
    lines: [{ lineId: line?.id, dispositions }],
  })
  expect(inspected.status).toBe(200)
  expect(await offers()).toEqual([{ place: east.id }])
})

test('the queue makes a file', async () => {
  const mug = await newItem(app, site, { backorder: { policy: 'allow' } })
  const { number } = await orderOf(app, site, mug.sku, '2', waiting)
  const { body } = await app.call(backorders.list, {
    ...as(site),
    query: { variant: mug.id, format: 'csv' },
  })
  expect(String(body)).toMatch(
    new RegExp(`\\r\\n\\d+,${number},1,,${mug.sku},.*,E\\w+,2,0,0,0,each,5`),
  )
})

test('stock that arrives goes to orders that can ship before those on hold', async () => {
  const mug = await newItem(app, site, { backorder: { policy: 'allow' } })
  const here = { confirm: { mode: 'backorder', warehouseIds: [site.warehouse.id] } }
  const held = await orderOf(app, site, mug.sku, '2', { ...here, priority: 9 })
  const usual = await orderOf(app, site, mug.sku, '2', here)
  const params = { ...site.params, orderId: held.id }
  await app.call(orders.hold, { ...as(site), params, body: { version: 1, kind: 'payment' } })
  await receiveInto(app, site, { sku: mug.sku, qty: '2' })
  expect(await orderNow(app, site, usual.id)).toMatchObject({ reservationState: 'full' })
  expect(await orderNow(app, site, held.id)).toMatchObject({ reservationState: 'none' })
  // Nothing stays free while an order waits, also one on hold; of that it is taken first.
  await receiveInto(app, site, { sku: mug.sku, qty: '1' })
  expect(await orderNow(app, site, held.id)).toMatchObject({ lines: [{ promised: '1' }] })
  await adjustAt(app, site, { sku: mug.sku, qty: '-1' }, { displace: true })
  expect(await orderNow(app, site, held.id)).toMatchObject({ lines: [{ promised: '0' }] })
  const released = await app.call(orders.releaseHold, { ...as(site), params, body: { version: 2 } })
  expect(released.status).toBe(200)
  await receiveInto(app, site, { sku: mug.sku, qty: '2' })
  expect(await orderNow(app, site, held.id)).toMatchObject({ reservationState: 'full' })
  expect(await violations(app, site)).toEqual([])
})

test('a new order doesn’t take what an order waits for in another warehouse', async () => {
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6).toUpperCase()}`, 'UTC')
  const mug = await stocked(app, site, { qty: '1', backorder: { policy: 'allow' } })
  const first = await orderOf(app, site, mug.sku, '3', waiting)
  const there = { warehouseId: east.id, complete: true }
  await app.call(api.warehouse.receiving.create, {
    ...as(site),
    body: { ...there, lines: [{ sku: mug.sku, qty: '3' }] },
  })
  // Before the job has moved what waits.
  const refused = await placeOrder(app, site, [{ sku: mug.sku, qty: '2' }])
  expect(refusal(refused)).toEqual([409, 'insufficient_stock'])
  expect(refused.body).toMatchObject({ blockers: [{ requested: '2', available: '1' }] })
  const second = await orderOf(app, site, mug.sku, '1')
  expect(second).toMatchObject({ lines: [{ promised: '1' }] })
  await runJob(app, sweepBackorders, {})
  expect(await orderNow(app, site, first.id)).toMatchObject({ reservationState: 'full' })
  expect(await violations(app, site)).toEqual([])
})

test('stock that another order frees elsewhere is found without a receipt', async () => {
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6).toUpperCase()}`, 'UTC')
  const mug = await newItem(app, site, { backorder: { policy: 'allow' } })
  await app.call(api.warehouse.receiving.create, {
    ...as(site),
    body: { warehouseId: east.id, complete: true, lines: [{ sku: mug.sku, qty: '2' }] },
  })
  const taken = await orderOf(app, site, mug.sku, '2')
  const onlyMain = { confirm: { mode: 'backorder', warehouseIds: [site.warehouse.id] } }
  const bound = await orderOf(app, site, mug.sku, '1', onlyMain)
  const usual = await orderOf(app, site, mug.sku, '2', waiting)
  await app.call(orders.cancel, {
    ...as(site),
    params: { ...site.params, orderId: taken.id },
    body: { version: 1, reason: 'Changed their mind' },
  })
  await runJob(app, sweepBackorders, {})
  expect(await orderNow(app, site, usual.id)).toMatchObject({ reservationState: 'full' })
  expect(await orderNow(app, site, bound.id)).toMatchObject({ reservationState: 'none' })
})
