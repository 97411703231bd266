import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal, setupApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { as, stocked, violations } from '../../../test/fixtures.ts'
import { orderNow, orderOf } from '../../../test/order-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { takenFrom } from './rules.ts'

const { fulfillments, unreserving } = api.orders
const { app, site } = await setupSite(await setupApp())

const waits = { confirm: { mode: 'backorder' } }
type Ordered = Awaited<ReturnType<typeof orderOf>>

const unreserve = (order: Ordered, more: Record<string, unknown>) =>
  app.call(unreserving.unreserve, {
    ...as(site),
    params: { ...site.params, orderId: order.id, lineId: order.lines[0]?.id ?? '' },
    body: { version: order.version, reason: 'Promised to a regular', ...more } as never,
  })
const reserved = async ({ id }: Ordered) => (await orderNow(app, site, id)).lines[0]?.promised

test('what an order has reserved goes to the order that is named, or to the one served first', async () => {
  const mug = await stocked(app, site, { qty: '4', backorder: { policy: 'allow' } })
  const has = await orderOf(app, site, mug.sku, '4')
  const urgent = await orderOf(app, site, mug.sku, '1', { ...waits, priority: 9 })
  const named = await orderOf(app, site, mug.sku, '2', waits)
  const given = await unreserve(has, { qty: '1', toOrderId: named.id })
  expect(given.status).toBe(200)
  expect(given.body.order).toMatchObject({
    version: has.version + 1,
    reservationState: 'partial',
    lines: [{ promised: '3', backordered: '1' }],
  })
  expect([await reserved(named), await reserved(urgent)]).toEqual(['1', '0'])

  const next = await unreserve(given.body.order, { qty: '1' })
  expect(next.status).toBe(200)
  expect([await reserved(has), await reserved(named), await reserved(urgent)]).toEqual([
    '2',
    '1',
    '1',
  ])
  const [entry] = (await eventsOf(app, site.platform.id)).filter(
    ({ action }) => action === 'ORDER_UNRESERVED',
  )
  expect(entry).toMatchObject({ target_name: has.number })
  const events = await arrange(
    app,
    `select payload ->> 'toOrder' as receiver, payload ->> 'reason' as reason from tenant.tenant_events
     where type = 'order.unreserved' and subject_id = $1 order by event_no`,
    [has.id],
  )
  const reason = 'Promised to a regular'
  expect(events).toEqual([
    { receiver: named.number, reason },
    { receiver: null, reason },
  ])
  const promised = `select count(*)::int as n from tenant.tenant_events
     where type = 'backorder.promised' and payload ->> 'orderId' = any ($1)`
  expect(await arrange(app, promised, [[named.id, urgent.id]])).toEqual([{ n: 2 }])
  expect(await violations(app, site)).toEqual([])
})

test('nothing is taken that nobody waits for, that is being picked, or without a reason', async () => {
  const mug = await stocked(app, site, { qty: '3', backorder: { policy: 'allow' } })
  const has = await orderOf(app, site, mug.sku, '3')
  expect(refusal(await unreserve(has, { qty: '1' }))).toEqual([409, 'nobody_waits'])
  const other = await orderOf(app, site, mug.sku, '1', waits)
  expect(refusal(await unreserve(has, { qty: '2' }))).toEqual([409, 'nobody_waits'])
  expect(refusal(await unreserve(has, { qty: '4' }))).toEqual([409, 'picked_goods'])
  expect(refusal(await unreserve(has, { qty: '1', reason: ' ' }))[0]).toBe(400)
  expect(refusal(await unreserve(has, { qty: '1', toOrderId: has.id }))[0]).toBe(400)
  expect(refusal(await unreserve(has, { qty: '1', version: 9 }))).toEqual([409, 'version_conflict'])
  const wrong = '00000000-0000-7000-8000-000000000000'
  expect(refusal(await unreserve(has, { qty: '1', toOrderId: wrong }))).toEqual([404, 'not_found'])
  const params = { ...site.params, orderId: has.id }
  const released = await app.call(fulfillments.release, {
    ...as(site),
    params,
    body: { version: has.version } as never,
  })
  expect(released.status).toBe(200)
  const now = await orderNow(app, site, has.id)
  expect(refusal(await unreserve(now, { qty: '1' }))).toEqual([409, 'picked_goods'])
  expect([await reserved(has), await reserved(other)]).toEqual(['3', '0'])
  expect(await violations(app, site)).toEqual([])
})

test('of a kit whole kits are taken, from the warehouses in sight', () => {
  const claim = (
    reservationId: string,
    componentId: string | null,
    promised: string,
    allocated = '0',
  ) => ({ reservationId, componentId, promised, allocated, warehouseId: reservationId }) as never
  const kit = {
    qtyScale: 1,
    components: [{ id: 'cup', perKit: '2' } as never, { id: 'lid', perKit: '1' } as never],
    claims: [claim('1', 'cup', '4'), claim('2', 'cup', '4', '2'), claim('3', 'lid', '3')],
  }
  const all = () => true
  expect(takenFrom(kit, 20n, all)).toEqual([
    { claim: '1', qty: '4' },
    { claim: '3', qty: '2' },
  ])
  expect(takenFrom(kit, 30n, all)).toEqual([
    { claim: '1', qty: '4' },
    { claim: '2', qty: '2' },
    { claim: '3', qty: '3' },
  ])
  expect(takenFrom(kit, 40n, all)).toBeUndefined()
  expect(takenFrom(kit, 5n, all)).toBeUndefined()
  expect(takenFrom(kit, 30n, (warehouse) => warehouse !== '2')).toBeUndefined()
})
