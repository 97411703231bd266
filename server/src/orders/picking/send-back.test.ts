import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, levelOf, newItem, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'
import { allocatedOf, orderNow, orderOf } from '../../../test/order-calls.ts'
import {
  closePackage,
  openPackage,
  packAll,
  packItem,
  pickedOf,
  sendBack,
  ship,
} from '../../../test/pack-calls.ts'
import { confirmPick, fulfillmentNow, pickShort, releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { packing, orders, fulfillments } = api.orders
const { app, site } = await setupSite()
// Each way leaves the whole ledger right.
afterEach(async () => expect(await findingsOf(app, site)).toEqual([]))

const now = (id: string) => fulfillmentNow(app, site, id)
const back = (id: string, qty: string, how?: Parameters<typeof sendBack>[4]) =>
  sendBack(app, site, id, [{ qty }], how)
const onHold = (variantId: string) =>
  arrange(
    app,
    `select o.code, b.on_hand from tenant.stock_buckets b
     join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
     where b.variant_id = $1 and b.status = 'hold' and b.on_hand > 0`,
    [variantId],
  )
const readyOf = async (id: string) =>
  (await now(id)).lines.flatMap(({ picks }) => picks).filter(({ state }) => state === 'ready')

describe('what is missing while packing', () => {
  test('is on hold, picked elsewhere, and packed into the package that is open', async () => {
    const mug = await stocked(app, site, { qty: '3' })
    const { order, fulfillmentId, number } = await pickedOf(app, site, mug.sku, '3')
    await receiveInto(app, site, { sku: mug.sku, qty: '5', location: 'A-02' })
    const { body: opened } = await openPackage(app, site, fulfillmentId)
    await packItem(app, site, opened.package.id, { code: mug.sku })
    const { status, body } = await back(fulfillmentId, '2', { note: 'Not in the tote' })
    expect([status, body]).toMatchObject([
      200,
      {
        fulfillment: { id: fulfillmentId, number, state: 'picking' },
        lines: [
          {
            lineNo: 1,
            sku: mug.sku,
            qty: '2',
            waits: '0',
            picks: [{ location: 'A-02', qty: '2' }],
          },
        ],
      },
    ])
    expect(await onHold(mug.id)).toEqual([{ code: 'STAGE', on_hand: '2' }])
    expect(await levelOf(app, mug.id)).toMatchObject({
      on_hand: '8',
      unavailable: '2',
      reserved: '3',
      backordered: '0',
    })
    expect(await now(fulfillmentId)).toMatchObject({
      state: 'picking',
      lines: [{ qty: '3', picked: '1', packed: '1', short: '0' }],
      packages: [{ state: 'open', lines: [{ qty: '1' }] }],
    })
    expect(await orderNow(app, site, order.id)).toMatchObject({ state: 'in_fulfillment' })
    const [event] = (await eventsOf(app, site.platform.id)).filter(
      ({ action }) => action === 'FULFILLMENT_SENT_BACK',
    )
    expect(event?.metadata).toMatchObject({
      orderId: order.id,
      reasonCode: 'missing',
      note: 'Not in the tote',
      lines: [{ lineNo: 1, sku: mug.sku, qty: '2', waits: '0' }],
    })
    // Packing waits until they are picked.
    expect(refusal(await packItem(app, site, opened.package.id, { code: mug.sku }))).toEqual([
      409,
      'invalid_transition',
    ])
    const [task] = await readyOf(fulfillmentId)
    const picked = await confirmPick(app, site, task?.id ?? '', { qty: '2' })
    expect(picked.body).toMatchObject({ fulfillment: { state: 'packing' } })
    await packItem(app, site, opened.package.id, { code: mug.sku, qty: '2' })
    const closed = await closePackage(app, site, opened.package.id)
    expect(closed.body).toMatchObject({ fulfillment: { state: 'packed' } })
    expect((await ship(app, site, fulfillmentId)).status).toBe(201)
    expect(await orderNow(app, site, order.id)).toMatchObject({ state: 'shipped' })
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '5', reserved: '0' })
  })

  test('waits with its order where nothing is elsewhere, and the rest is packed', async () => {
    const mug = await stocked(app, site, { qty: '3' })
    const { order, fulfillmentId } = await pickedOf(app, site, mug.sku, '3')
    const { body: opened } = await openPackage(app, site, fulfillmentId)
    await packItem(app, site, opened.package.id, { code: mug.sku, qty: '2' })
    await closePackage(app, site, opened.package.id)
    expect((await now(fulfillmentId)).state).toBe('packing')
    const { body } = await back(fulfillmentId, '1', { reasonCode: 'damaged' })
    expect(body).toMatchObject({
      fulfillment: { state: 'packed' },
      lines: [{ qty: '1', waits: '1', picks: [] }],
    })
    expect(await now(fulfillmentId)).toMatchObject({
      lines: [{ qty: '3', picked: '2', short: '1' }],
    })
    expect(await orderNow(app, site, order.id)).toMatchObject({
      state: 'in_fulfillment',
      lines: [{ promised: '2', backordered: '1' }],
    })
    const query = { kind: 'short_pick' }
    const listed = await app.call(api.workspace.exceptions.list, { ...as(site), query })
    expect(listed.body.items).toMatchObject([
      { kind: 'short_pick', label: mug.sku, details: { qty: '1 each', place: 'STAGE' } },
    ])
    expect((await ship(app, site, fulfillmentId)).status).toBe(201)
    const shipped = await orderNow(app, site, order.id)
    expect(shipped).toMatchObject({ state: 'partially_shipped' })
    await receiveInto(app, site, { sku: mug.sku, qty: '1' })
    const again = await app.call(fulfillments.release, {
      ...as(site),
      params: { ...site.params, orderId: order.id },
      body: { version: (await orderNow(app, site, order.id)).version },
    })
    expect(again.body).toMatchObject({ fulfillments: [{ number: expect.stringMatching(/-F2$/) }] })
  })

  test('of all there is cancels the fulfillment, and the order is confirmed again', async () => {
    const mug = await stocked(app, site, { qty: '2' })
    const { order, fulfillmentId } = await pickedOf(app, site, mug.sku, '2')
    await openPackage(app, site, fulfillmentId)
    const { body } = await back(fulfillmentId, '2')
    expect(body).toMatchObject({ fulfillment: { state: 'cancelled' }, lines: [{ waits: '2' }] })
    expect(await now(fulfillmentId)).toMatchObject({ state: 'cancelled', packages: [] })
    expect(await orderNow(app, site, order.id)).toMatchObject({
      state: 'confirmed',
      lines: [{ promised: '0', backordered: '2' }],
    })
  })

  test('is picked again as far as there is something, a part of a line and of a lot', async () => {
    const mug = await newItem(app, site, { tracking: 'lot' })
    for (const lot of ['L1', 'L2'])
      await receiveInto(app, site, { sku: mug.sku, qty: '2', lotCode: lot })
    const { fulfillmentId } = await pickedOf(app, site, mug.sku, '4')
    await receiveInto(app, site, { sku: mug.sku, qty: '1', lotCode: 'L3' })
    const sent = await sendBack(app, site, fulfillmentId, [
      { qty: '1', lot: 'l1' },
      { qty: '2', lot: 'L2' },
    ])
    expect(sent.body).toMatchObject({
      fulfillment: { state: 'picking' },
      lines: [{ qty: '3', waits: '2', picks: [{ qty: '1' }] }],
    })
    const [task] = await readyOf(fulfillmentId)
    expect(task).toMatchObject({ lot: 'L3' })
    const picked = await confirmPick(app, site, task?.id ?? '')
    expect(picked.body).toMatchObject({ fulfillment: { state: 'picked' } })
    expect(await now(fulfillmentId)).toMatchObject({
      lines: [{ qty: '4', picked: '2', short: '2' }],
    })
  })

  test('and short again leaves what is packed as packed', async () => {
    const mug = await stocked(app, site, { qty: '2' })
    const { fulfillmentId } = await pickedOf(app, site, mug.sku, '2')
    await receiveInto(app, site, { sku: mug.sku, qty: '1', location: 'A-02' })
    const { body: opened } = await openPackage(app, site, fulfillmentId)
    await packItem(app, site, opened.package.id, { code: mug.sku })
    await closePackage(app, site, opened.package.id)
    await back(fulfillmentId, '1')
    const [task] = await readyOf(fulfillmentId)
    const { body } = await pickShort(app, site, task?.id ?? '')
    expect(body).toMatchObject({ waits: '1', fulfillment: { state: 'packed' } })
  })

  test('and short again cancels the fulfillment where nothing else is picked', async () => {
    const mug = await stocked(app, site, { qty: '1' })
    const { order, fulfillmentId } = await pickedOf(app, site, mug.sku, '1')
    await receiveInto(app, site, { sku: mug.sku, qty: '1', location: 'A-02' })
    await back(fulfillmentId, '1')
    const [task] = await readyOf(fulfillmentId)
    const { body } = await pickShort(app, site, task?.id ?? '')
    expect(body).toMatchObject({ waits: '1', fulfillment: { state: 'cancelled' } })
    expect(await orderNow(app, site, order.id)).toMatchObject({ state: 'confirmed' })
  })

  test('makes less urgent orders wait if too little is available', async () => {
    const mug = await stocked(app, site, { qty: '2' })
    await receiveInto(app, site, { sku: mug.sku, qty: '1', location: 'A-02' })
    const urgent = await pickedOf(app, site, mug.sku, '2', { priority: 9 })
    const other = await orderOf(app, site, mug.sku, '1')
    const { body } = await back(urgent.fulfillmentId, '1')
    expect(body).toMatchObject({ lines: [{ waits: '0', picks: [{ location: 'A-02', qty: '1' }] }] })
    expect(await orderNow(app, site, other.id)).toMatchObject({
      lines: [{ promised: '0', backordered: '1' }],
    })
  })
})

describe('is refused', () => {
  test('with wrong lines, naming the field, and nothing changes', async () => {
    const mug = await stocked(app, site, { qty: '5' })
    const { fulfillmentId } = await pickedOf(app, site, mug.sku, '3')
    const { body: opened } = await openPackage(app, site, fulfillmentId)
    await packItem(app, site, opened.package.id, { code: mug.sku })
    const field = async (lines: Parameters<typeof sendBack>[3], how = {}) => {
      const { status, body } = await sendBack(app, site, fulfillmentId, lines, how)
      return [status, (body as unknown as { details?: { path: string }[] }).details?.[0]?.path]
    }
    expect(await field([])).toEqual([400, 'lines'])
    expect(await field([{ qty: '0' }])).toEqual([400, 'lines.0.qty'])
    expect(await field([{ qty: '3' }])).toEqual([400, 'lines.0.qty'])
    expect(await field([{ qty: '1' }, { lineNo: 7, qty: '1' }])).toEqual([400, 'lines.1.lineNo'])
    expect(await field([{ qty: '1' }, { qty: '1' }])).toEqual([400, 'lines.1.lineNo'])
    expect(await field([{ qty: '1', lot: 'L9' }])).toEqual([400, 'lines.0.lot'])
    expect(await field([{ qty: '1', serial: 'S9' }])).toEqual([400, 'lines.0.serial'])
    expect(await field([{ qty: '1.5' }])).toEqual([422, 'lines.0.qty'])
    expect(await field([{ qty: '1' }], { reasonCode: 'found' })).toEqual([422, 'reasonCode'])
    expect(await field([{ qty: '1' }], { reasonCode: 'other' })).toEqual([422, 'note'])
    expect(await now(fulfillmentId)).toMatchObject({ state: 'packing', lines: [{ picked: '3' }] })
    expect(await onHold(mug.id)).toEqual([])
  })

  test('for one of several serial numbers that is not named', async () => {
    const radio = await newItem(app, site, { tracking: 'serial' })
    const serials = ['S-1', 'S-2'].map((one) => `${one}-${randomUUID().slice(0, 6)}`)
    await receiveInto(app, site, { sku: radio.sku, qty: '2', serials })
    const { fulfillmentId } = await pickedOf(app, site, radio.sku, '2')
    const { status, body } = await back(fulfillmentId, '1')
    expect([status, body]).toMatchObject([400, { details: [{ path: 'lines.0.serial' }] }])
    const line = { qty: '1', serial: serials[1] ?? '' }
    expect((await sendBack(app, site, fulfillmentId, [line])).body).toMatchObject({
      lines: [{ qty: '1', waits: '1' }],
    })
    expect(await now(fulfillmentId)).toMatchObject({ lines: [{ picked: '1', short: '1' }] })
  })

  test('before it is picked, once it is packed, out of scope and without the right', async () => {
    const mug = await stocked(app, site, { qty: '5' })
    const { fulfillmentId, task } = await releasedOf(app, site, mug.sku, '1')
    expect(refusal(await back(fulfillmentId, '1'))).toEqual([409, 'invalid_transition'])
    await confirmPick(app, site, task.id)
    const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
    const sendBy = (by: { token: string }) =>
      sendBack(app, site, fulfillmentId, [{ qty: '1' }], {}, by)
    expect(refusal(await sendBy(picker))).toEqual([422, 'permission_denied'])
    const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
    const elsewhere = await app.newMember(site.owner, site.platform, { role: 'packer' })
    await app.call(api.warehouse.settings.setMemberWarehouses, {
      ...as(site),
      params: { ...site.params, memberId: elsewhere.id },
      body: { warehouseIds: [east.id] },
    })
    expect(refusal(await sendBy(elsewhere))).toEqual([404, 'not_found'])
    await packAll(app, site, fulfillmentId)
    expect(refusal(await back(fulfillmentId, '1'))).toEqual([409, 'invalid_transition'])
    const packer = await app.newMember(site.owner, site.platform, { role: 'packer' })
    const other = await pickedOf(app, site, mug.sku, '1')
    const sent = await sendBack(app, site, other.fulfillmentId, [{ qty: '1' }], {}, packer)
    expect(sent.status).toBe(200)
  })

  test('to whoever comes second; a retry gets the same reply', async () => {
    const mug = await stocked(app, site, { qty: '9' })
    const { fulfillmentId } = await pickedOf(app, site, mug.sku, '2')
    const answers = await Promise.all([1, 2].map(() => back(fulfillmentId, '1')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await onHold(mug.id)).toEqual([{ code: 'STAGE', on_hand: '1' }])
    const other = await pickedOf(app, site, mug.sku, '2')
    const { version } = await now(other.fulfillmentId)
    const by = { token: site.token, key: randomUUID() }
    const send = () => sendBack(app, site, other.fulfillmentId, [{ qty: '1' }], { version }, by)
    const first = await send()
    expect(first.status).toBe(200)
    expect(await send()).toMatchObject({ status: 200, body: first.body })
    expect(await onHold(mug.id)).toEqual([{ code: 'STAGE', on_hand: '2' }])
  })
})

test('a line of which a part is packed can’t be cancelled while the rest is picked again', async () => {
  const mug = await stocked(app, site, { qty: '9' })
  const { order, fulfillmentId } = await pickedOf(app, site, mug.sku, '2')
  const { body } = await openPackage(app, site, fulfillmentId)
  await packItem(app, site, body.package.id, { code: mug.sku })
  await back(fulfillmentId, '1')
  const { version, lines } = await orderNow(app, site, order.id)
  const cancelled = await app.call(orders.cancelLine, {
    ...as(site),
    params: { ...site.params, orderId: order.id, lineId: lines[0]?.id ?? '' },
    body: { version, qty: '2' },
  })
  expect(refusal(cancelled)).toEqual([409, 'picked_goods'])
  const ended = await app.call(orders.cancel, {
    ...as(site),
    params: { ...site.params, orderId: order.id },
    body: { version, reason: 'Test' },
  })
  expect(ended.body).toMatchObject({ order: { state: 'cancelled' } })
  expect(await allocatedOf(app, mug.id)).toEqual([])
  expect(
    (await app.call(packing.items, { ...as(site), params: { ...site.params, fulfillmentId } }))
      .status,
  ).toBe(200)
})
