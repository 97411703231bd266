import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { as, levelOf, newItem, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'
import { allocatedOf, orderNow, orderOf } from '../../../test/order-calls.ts'
import { packedOf, pickedOf, ship, voidShipment } from '../../../test/pack-calls.ts'
import { fulfillmentNow } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { shipping, packing, fulfillments } = api.orders
const { app, site } = await setupSite()

const at = (shipmentId: string) => ({ ...as(site), params: { ...site.params, shipmentId } })
const valueOf = async (variantId: string) =>
  (
    await arrange(
      app,
      `select qty::text, value_micros::text as value from tenant.cost_balances where variant_id = $1`,
      [variantId],
    )
  )[0]

async function verified() {
  const { body } = await app.call(api.warehouse.integrity.verify, { ...as(site), body: {} })
  return 'running' in body ? 'running' : body.violations
}

describe('shipping', () => {
  test('takes the stock out at its value, and fulfillment, order and lines follow', async () => {
    const mug = await stocked(app, site)
    const { order, fulfillmentId, number } = await packedOf(app, site, mug.sku, '4')
    expect(await orderNow(app, site, order.id)).toMatchObject({
      fulfillmentState: 'none',
      lines: [{ promised: '4', allocated: '4', picked: '4', packed: '4', consumed: '0' }],
    })
    const { status, body } = await ship(app, site, fulfillmentId, {
      carrier: 'DHL',
      service: 'Parcel',
      tracking: '00340434161094042557',
      cost: '4.90',
    })
    expect([status, body.shipment]).toMatchObject([
      201,
      {
        number: `${number}-S1`,
        fulfillment: number,
        order: order.number,
        state: 'shipped',
        carrier: 'DHL',
        tracking: '00340434161094042557',
        cost: '4.9',
        packages: [{ number: `${number}-P1`, state: 'shipped', lines: [{ qty: '4' }] }],
      },
    ])
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '6', reserved: '0' })
    expect(await valueOf(mug.id)).toEqual({ qty: '6', value: '6000000' })
    expect(await allocatedOf(app, mug.id)).toEqual([])
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({
      state: 'shipped',
      lines: [{ picked: '4', packed: '4', shipped: '4' }],
      packages: [{ state: 'shipped' }],
    })
    expect(await orderNow(app, site, order.id)).toMatchObject({
      state: 'shipped',
      fulfillmentState: 'full',
      lines: [{ promised: '0', picked: '4', packed: '4', consumed: '4' }],
    })
    const actions = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
    expect(actions.slice(-3).toSorted()).toEqual([
      'FULFILLMENT_SHIPPED',
      'ORDER_SHIPPED',
      'SHIPMENT_SHIPPED',
    ])
    const [told] = await arrange(
      app,
      `select payload from tenant.tenant_events where subject_id = $1 and type = 'shipment.shipped'`,
      [body.shipment.id],
    )
    expect(told?.['payload']).toMatchObject({ carrier: 'DHL', tracking: '00340434161094042557' })
    const ledger = await app.call(api.warehouse.stockViews.ledger, {
      ...as(site),
      query: { source: body.shipment.number },
    })
    expect(ledger.body.items).toMatchObject([
      { kind: 'ship', delta: '-4', party: 'customer', location: 'STAGE' },
    ])
  })

  test('a part of an order leaves it partially shipped, the rest makes it shipped', async () => {
    const mug = await stocked(app, site, { qty: '2', backorder: { policy: 'allow' } })
    const order = await orderOf(app, site, mug.sku, '5', { confirm: { mode: 'backorder' } })
    const release = async () => {
      const { version } = await orderNow(app, site, order.id)
      const { body } = await app.call(fulfillments.release, {
        ...as(site),
        params: { ...site.params, orderId: order.id },
        body: { version },
      })
      return packedOf(app, site, body.fulfillments[0]?.id ?? '')
    }
    await ship(app, site, (await release()).fulfillmentId)
    expect(await orderNow(app, site, order.id)).toMatchObject({
      state: 'partially_shipped',
      fulfillmentState: 'partial',
      lines: [{ backordered: '3', consumed: '2' }],
    })
    await receiveInto(app, site, { sku: mug.sku, qty: '3' })
    const second = await release()
    await ship(app, site, second.fulfillmentId)
    expect(await orderNow(app, site, order.id)).toMatchObject({
      state: 'shipped',
      fulfillmentState: 'full',
    })
    const { body } = await app.call(shipping.list, { ...as(site), query: { order: order.id } })
    const [last, first] = body.items
    await voidShipment(app, site, last ?? { id: '', version: 0 })
    expect(await orderNow(app, site, order.id)).toMatchObject({ state: 'partially_shipped' })
    await voidShipment(app, site, first ?? { id: '', version: 0 })
    expect(await orderNow(app, site, order.id)).toMatchObject({
      state: 'in_fulfillment',
      fulfillmentState: 'none',
    })
    expect(await verified()).toEqual([])
  })

  test('takes the very lot and serial number that were picked', async () => {
    const drill = await newItem(app, site, { tracking: 'serial' })
    const serials = [1, 2].map((n) => `${drill.sku}-${n}`)
    await receiveInto(app, site, { sku: drill.sku, qty: '2', serials })
    const { fulfillmentId } = await packedOf(app, site, drill.sku, '1')
    const { body } = await ship(app, site, fulfillmentId)
    const [packed] = body.shipment.packages.flatMap(({ lines }) => lines)
    const { items } = (
      await app.call(api.warehouse.stockViews.ledger, {
        ...as(site),
        query: { source: body.shipment.number },
      })
    ).body
    expect(items.map(({ serial }) => serial)).toEqual([packed?.serial])
    await voidShipment(app, site, body.shipment)
    expect(await allocatedOf(app, drill.id)).toMatchObject([{ code: 'STAGE', allocated: '1' }])
  })
})

test('B7 a void brings the stock back to the stage with its claim, and happens once', async () => {
  const mug = await stocked(app, site, { qty: '3' })
  await receiveInto(app, site, { sku: mug.sku, qty: '3', unitCost: '2.00' })
  const before = await valueOf(mug.id)
  const { order, fulfillmentId, number } = await packedOf(app, site, mug.sku, '4')
  const { shipment } = (await ship(app, site, fulfillmentId)).body
  expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '2', reserved: '0' })
  // What is received afterwards at another cost does not change what comes back.
  await receiveInto(app, site, { sku: mug.sku, qty: '1', unitCost: '9.00' })
  const { status, body } = await voidShipment(app, site, shipment)
  expect([status, body.shipment]).toMatchObject([
    200,
    { state: 'voided', note: 'Wrong carrier', packages: [] },
  ])
  expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '7', reserved: '4' })
  expect(await valueOf(mug.id)).toEqual({
    qty: '7',
    value: String(BigInt(String(before?.['value'])) + 9_000_000n),
  })
  expect(await allocatedOf(app, mug.id)).toMatchObject([{ code: 'STAGE', allocated: '4' }])
  expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({
    state: 'packed',
    lines: [{ shipped: '0' }],
    packages: [{ state: 'closed' }],
  })
  expect(await orderNow(app, site, order.id)).toMatchObject({
    state: 'in_fulfillment',
    fulfillmentState: 'none',
    lines: [{ promised: '4', consumed: '0' }],
  })
  const again = await voidShipment(app, site, body.shipment)
  expect(refusal(again)).toEqual([409, 'invalid_transition'])
  const next = await ship(app, site, fulfillmentId)
  expect(next.body.shipment.number).toBe(`${number}-S2`)
  expect(await verified()).toEqual([])
})

describe('shipping is refused', () => {
  test('for what is not packed, or was shipped: with who did it', async () => {
    const mug = await stocked(app, site)
    const { fulfillmentId, number } = await pickedOf(app, site, mug.sku, '1')
    const early = await ship(app, site, fulfillmentId)
    expect([refusal(early), early.body['message']]).toEqual([
      [409, 'invalid_transition'],
      `${number} isn’t packed yet.`,
    ])
    await packedOf(app, site, fulfillmentId)
    const people = await Promise.all(
      [1, 2].map(() => app.newMember(site.owner, site.platform, { role: 'shipper' })),
    )
    const answers = await Promise.all(people.map((by) => ship(app, site, fulfillmentId, {}, by)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const winner = people[answers.findIndex(({ status }) => status === 201)]
    const loser = answers.find(({ status }) => status === 409)
    expect(loser?.body['message']).toBe(`${winner?.email} already shipped ${number}.`)
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '9', reserved: '0' })
  })

  test('to who may not, does not see the warehouse, or dates it back without the right', async () => {
    const mug = await stocked(app, site)
    const { fulfillmentId } = await packedOf(app, site, mug.sku, '1')
    const packer = await app.newMember(site.owner, site.platform, { role: 'packer' })
    expect(refusal(await ship(app, site, fulfillmentId, {}, packer))).toEqual([
      422,
      'permission_denied',
    ])
    const shipper = await app.newMember(site.owner, site.platform, { role: 'shipper' })
    const shippedAt = app.clock.now().toISOString()
    expect(refusal(await ship(app, site, fulfillmentId, { shippedAt }, shipper))).toEqual([
      422,
      'permission_denied',
    ])
    const later = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const future = await ship(app, site, fulfillmentId, { shippedAt: later })
    expect(refusal(future)).toEqual([422, 'future_date_refused'])
    const { shipment } = (await ship(app, site, fulfillmentId, {}, shipper)).body
    const mayNot = await voidShipment(app, site, shipment, shipper)
    expect(refusal(mayNot)).toEqual([422, 'permission_denied'])
    const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
    await app.call(api.warehouse.settings.setMemberWarehouses, {
      ...as(site),
      params: { ...site.params, memberId: shipper.id },
      body: { warehouseIds: [east.id] },
    })
    const hidden = await app.call(shipping.details, { ...at(shipment.id), token: shipper.token })
    expect(refusal(hidden)).toEqual([404, 'not_found'])
    const packages = (await fulfillmentNow(app, site, fulfillmentId)).packages
    const reopened = await app.call(packing.reopen, {
      ...as(site),
      params: { ...site.params, packageId: packages[0]?.id ?? '' },
    })
    expect(refusal(reopened)).toEqual([409, 'invalid_transition'])
  })
})

test('shipments are found by number and tracking, changed, and followed to their end', async () => {
  const mug = await stocked(app, site)
  const tracking = `T-${randomUUID().slice(0, 8)}`
  const { fulfillmentId } = await packedOf(app, site, mug.sku, '1', { weightG: 250 })
  const { shipment } = (await ship(app, site, fulfillmentId, { tracking, carrier: 'UPS' })).body
  const found = (q: string) => app.call(shipping.list, { ...as(site), query: { q } })
  for (const q of [tracking, shipment.number])
    expect((await found(q)).body.items).toMatchObject([
      { id: shipment.id, packageCount: 1, weightG: 250, carrier: 'UPS' },
    ])
  const changed = await app.call(shipping.update, {
    ...at(shipment.id),
    body: { version: 1, tracking: `${tracking}-2`, cost: '3.5' },
  })
  expect(changed.body.shipment).toMatchObject({
    tracking: `${tracking}-2`,
    cost: '3.5',
    version: 2,
  })
  const wrong = await app.call(shipping.exception, {
    ...at(shipment.id),
    body: { version: 2, reason: 'Address unknown' },
  })
  expect(wrong.body.shipment).toMatchObject({ state: 'exception', note: 'Address unknown' })
  expect(refusal(await voidShipment(app, site, wrong.body.shipment))).toEqual([
    409,
    'invalid_transition',
  ])
  const done = await app.call(shipping.deliver, { ...at(shipment.id), body: { version: 3 } })
  expect(done.body.shipment).toMatchObject({ state: 'delivered', version: 4 })
  const lost = await app.call(shipping.lose, {
    ...at(shipment.id),
    body: { version: 4, reason: 'Lost' },
  })
  expect(refusal(lost)).toEqual([409, 'invalid_transition'])
})
