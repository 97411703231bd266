import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { as, levelOf, openSite, receiveInto, stocked } from '../../../test/goods.ts'
import { allocatedOf, orderNow, placeOrder } from '../../../test/order-calls.ts'
import { packAll, ship } from '../../../test/pack-calls.ts'
import { confirmPick, fulfillmentNow } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { orders, fulfillments } = api.orders
const { app, site } = await setupSite()

const closeShort = (
  order: { id: string; version: number },
  { token } = site,
  reason = 'Customer does not want the rest',
) =>
  app.call(orders.closeShort, {
    params: { ...site.params, orderId: order.id },
    token,
    body: { version: order.version, reason },
  })

async function release(orderId: string) {
  const { version } = await orderNow(app, site, orderId)
  const { body } = await app.call(fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId },
    body: { version },
  })
  return body.fulfillments[0]?.id ?? ''
}

async function pick(fulfillmentId: string) {
  const { lines } = await fulfillmentNow(app, site, fulfillmentId)
  for (const task of lines.flatMap(({ picks }) => picks))
    await confirmPick(app, site, task.id, { qty: task.qty })
}

/** An order of 5 of which 3 were shipped, and 2 came later and were picked. */
async function partlyShipped() {
  const mug = await stocked(app, site, { qty: '3', backorder: { policy: 'allow', limit: null } })
  const placed = await placeOrder(app, site, [{ sku: mug.sku, qty: '5' }], {
    confirm: { mode: 'backorder' },
  })
  const { id } = placed.body.order
  const first = await release(id)
  await pick(first)
  await packAll(app, site, first)
  await ship(app, site, first)
  await receiveInto(app, site, { sku: mug.sku, qty: '2' })
  return { mug, order: await orderNow(app, site, id), first }
}

test('the rest of a partially shipped order is cancelled and put back', async () => {
  const { mug, order, first } = await partlyShipped()
  expect(order).toMatchObject({ state: 'partially_shipped' })
  const second = await release(order.id)
  await pick(second)
  const { status, body } = await closeShort(await orderNow(app, site, order.id))
  expect([status, body]).toMatchObject([
    200,
    {
      order: {
        state: 'closed_short',
        fulfillmentState: 'partial',
        lines: [{ qty: '5', cancelled: '2', consumed: '3', promised: '0', backordered: '0' }],
      },
      putBack: [{ sku: mug.sku, qty: '2', location: 'STAGE' }],
    },
  ])
  expect(await fulfillmentNow(app, site, first)).toMatchObject({ state: 'shipped' })
  expect(await fulfillmentNow(app, site, second)).toMatchObject({ state: 'cancelled' })
  expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '2', reserved: '0' })
  expect(await allocatedOf(app, mug.id)).toEqual([])
  const [event] = (await eventsOf(app, site.platform.id)).filter(
    ({ action }) => action === 'ORDER_CLOSED_SHORT',
  )
  expect(event).toMatchObject({ metadata: { reason: 'Customer does not want the rest' } })
  for (const check of ['verify_documents', 'verify_fulfillments'])
    expect(
      await arrange(app, `select * from stock.${check}($1, null)`, [site.platform.id]),
    ).toEqual([])
})

test('is refused before anything was shipped, twice, with an old version, and to whom may not', async () => {
  const { order } = await partlyShipped()
  const mug = await stocked(app, site)
  const fresh = (await placeOrder(app, site, [{ sku: mug.sku, qty: '1' }])).body.order
  expect(refusal(await closeShort(fresh))).toEqual([409, 'invalid_transition'])
  expect(refusal(await closeShort({ ...order, version: 1 }))).toEqual([409, 'version_conflict'])
  expect(refusal(await closeShort(order, site, ' '))).toEqual([400, 'validation_failed'])
  const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
  expect(refusal(await closeShort(order, { ...site, token: picker.token }))).toEqual([
    422,
    'permission_denied',
  ])
  const manager = await app.newMember(site.owner, site.platform, { role: 'order_manager' })
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: manager.id },
    body: { warehouseIds: [east.id] },
  })
  expect(refusal(await closeShort(order, { ...site, token: manager.token }))).toEqual([
    404,
    'not_found',
  ])
  const closed = await closeShort(order)
  expect(closed.body).toMatchObject({ order: { state: 'closed_short' }, putBack: [] })
  expect(refusal(await closeShort(closed.body.order))).toEqual([409, 'invalid_transition'])
})
