import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, levelOf, stocked } from '../../../test/fixtures.ts'
import { allocatedOf, orderNow, placeOrder } from '../../../test/order-calls.ts'
import { openPackage, packAll, packItem, ship } from '../../../test/pack-calls.ts'
import { confirmPick, fulfillmentNow, pickShort } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { orders, fulfillments } = api.orders
const { app, site } = await setupSite()

/** A released order of 4 of one item and 2 of another, with its fulfillment. */
async function released() {
  const [mug, cup] = [await stocked(app, site), await stocked(app, site)]
  const placed = await placeOrder(app, site, [
    { sku: mug.sku, qty: '4', unitPrice: '2' },
    { sku: cup.sku, qty: '2', unitPrice: '5' },
  ])
  const { id: orderId, version } = placed.body.order
  const { body } = await app.call(fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId },
    body: { version },
  })
  const fulfillmentId = body.fulfillments[0]?.id ?? ''
  const { lines } = await fulfillmentNow(app, site, fulfillmentId)
  const taskOf = (sku: string) => lines.find((line) => line.sku === sku)?.picks[0]?.id ?? ''
  return { mug, cup, orderId, fulfillmentId, mugTask: taskOf(mug.sku), cupTask: taskOf(cup.sku) }
}

async function cancel(orderId: string, sku: string, qty: string) {
  const { version, lines } = await orderNow(app, site, orderId)
  const lineId = lines.find((line) => line.sku === sku)?.id ?? ''
  return app.call(orders.cancelLine, {
    ...as(site),
    params: { ...site.params, orderId, lineId },
    body: { version, qty },
  })
}

const verified = () => findingsOf(app, site)

test('a line that is not picked yet frees its stock, and its tasks are cancelled', async () => {
  const { mug, cup, orderId, fulfillmentId, mugTask, cupTask } = await released()
  const { status, body } = await cancel(orderId, mug.sku, '4')
  expect([status, body]).toMatchObject([
    200,
    {
      order: {
        state: 'released',
        totals: { total: '10' },
        lines: [{ cancelled: '4', promised: '0', allocated: '0' }, { promised: '2' }],
      },
      putBack: [],
    },
  ])
  expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '0' })
  expect(await allocatedOf(app, mug.id)).toEqual([])
  expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({
    state: 'released',
    version: 2,
    lines: [
      { sku: mug.sku, qty: '0', picks: [{ state: 'cancelled' }] },
      { sku: cup.sku, qty: '2', picks: [{ state: 'ready' }] },
    ],
  })
  expect(refusal(await confirmPick(app, site, mugTask))).toEqual([409, 'invalid_transition'])
  await confirmPick(app, site, cupTask, { qty: '2' })
  await packAll(app, site, fulfillmentId)
  expect((await ship(app, site, fulfillmentId)).status).toBe(201)
  expect(await orderNow(app, site, orderId)).toMatchObject({
    state: 'shipped',
    fulfillmentState: 'full',
  })
  const actions = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
  expect(actions).toEqual(
    expect.arrayContaining(['ORDER_LINE_CANCELLED', 'FULFILLMENT_LINE_CANCELLED']),
  )
  expect(await verified()).toEqual([])
})

test('a line that was picked is put back, and the rest is picked to the end', async () => {
  const { mug, orderId, fulfillmentId, mugTask, cupTask } = await released()
  await confirmPick(app, site, mugTask, { qty: '3' })
  const { body } = await cancel(orderId, mug.sku, '4')
  expect(body).toMatchObject({
    order: { state: 'in_fulfillment' },
    putBack: [{ sku: mug.sku, qty: '3', location: 'STAGE' }],
  })
  expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '10', reserved: '0' })
  expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ state: 'picking' })
  expect(await verified()).toEqual([])
  await confirmPick(app, site, cupTask, { qty: '2' })
  expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ state: 'picked' })
  expect(await verified()).toEqual([])
})

test('the last line to pick completes the fulfillment, also one that came short', async () => {
  const { mug, orderId, fulfillmentId, mugTask, cupTask } = await released()
  await confirmPick(app, site, cupTask, { qty: '2' })
  await pickShort(app, site, mugTask, { qtyFound: '1' })
  const { body } = await cancel(orderId, mug.sku, '4')
  expect(body.putBack).toMatchObject([{ sku: mug.sku, qty: '1' }])
  expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ state: 'picked' })
  expect(await verified()).toEqual([])
  const other = await released()
  await confirmPick(app, site, other.cupTask, { qty: '2' })
  await cancel(other.orderId, other.mug.sku, '4')
  expect(await fulfillmentNow(app, site, other.fulfillmentId)).toMatchObject({ state: 'picked' })
  expect(await verified()).toEqual([])
})

test('a part of it, the only line left and a line that is packed are refused', async () => {
  const { mug, cup, orderId, fulfillmentId, mugTask, cupTask } = await released()
  const part = await cancel(orderId, mug.sku, '1')
  expect(refusal(part)).toEqual([400, 'validation_failed'])
  expect((await cancel(orderId, mug.sku, '4')).status).toBe(200)
  expect(refusal(await cancel(orderId, cup.sku, '2'))).toEqual([409, 'picked_goods'])
  expect(await orderNow(app, site, orderId)).toMatchObject({
    lines: [{ cancelled: '4' }, { cancelled: '0', promised: '2' }],
  })
  expect([mugTask, cupTask, fulfillmentId]).not.toContain('')
  const packing = await released()
  await confirmPick(app, site, packing.mugTask, { qty: '4' })
  await confirmPick(app, site, packing.cupTask, { qty: '2' })
  const opened = await openPackage(app, site, packing.fulfillmentId)
  await packItem(app, site, opened.body.package.id, { code: packing.cup.sku })
  expect(refusal(await cancel(packing.orderId, packing.mug.sku, '4'))).toEqual([
    409,
    'picked_goods',
  ])
  expect(await verified()).toEqual([])
})
