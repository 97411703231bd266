import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { as, levelOf, newItem, receiveInto, stocked } from '../../../test/fixtures.ts'
import { allocatedOf, orderNow, orderOf } from '../../../test/order-calls.ts'
import { confirmPick, fulfillmentNow, pickShort, releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { fulfillments } = api.orders
const { app, site } = await setupSite()

const onHold = (variantId: string) =>
  arrange(
    app,
    `select o.code, b.on_hand from tenant.stock_buckets b
     join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
     where b.variant_id = $1 and b.status = 'hold' and b.on_hand > 0`,
    [variantId],
  )
const release = (order: { id: string; version: number }) =>
  app.call(fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId: order.id },
    body: { version: order.version },
  })

describe('a short pick', () => {
  test('B5 puts the rest of the location on hold and is picked elsewhere', async () => {
    const mug = await stocked(app, site, { qty: '5' })
    await receiveInto(app, site, { sku: mug.sku, qty: '5', location: 'A-02' })
    const { order, fulfillmentId, number, task } = await releasedOf(app, site, mug.sku, '5')
    const { status, body } = await pickShort(app, site, task.id, { qtyFound: '3' })
    expect([status, body]).toMatchObject([
      200,
      {
        task: { id: task.id, state: 'short', qty: '2' },
        picked: '3',
        held: '2',
        waits: '0',
        replacements: [{ location: 'A-02', qty: '2' }],
        fulfillment: { id: fulfillmentId, number, state: 'picking' },
      },
    ])
    expect(await onHold(mug.id)).toEqual([{ code: 'A-01', on_hand: '2' }])
    expect(await orderNow(app, site, order.id)).toMatchObject({ state: 'in_fulfillment' })
    const [event] = (await eventsOf(app, site.platform.id)).filter(
      ({ action }) => action === 'FULFILLMENT_SHORT_PICKED',
    )
    expect(event?.metadata).toMatchObject({ location: 'A-01', asked: '5', found: '3', held: '2' })
    const next = await confirmPick(app, site, body.replacements[0]?.id ?? '', { qty: '2' })
    expect(next.body).toMatchObject({ fulfillment: { state: 'picked' } })
    expect(await allocatedOf(app, mug.id)).toMatchObject([{ code: 'STAGE', allocated: '5' }])
  })

  test('B5 waits with its order where nothing is elsewhere, until more is received', async () => {
    const mug = await stocked(app, site, { qty: '5' })
    const { order, fulfillmentId, number, task } = await releasedOf(app, site, mug.sku, '5')
    const { body } = await pickShort(app, site, task.id, { qtyFound: '3' })
    expect(body).toMatchObject({
      held: '2',
      waits: '2',
      replacements: [],
      fulfillment: { state: 'picked' },
    })
    expect(await levelOf(app, mug.id)).toMatchObject({
      on_hand: '5',
      unavailable: '2',
      reserved: '3',
      backordered: '2',
    })
    const now = await orderNow(app, site, order.id)
    expect(now).toMatchObject({
      state: 'in_fulfillment',
      lines: [{ promised: '3', backordered: '2' }],
    })
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ lines: [{ qty: '5' }] })
    await receiveInto(app, site, { sku: mug.sku, qty: '2' })
    const again = await release(now)
    expect(again.body).toMatchObject({
      order: { state: 'in_fulfillment' },
      fulfillments: [{ number: number.replace('-F1', '-F2') }],
    })
  })

  test('of all there is cancels the fulfillment, and the order is confirmed again', async () => {
    const mug = await stocked(app, site, { qty: '2' })
    const { order, fulfillmentId, task } = await releasedOf(app, site, mug.sku, '2')
    const { body } = await pickShort(app, site, task.id)
    expect(body).toMatchObject({ picked: '0', waits: '2', fulfillment: { state: 'cancelled' } })
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ state: 'cancelled' })
    expect(await orderNow(app, site, order.id)).toMatchObject({
      state: 'confirmed',
      lines: [{ promised: '0', backordered: '2' }],
    })
  })

  test('of which nothing was found can still be taken back', async () => {
    const mug = await stocked(app, site, { qty: '2' })
    await receiveInto(app, site, { sku: mug.sku, qty: '2', location: 'A-02' })
    const { order, task } = await releasedOf(app, site, mug.sku, '2')
    const { body } = await pickShort(app, site, task.id)
    expect(body).toMatchObject({ waits: '0', fulfillment: { state: 'released' } })
    const params = { ...site.params, orderId: order.id }
    const { version } = order
    const taken = await app.call(fulfillments.unrelease, { ...as(site), params, body: { version } })
    expect(taken.body.order).toMatchObject({ state: 'confirmed', lines: [{ promised: '2' }] })
    expect(await allocatedOf(app, mug.id)).toEqual([])
  })

  test('is replaced by as much as is missing, not by what the order waited for', async () => {
    const mug = await stocked(app, site, { backorder: { policy: 'allow' } })
    const order = await orderOf(app, site, mug.sku, '12', { confirm: { mode: 'backorder' } })
    const { body: released } = await release(order)
    await receiveInto(app, site, { sku: mug.sku, qty: '2', location: 'A-02' })
    const { lines } = await fulfillmentNow(app, site, released.fulfillments[0]?.id ?? '')
    const { body } = await pickShort(app, site, lines[0]?.picks[0]?.id ?? '', { qtyFound: '9' })
    expect(body).toMatchObject({
      held: '1',
      waits: '0',
      replacements: [{ location: 'A-02', qty: '1' }],
    })
    expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '11', backordered: '1' })
  })
})

test('a short pick is refused without a right reason, or with more than there was to pick', async () => {
  const mug = await newItem(app, site)
  await receiveInto(app, site, { sku: mug.sku, qty: '3' })
  const { task } = await releasedOf(app, site, mug.sku, '3')
  const short = async (body = {}, by?: { token: string }) =>
    refusal(await pickShort(app, site, task.id, body, by))
  expect(await short({ reasonCode: 'found' })).toEqual([422, 'reason_unknown'])
  expect(await short({ reasonCode: 'other' })).toEqual([422, 'note_required'])
  expect(await short({ qtyFound: '3' })).toEqual([400, 'validation_failed'])
  expect(await short({ qtyFound: '4' })).toEqual([409, 'over_pick'])
  const packer = await app.newMember(site.owner, site.platform, { role: 'packer' })
  expect(await short({}, packer)).toEqual([422, 'permission_denied'])
  expect(await onHold(mug.id)).toEqual([])
  const answers = await Promise.all([1, 2].map(() => pickShort(app, site, task.id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a short pick holds nothing where the settings say so', async () => {
  const { settings } = api.warehouse
  const change = async (shortPickHolds: boolean) => {
    const { version } = (await app.call(settings.warehouse, as(site))).body.settings
    await app.call(settings.updateWarehouse, { ...as(site), body: { version, shortPickHolds } })
  }
  await change(false)
  const mug = await stocked(app, site, { qty: '5' })
  await receiveInto(app, site, { sku: mug.sku, qty: '1', location: 'A-02' })
  const { task } = await releasedOf(app, site, mug.sku, '5')
  const { body } = await pickShort(app, site, task.id, { qtyFound: '2' })
  expect(body).toMatchObject({
    held: '0',
    waits: '2',
    replacements: [{ location: 'A-02', qty: '1' }],
  })
  expect(await onHold(mug.id)).toEqual([])
  await change(true)
})
