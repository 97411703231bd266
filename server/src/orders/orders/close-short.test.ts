import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, levelOf, newItem, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'
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
  expect(await findingsOf(app, site)).toEqual([])
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

const cancelLine = async (orderId: string, at: number, qty: string) => {
  const { version, lines } = await orderNow(app, site, orderId)
  return app.call(orders.cancelLine, {
    ...as(site),
    params: { ...site.params, orderId, lineId: lines[at]?.id ?? '' },
    body: { version, qty },
  })
}

describe('of a partially shipped order', () => {
  test('the rest is released, and shipped with it', async () => {
    const { order } = await partlyShipped()
    const second = await release(order.id)
    await pick(second)
    await packAll(app, site, second)
    expect((await ship(app, site, second)).status).toBe(201)
    expect(await orderNow(app, site, order.id)).toMatchObject({ state: 'shipped' })
  })

  test('a line is cancelled as far as it is not shipped, also when it is picked', async () => {
    const { mug, order } = await partlyShipped()
    expect(refusal(await cancelLine(order.id, 0, '3'))).toEqual([400, 'validation_failed'])
    expect(refusal(await cancelLine(order.id, 0, '1'))).toEqual([400, 'validation_failed'])
    const second = await release(order.id)
    await pick(second)
    const { status, body } = await cancelLine(order.id, 0, '2')
    expect([status, body]).toMatchObject([
      200,
      {
        order: {
          state: 'shipped',
          fulfillmentState: 'full',
          lines: [{ qty: '5', cancelled: '2', consumed: '3', promised: '0', backordered: '0' }],
        },
        putBack: [{ sku: mug.sku, qty: '2', location: 'STAGE' }],
      },
    ])
    expect(await fulfillmentNow(app, site, second)).toMatchObject({ state: 'cancelled' })
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '2', reserved: '0' })
    expect(refusal(await cancelLine(order.id, 0, '1'))).toEqual([409, 'invalid_transition'])
    const told = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
    expect(told.slice(-2)).toEqual(['ORDER_LINE_CANCELLED', 'ORDER_SHIPPED'])
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('one line is cancelled while another still waits', async () => {
    const item = { qty: '1', backorder: { policy: 'allow', limit: null } }
    const [mug, cup] = [await stocked(app, site, item), await stocked(app, site, item)]
    const lines = [mug, cup].map(({ sku }) => ({ sku, qty: '2' }))
    const placed = await placeOrder(app, site, lines, { confirm: { mode: 'backorder' } })
    const { id } = placed.body.order
    const first = await release(id)
    await pick(first)
    await packAll(app, site, first)
    await ship(app, site, first)
    expect((await cancelLine(id, 0, '1')).body.order).toMatchObject({
      state: 'partially_shipped',
      fulfillmentState: 'partial',
      lines: [
        { cancelled: '1', backordered: '0', consumed: '1' },
        { cancelled: '0', backordered: '1', consumed: '1' },
      ],
    })
    expect(await levelOf(app, mug.id)).toMatchObject({ backordered: '0' })
    await receiveInto(app, site, { sku: cup.sku, qty: '1' })
    const second = await release(id)
    await pick(second)
    await packAll(app, site, second)
    await ship(app, site, second)
    expect(await orderNow(app, site, id)).toMatchObject({ state: 'shipped' })
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('a line that is being packed is refused', async () => {
    const { order } = await partlyShipped()
    const second = await release(order.id)
    await pick(second)
    await packAll(app, site, second)
    expect(refusal(await cancelLine(order.id, 0, '2'))).toEqual([409, 'picked_goods'])
  })

  test('a kit of which only parts are shipped is not cancelled', async () => {
    const [mug, lid] = [await stocked(app, site), await newItem(app, site)]
    const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
    await app.call(api.warehouse.receiving.create, {
      ...as(site),
      body: { warehouseId: east.id, complete: true, lines: [{ sku: lid.sku, qty: '5' }] },
    })
    const made = await app.call(api.warehouse.products.create, {
      ...as(site),
      body: { name: 'Set', kind: 'virtual_kit', variants: [{ sku: `SET-${mug.sku}` }] },
    })
    const kit = made.body.product.variants[0] ?? mug
    await app.call(api.warehouse.kits.save, {
      ...as(site),
      params: { ...site.params, variantId: kit.id },
      body: { components: [mug, lid].map(({ sku }) => ({ sku, qty: '1' })) } as never,
    })
    const placed = await placeOrder(app, site, [{ sku: kit.sku, qty: '1' }])
    const { id } = placed.body.order
    const one = await release(id)
    await pick(one)
    await packAll(app, site, one)
    await ship(app, site, one)
    expect(await orderNow(app, site, id)).toMatchObject({ state: 'partially_shipped' })
    expect(refusal(await cancelLine(id, 0, '1'))).toEqual([409, 'picked_goods'])
    expect(await findingsOf(app, site)).toEqual([])
    const closed = await closeShort(await orderNow(app, site, id))
    expect(closed.body.order).toMatchObject({ state: 'closed_short', lines: [{ cancelled: '1' }] })
    expect(await findingsOf(app, site)).toEqual([])
  })
})
