import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, levelOf, newItem, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'
import { orderNow, placeOrder } from '../../../test/order-calls.ts'
import { packAll, ship } from '../../../test/pack-calls.ts'
import { confirmPick, fulfillmentNow, releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { app, site } = await setupSite()

type More = Record<string, unknown>
const fulfil = (
  order: { id: string; version: number },
  body: More = {},
  by: { token: string; params?: typeof site.params } = site,
) =>
  app.call(api.orders.fulfil.fulfil, {
    params: { ...site.params, ...by.params, orderId: order.id },
    token: by.token,
    body: { version: order.version, ...body },
  })

/** A confirmed order of these lines. */
async function confirmed(lines: readonly More[], more: More = {}) {
  const { status, body } = await placeOrder(app, site, lines, more)
  if (status !== 201) throw new Error(`no order: ${JSON.stringify(body)}`)
  return body.order
}

test('an order of three lines leaves in one call, as if each step were done by itself', async () => {
  const items = await Promise.all([1, 2, 3].map(() => stocked(app, site)))
  const lines = items.map(({ sku }) => ({ sku, qty: '2' }))
  const actionsSince = async (count: number) =>
    (await eventsOf(app, site.platform.id)).slice(count).map(({ action }) => action)

  const one = await confirmed(lines)
  const before = (await eventsOf(app, site.platform.id)).length
  const { status, body } = await fulfil(one, { carrier: 'DHL', tracking: '0034', weightG: 900 })
  expect([status, body]).toMatchObject([
    200,
    {
      order: { state: 'shipped', fulfillmentState: 'full', lines: [{ consumed: '2' }, {}, {}] },
      shipments: [{ number: `${one.number}-F1-S1`, warehouseCode: 'MAIN' }],
      left: [],
    },
  ])
  expect(body.order.version).toBe((await orderNow(app, site, one.id)).version)
  const shipment = await app.call(api.orders.shipping.details, {
    ...as(site),
    params: { ...site.params, shipmentId: body.shipments[0]?.id ?? '' },
  })
  expect(shipment.body.shipment).toMatchObject({
    carrier: 'DHL',
    tracking: '0034',
    packages: [{ weightG: 900, lines: [{ qty: '2' }, { qty: '2' }, { qty: '2' }] }],
  })
  expect(await levelOf(app, items[0]?.id ?? '')).toMatchObject({ on_hand: '8', reserved: '0' })
  const atOnce = await actionsSince(before)

  const other = await confirmed(lines)
  const between = (await eventsOf(app, site.platform.id)).length
  const released = await app.call(api.orders.fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId: other.id },
    body: { version: other.version },
  })
  const fulfillmentId = released.body.fulfillments[0]?.id ?? ''
  for (const { picks } of (await fulfillmentNow(app, site, fulfillmentId)).lines)
    for (const { id, qty } of picks) await confirmPick(app, site, id, { qty })
  await packAll(app, site, fulfillmentId)
  await ship(app, site, fulfillmentId)
  expect(atOnce.toSorted()).toEqual((await actionsSince(between)).toSorted())

  const eventsOfOrder = async (orderId: string) =>
    (
      await arrange(
        app,
        `select type from tenant.tenant_events where $1 in (subject_id::text, payload->>'orderId')
         and type <> 'order.created' order by 1`,
        [orderId],
      )
    ).map(({ type }) => type)
  expect(await eventsOfOrder(one.id)).toEqual(await eventsOfOrder(other.id))
  expect(await findingsOf(app, site)).toEqual([])
})

test('what was begun is gone on with, and what waits stays', async () => {
  const mug = await stocked(app, site, { qty: '5', backorder: { policy: 'allow' } })
  const { order, tasks } = await releasedOf(app, site, mug.sku, '5')
  await confirmPick(app, site, tasks[0]?.id ?? '', { qty: '2' })
  const { body } = await fulfil(await orderNow(app, site, order.id))
  expect(body).toMatchObject({ order: { state: 'shipped' }, shipments: [{}], left: [] })

  await receiveInto(app, site, { sku: mug.sku, qty: '3' })
  const waits = await confirmed([{ sku: mug.sku, qty: '4' }], { confirm: { mode: 'backorder' } })
  const part = await fulfil(waits)
  expect(part.body).toMatchObject({
    order: { state: 'partially_shipped', lines: [{ consumed: '3', backordered: '1' }] },
    left: [{ lineNo: 1, sku: mug.sku, qty: '1', reason: 'backordered' }],
  })
  const none = await fulfil(part.body.order)
  expect(refusal(none)).toEqual([409, 'nothing_to_release'])
  expect(none.body).toMatchObject({ step: 'release' })
})

test('what is left of work that was begun is listed, whether it waits or cannot be picked', async () => {
  const mug = await stocked(app, site, { qty: '3', backorder: { policy: 'allow' } })
  const cup = await newItem(app, site)
  await receiveInto(app, site, { sku: cup.sku, qty: '1', location: 'A-02' })
  const block = (status: string) =>
    arrange(
      app,
      `update tenant.locations set status = $2 where platform_id = $1 and code = 'A-02'`,
      [site.platform.id, status],
    )
  const begun = async (lines: readonly More[]) => {
    const order = await confirmed(lines, { confirm: { mode: 'backorder' } })
    const { body } = await app.call(api.orders.fulfillments.release, {
      ...as(site),
      params: { ...site.params, orderId: order.id },
      body: { version: order.version },
    })
    return body.order
  }
  const waits = await fulfil(await begun([{ sku: mug.sku, qty: '5' }]))
  expect(waits.body).toMatchObject({
    shipments: [{}],
    left: [{ lineNo: 1, sku: mug.sku, qty: '2', reason: 'backordered' }],
  })

  await block('blocked_out')
  const lines = [await stocked(app, site), cup].map(({ sku }) => ({ sku, qty: '1' }))
  const stays = await fulfil(await begun(lines))
  expect(stays.body).toMatchObject({
    order: { state: 'partially_shipped' },
    shipments: [{}],
    left: [{ lineNo: 2, sku: cup.sku, qty: '1', reason: 'not_pickable' }],
  })
  await block('active')
})

test('an order that ships complete does not leave in part without the right', async () => {
  const mug = await stocked(app, site, { qty: '3', backorder: { policy: 'allow' } })
  const order = await confirmed([{ sku: mug.sku, qty: '4' }], {
    shipComplete: true,
    confirm: { mode: 'backorder' },
  })
  const refused = await fulfil(order)
  expect(refusal(refused)).toEqual([409, 'nothing_to_release'])
  const shipper = await app.newMember(site.owner, site.platform, { role: 'shipper' })
  expect(refusal(await fulfil(order, {}, shipper))).toEqual([422, 'permission_denied'])
  expect((await fulfil(order, { shipShort: true })).body.order).toMatchObject({
    state: 'partially_shipped',
  })
})

test('a refusal names its step and leaves nothing behind', async () => {
  const mug = await stocked(app, site)
  const order = await confirmed([{ sku: mug.sku, qty: '2' }])
  const block = (status: string) =>
    arrange(
      app,
      `update tenant.locations set status = $2 where platform_id = $1 and code = 'STAGE'`,
      [site.platform.id, status],
    )
  await block('blocked_in')
  const refused = await fulfil(order)
  expect(refusal(refused)).toEqual([409, 'location_blocked'])
  expect(refused.body).toMatchObject({ step: 'pick', blockers: [{ code: 'STAGE' }] })
  expect(await orderNow(app, site, order.id)).toMatchObject({
    state: 'confirmed',
    version: order.version,
    lines: [{ allocated: '0' }],
  })
  await block('active')
  expect(refusal(await fulfil({ ...order, version: order.version + 1 }))).toEqual([
    409,
    'version_conflict',
  ])
  const elsewhere = await newWarehouse(app)
  expect(refusal(await fulfil(order, {}, elsewhere))).toEqual([404, 'not_found'])
  expect((await fulfil(order)).status).toBe(200)
})

test('an order of two warehouses leaves both, each package with a number of its own', async () => {
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6).toUpperCase()}`, 'UTC')
  const mug = await stocked(app, site, { qty: '2' })
  const received = await app.call(api.warehouse.receiving.create, {
    ...as(site),
    body: { warehouseId: east.id, complete: true, lines: [{ sku: mug.sku, qty: '3' }] },
  })
  expect(received.status).toBe(201)
  const order = await confirmed([{ sku: mug.sku, qty: '5' }], { shipComplete: true })
  const refused = await fulfil(order, { tracking: '1Z' })
  expect([refusal(refused), refused.body]).toMatchObject([
    [400, 'validation_failed'],
    { details: [{ path: 'tracking' }] },
  ])
  const { body } = await fulfil(order)
  expect(body).toMatchObject({ order: { state: 'shipped' }, shipments: [{}, {}] })
})
