import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, levelOf, stocked, type Site } from '../../../test/fixtures.ts'
import { allocatedOf, orderNow } from '../../../test/order-calls.ts'
import {
  closePackage,
  openPackage,
  packAll,
  packItem,
  pickedOf,
  ship,
  voidShipment,
} from '../../../test/pack-calls.ts'
import { confirmPick, fulfillmentNow } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { batchNow, newBatch, step } from '../../../test/wave-calls.ts'

const { packing, shipping, orders, manifests } = api.orders
const { app, site } = await setupSite()

/** A package with so many of an item, closed unless it stays open. */
async function filled(fulfillmentId: string, sku: string, qty: string, isOpen = false) {
  const { body } = await openPackage(app, site, fulfillmentId)
  await packItem(app, site, body.package.id, { code: sku, qty })
  if (!isOpen) await closePackage(app, site, body.package.id)
  return body.package
}

/** An order of one item that is picked, with a closed package for each of these quantities. */
async function packedIn(quantities: string[], ordered: string, more: Record<string, unknown> = {}) {
  const mug = await stocked(app, site, { qty: '20' })
  const picked = await pickedOf(app, site, mug.sku, ordered, more)
  const packages = []
  for (const qty of quantities) packages.push(await filled(picked.fulfillmentId, mug.sku, qty))
  return { mug, ...picked, packages, ids: packages.map(({ id }) => id) }
}

const shipPart = (
  fulfillmentId: string,
  packageIds: readonly string[],
  more: object = {},
  by: Pick<Site, 'token'> = site,
) =>
  app.call(shipping.ship, {
    params: site.params,
    token: by.token,
    body: { fulfillmentId, packageIds: [...packageIds], ...more },
  })

const stateOf = async (orderId: string) => (await orderNow(app, site, orderId)).state

describe('packages that are shipped before the rest', () => {
  test('leave with what is in them, and the rest stays packed and leaves later', async () => {
    const { mug, order, fulfillmentId, number, packages, ids } = await named(['2', '3'], '5')
    const [first = ''] = ids
    const shipped = await shipPart(fulfillmentId, [first], {
      packages: [{ packageId: first, tracking: 'PART-1' }],
    })
    expect(shipped.status).toBe(201)
    const { shipment } = shipped.body
    expect(shipment).toMatchObject({
      number: `${order.number}-F2-S1`,
      fulfillment: `${order.number}-F2`,
      packages: [{ id: first, number: packages[0]?.number, state: 'shipped', tracking: 'PART-1' }],
    })
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({
      number,
      state: 'packed',
      splitFromId: null,
      lines: [{ qty: '3', picked: '3', packed: '3', shipped: '0' }],
      packages: [{ id: ids[1], number: packages[1]?.number, state: 'closed' }],
    })
    expect(await fulfillmentNow(app, site, shipment.fulfillmentId)).toMatchObject({
      state: 'shipped',
      splitFromId: fulfillmentId,
      splitFrom: number,
      lines: [{ qty: '2', picked: '2', packed: '2', shipped: '2' }],
      packages: [{ id: first }],
    })
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '18', reserved: '3' })
    expect(await orderNow(app, site, order.id)).toMatchObject({
      state: 'partially_shipped',
      fulfillmentState: 'partial',
      lines: [{ promised: '3', picked: '5', packed: '5', consumed: '2' }],
    })
    const [told] = await arrange(
      app,
      `select payload from tenant.tenant_events where subject_id = $1 and type = 'fulfillment.split'`,
      [fulfillmentId],
    )
    expect(told?.['payload']).toMatchObject({
      fulfillmentId: shipment.fulfillmentId,
      fulfillment: `${order.number}-F2`,
      packages: [packages[0]?.number],
    })

    const rest = await ship(app, site, fulfillmentId)
    expect(rest.body).toMatchObject({ shipment: { number: `${number}-S1`, fulfillment: number } })
    expect(await stateOf(order.id)).toBe('shipped')
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '15', reserved: '0' })
    expect(await allocatedOf(app, mug.id)).toEqual([])
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('come back alone when their shipment is voided, and can be packed anew', async () => {
    const { mug, order, fulfillmentId, ids } = await named(['1', '4'], '5')
    const { body } = await shipPart(fulfillmentId, ids.slice(0, 1))
    await ship(app, site, fulfillmentId)
    expect((await voidShipment(app, site, body.shipment)).status).toBe(200)
    const split = body.shipment.fulfillmentId
    expect(await fulfillmentNow(app, site, split)).toMatchObject({ state: 'packed' })
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ state: 'shipped' })
    expect(await stateOf(order.id)).toBe('partially_shipped')
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '16', reserved: '1' })
    // A new package has the number of its own fulfillment, the one with a label keeps it.
    const reopened = await app.call(packing.reopen, {
      ...as(site),
      params: { ...site.params, packageId: ids[0] ?? '' },
      body: {},
    })
    expect(reopened.status).toBe(200)
    await app.call(packing.remove, {
      ...as(site),
      params: { ...site.params, packageId: ids[0] ?? '' },
      body: { code: mug.sku },
    })
    const other = await filled(split, mug.sku, '1')
    expect(other.number).toBe(`${order.number}-F2-P2`)
    await packAll(app, site, split)
    expect((await ship(app, site, split)).status).toBe(201)
    expect(await stateOf(order.id)).toBe('shipped')
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('leave while the rest is still being packed', async () => {
    const { mug, order, fulfillmentId, number, ids } = await named(['2'], '5')
    expect((await shipPart(fulfillmentId, ids)).status).toBe(201)
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({
      state: 'picked',
      lines: [{ qty: '3', packed: '0' }],
    })
    // The number on the label of what left is not used again.
    const open = await filled(fulfillmentId, mug.sku, '1', true)
    expect(open.number).toBe(`${number}-P2`)
    const closed = await filled(fulfillmentId, mug.sku, '1')
    expect((await shipPart(fulfillmentId, [closed.id])).body).toMatchObject({
      shipment: { fulfillment: `${order.number}-F3` },
    })
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ state: 'packing' })
    await packAll(app, site, fulfillmentId)
    expect((await ship(app, site, fulfillmentId)).status).toBe(201)
    expect(await stateOf(order.id)).toBe('shipped')
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('are all of a packed fulfillment: it is shipped as it is', async () => {
    const { fulfillmentId, number, ids } = await named(['2', '3'], '5')
    const { body } = await shipPart(fulfillmentId, ids.toReversed())
    expect(body.shipment).toMatchObject({ fulfillmentId, number: `${number}-S1` })
  })

  test('are of several lines, each with what it was picked from', async () => {
    const mug = await stocked(app, site, { qty: '10' })
    const plate = await stocked(app, site, { qty: '10' })
    const placed = await app.call(orders.create, {
      ...as(site),
      body: {
        confirm: { mode: 'strict' },
        lines: [
          { sku: mug.sku, qty: '4' },
          { sku: plate.sku, qty: '3' },
        ],
      },
    })
    const { fulfillmentId } = await pickedFrom(placed.body.order.id, placed.body.order.version)
    const { body: one } = await openPackage(app, site, fulfillmentId)
    await packItem(app, site, one.package.id, { code: mug.sku, qty: '4' })
    await packItem(app, site, one.package.id, { code: plate.sku, qty: '1' })
    await closePackage(app, site, one.package.id)
    await packAll(app, site, fulfillmentId)
    const { body } = await shipPart(fulfillmentId, [one.package.id])
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({
      state: 'packed',
      lines: [{ sku: plate.sku, qty: '2', packed: '2' }],
    })
    expect(await fulfillmentNow(app, site, body.shipment.fulfillmentId)).toMatchObject({
      lines: [
        { sku: mug.sku, qty: '4', shipped: '4' },
        { sku: plate.sku, qty: '1', shipped: '1' },
      ],
    })
    await voidShipment(app, site, body.shipment)
    expect(await levelOf(app, plate.id)).toMatchObject({ on_hand: '10', reserved: '3' })
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('are found by the number on their label, and loaded with it', async () => {
    const { fulfillmentId, packages, ids } = await named(['2', '3'], '5')
    const carrier = `C${randomUUID().slice(0, 8)}`
    const { body } = await shipPart(fulfillmentId, ids.slice(0, 1), { carrier })
    const label = packages[0]?.number ?? ''
    const found = await app.call(api.workspace.search.scan, { ...as(site), body: { code: label } })
    expect(found.body).toMatchObject({
      kind: 'package',
      id: body.shipment.fulfillmentId,
      label,
    })
    const { manifest } = (
      await app.call(manifests.open, {
        ...as(site),
        body: { warehouseId: body.shipment.warehouseId, carrier },
      })
    ).body
    const load = async (code: string) =>
      app.call(manifests.load, {
        ...as(site),
        params: { ...site.params, manifestId: manifest.id },
        body: { code },
      })
    expect((await load(label)).body).toMatchObject({ carton: { number: label } })
    expect(refusal(await load(packages[1]?.number ?? ''))).toEqual([409, 'wrong_carton_scanned'])
  })

  test('stay in the slot of the batch they were picked in', async () => {
    const { batch, item } = await newBatch(app, site, ['3'])
    const [task] = batch.tasks
    await step(app, site, 'claim', batch.id)
    await confirmPick(app, site, task?.id ?? '', { qty: '3' })
    const { fulfillmentId = '' } = task ?? {}
    const first = await filled(fulfillmentId, item.sku, '1')
    expect((await shipPart(fulfillmentId, [first.id])).status).toBe(201)
    const { tasks, totes } = await batchNow(app, site, batch.id)
    expect(totes).toHaveLength(1)
    expect(tasks.map(({ qty, slot, state }) => [qty, slot, state]).toSorted()).toEqual([
      ['1', 1, 'done'],
      ['2', 1, 'done'],
    ])
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('and the rest is cancelled: only the rest is put back', async () => {
    const { mug, order, fulfillmentId, ids } = await named(['2', '3'], '5')
    await shipPart(fulfillmentId, ids.slice(0, 1))
    const { version } = await orderNow(app, site, order.id)
    const closed = await app.call(orders.closeShort, {
      ...as(site),
      params: { ...site.params, orderId: order.id },
      body: { version, reason: 'Customer changed their mind' },
    })
    expect(closed.status).toBe(200)
    expect(await stateOf(order.id)).toBe('closed_short')
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ state: 'cancelled' })
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '18', reserved: '0' })
    expect(await findingsOf(app, site)).toEqual([])
  })
})

describe('a part is refused', () => {
  test('of an order that ships complete, unless that is asked for', async () => {
    const { mug, order, fulfillmentId, ids } = await named(['2', '3'], '5', { shipComplete: true })
    const refused = await shipPart(fulfillmentId, ids.slice(0, 1))
    expect(refusal(refused)).toEqual([409, 'order_incomplete'])
    expect(refused.body).toMatchObject({ blockers: [{ sku: mug.sku, qty: '3' }] })
    const shipper = await app.newMember(site.owner, site.platform, { role: 'shipper' })
    const short = { shipShort: true }
    expect(refusal(await shipPart(fulfillmentId, ids.slice(0, 1), short, shipper))).toEqual([
      422,
      'permission_denied',
    ])
    expect((await shipPart(fulfillmentId, ids.slice(0, 1), short)).status).toBe(201)
    expect(await stateOf(order.id)).toBe('partially_shipped')
  })

  test('for an open package, one of another order, and one that was shipped: with who did it', async () => {
    const { mug, fulfillmentId, ids, packages } = await named(['2', '2'], '5')
    const open = await filled(fulfillmentId, mug.sku, '1', true)
    const other = await named(['2'], '5')
    expect(refusal(await shipPart(fulfillmentId, [open.id]))).toEqual([409, 'invalid_transition'])
    for (const id of [other.ids[0] ?? '', randomUUID()])
      expect((await shipPart(fulfillmentId, [id])).body).toMatchObject({
        code: 'validation_failed',
        details: [{ path: 'packageIds.0' }],
      })
    expect(refusal(await shipPart(fulfillmentId, []))).toEqual([400, 'validation_failed'])
    await shipPart(fulfillmentId, ids.slice(0, 1))
    const again = await shipPart(fulfillmentId, ids.slice(0, 1))
    expect(refusal(again)).toEqual([409, 'invalid_transition'])
    expect(String(again.body['message'])).toMatch(
      new RegExp(` already shipped ${packages[0]?.number}\\.$`),
    )
    // The tracking number of a package that stays.
    const tracked = await shipPart(fulfillmentId, ids.slice(1, 2), {
      packages: [{ packageId: ids[0], tracking: 'X' }],
    })
    expect(refusal(tracked)).toEqual([400, 'validation_failed'])
    // With nothing but an empty package left it is no part.
    const whole = await named(['2'], '2')
    await app.call(packing.reopen, {
      ...as(site),
      params: { ...site.params, packageId: whole.ids[0] ?? '' },
      body: {},
    })
    await openPackage(app, site, whole.fulfillmentId)
    await closePackage(app, site, whole.ids[0] ?? '')
    expect(refusal(await shipPart(whole.fulfillmentId, whole.ids))).toEqual([
      409,
      'invalid_transition',
    ])
    expect(await findingsOf(app, site)).toEqual([])
  })
})

async function named(quantities: string[], ordered: string, more: Record<string, unknown> = {}) {
  const made = await packedIn(quantities, ordered, more)
  const { number } = await fulfillmentNow(app, site, made.fulfillmentId)
  return { ...made, number }
}

/** Releases an order and picks all of it. */
async function pickedFrom(orderId: string, version: number) {
  const { body } = await app.call(api.orders.fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId },
    body: { version },
  })
  const fulfillmentId = body.fulfillments[0]?.id ?? ''
  const { lines } = await fulfillmentNow(app, site, fulfillmentId)
  for (const task of lines.flatMap(({ picks }) => picks))
    await app.call(api.orders.picking.confirm, {
      ...as(site),
      params: { ...site.params, pickTaskId: task.id },
      body: { qty: task.qty },
    })
  return { fulfillmentId }
}
