import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal, setupApp } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { as, adjustAt, levelOf, newItem, stocked, violations } from '../../../test/fixtures.ts'
import { orderNow, orderOf } from '../../../test/order-calls.ts'
import { runJob } from '../../../test/run-job.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { expireReservations } from './jobs.ts'

const { reservations } = api.warehouse
const { app, site } = await setupSite(await setupApp())

const reserve = (body: Record<string, unknown>) =>
  app.call(reservations.create, {
    ...as(site),
    body: { warehouseId: site.warehouse.id, ...body } as never,
  })
const release = (reservationId: string) =>
  app.call(reservations.release, {
    ...as(site),
    params: { ...site.params, reservationId },
    body: {},
  })
const waiting = { confirm: { mode: 'backorder' } }
const inMinutes = (minutes: number) =>
  new Date(app.clock.now().getTime() + minutes * 60_000).toISOString()

test('reserves available stock until it is released, which serves who waits', async () => {
  const mug = await stocked(app, site, { backorder: { policy: 'allow' } })
  const made = await reserve({ sku: mug.sku, qty: '7', note: 'Trade fair' })
  expect(made.status).toBe(201)
  const { reservation } = made.body
  expect(reservation).toMatchObject({ qty: '7', note: 'Trade fair', state: 'active' })
  expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '7' })
  const order = await orderOf(app, site, mug.sku, '5', waiting)
  expect(order.lines).toMatchObject([{ promised: '3', backordered: '2' }])

  const { body } = await app.call(reservations.list, { ...as(site), query: { variant: mug.id } })
  expect(body.items).toMatchObject([
    { source: 'order', number: order.number, orderId: order.id, reserved: '3', backordered: '2' },
    { source: 'manual', reservationId: reservation.id, note: 'Trade fair', reserved: '7' },
  ])
  const { body: manual } = await app.call(reservations.list, {
    ...as(site),
    query: { variant: mug.id, source: 'manual', q: 'fair' },
  })
  expect(manual.items).toHaveLength(1)
  const { number = '' } = order
  const short = String(Number(number.slice(3)))
  const found = async (q: string) => {
    const answer = await app.call(reservations.list, { ...as(site), query: { variant: mug.id, q } })
    return answer.body.items.map(({ source }) => source)
  }
  for (const q of [number, number.toLowerCase(), short, number.slice(0, -2)])
    expect([q, await found(q)]).toEqual([q, ['order']])
  expect(await found('FAIR')).toEqual(['manual'])
  expect(await found('SO-999')).toEqual([])

  expect((await release(reservation.id)).body.reservation.state).toBe('released')
  expect(await orderNow(app, site, order.id)).toMatchObject({ reservationState: 'full' })
  expect(refusal(await release(reservation.id))).toEqual([409, 'invalid_transition'])
  const actions = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
  expect(actions.slice(-5)).toEqual([
    'RESERVATION_CREATED',
    // Of the first order.
    'CHANNEL_CREATED',
    'ORDER_CREATED',
    'ORDER_CONFIRMED',
    'RESERVATION_RELEASED',
  ])
  expect(await violations(app, site)).toEqual([])
})

test('refuses what is not available, not kept in stock or over already', async () => {
  const mug = await stocked(app, site)
  const much = await reserve({ sku: mug.sku, qty: '11' })
  expect(refusal(much)).toEqual([409, 'insufficient_stock'])
  expect(much.body['blockers']).toMatchObject([
    { sku: mug.sku, requested: '11', available: '10', short: '1', unavailable: '0', incoming: '0' },
  ])
  const none = await newItem(app, site)
  expect(refusal(await reserve({ sku: none.sku, qty: '1' }))).toEqual([409, 'insufficient_stock'])
  expect(refusal(await reserve({ sku: mug.sku, qty: '0.5' }))).toEqual([422, 'uom_not_exact'])
  const past = await reserve({ sku: mug.sku, qty: '1', expiresAt: inMinutes(-1) })
  expect(past.body['details']).toMatchObject([{ path: 'expiresAt' }])
  expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '0' })
})

test('one that expires gives its stock to who waits', async () => {
  const mug = await stocked(app, site, { qty: '4', backorder: { policy: 'allow' } })
  await reserve({ sku: mug.sku, qty: '3', expiresAt: inMinutes(5) })
  const later = await reserve({ sku: mug.sku, qty: '1', expiresAt: inMinutes(60) })
  const order = await orderOf(app, site, mug.sku, '4', waiting)
  await runJob(app, expireReservations, {})
  expect(await orderNow(app, site, order.id)).toMatchObject({ reservationState: 'none' })
  app.clock.advance(5 * 60_000)
  await runJob(app, expireReservations, {})
  await runJob(app, expireReservations, {})
  expect(await orderNow(app, site, order.id)).toMatchObject({
    lines: [{ promised: '3', backordered: '1' }],
  })
  expect(refusal(await release(later.body.reservation.id))[0]).toBe(200)
  const log = await eventsOf(app, site.platform.id)
  expect(log.filter(({ action }) => action === 'RESERVATION_EXPIRED')).toMatchObject([
    { actor_type: 'system', metadata: { qty: '3' } },
  ])
  const { body } = await app.call(api.warehouse.integrity.verify, { ...as(site), body: {} })
  expect(body).toMatchObject({ violations: [] })
})

test('one that is displaced waits', async () => {
  const mug = await stocked(app, site)
  await reserve({ sku: mug.sku, qty: '8' })
  const taken = await adjustAt(app, site, { sku: mug.sku, qty: '-5' }, { displace: true })
  expect(taken.status).toBe(201)
  const { body } = await app.call(reservations.list, { ...as(site), query: { variant: mug.id } })
  expect(body.items).toMatchObject([{ source: 'manual', reserved: '5', backordered: '3' }])
  const log = await eventsOf(app, site.platform.id)
  expect(log.some(({ action }) => action === 'RESERVATION_BACKORDERED')).toBe(true)
})
