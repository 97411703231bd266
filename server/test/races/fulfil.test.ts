import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, levelOf, receiveInto, stocked } from '../fixtures.ts'
import { placeOrder } from '../order-calls.ts'
import { confirmPick } from '../pick-calls.ts'
import { concurrently, statuses } from './concurrently.ts'
import { openGround, shuffled, type Ground } from './stock-clients.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

const fulfil = (orderId: string, version: number) =>
  ground.app.call(api.orders.fulfil.fulfil, {
    ...as(ground.site),
    params: { ...ground.site.params, orderId },
    body: { version },
  })

test('R2 of many who fulfil an order at once, one ships it', async () => {
  const { app, site } = ground
  const { sku, id } = await stocked(app, site)
  const { body } = await placeOrder(app, site, [{ sku, qty: '2' }])
  const answers = await concurrently(20, () => fulfil(body.order.id, body.order.version))
  expect(statuses(answers)).toEqual({ 200: 1, 409: 19 })
  expect(await levelOf(app, id)).toMatchObject({ on_hand: '8', reserved: '0' })
})

test('R2 orders of the same items are fulfilled and picked at once without a deadlock', async () => {
  const { app, site } = ground
  const items = await Promise.all([1, 2, 3, 4].map(() => stocked(app, site, { qty: '1' })))
  for (const { sku } of items) {
    // Once something was picked, what comes in elsewhere is younger than where it is gathered.
    const { body } = await placeOrder(app, site, [{ sku, qty: '1' }])
    expect((await fulfil(body.order.id, body.order.version)).status).toBe(200)
    await receiveInto(app, site, { sku, qty: '100', location: 'A-02' })
  }
  const made = await concurrently(24, async () => {
    const lines = shuffled(items.map(({ sku }) => ({ sku, qty: '2' })))
    return (await placeOrder(app, site, lines)).body.order
  })
  const answers = await concurrently(24, async (i) => {
    const order = made[i]
    if (!order) throw new Error('no order')
    if (i % 2 === 0) return fulfil(order.id, order.version)
    const released = await app.call(api.orders.fulfillments.release, {
      ...as(site),
      params: { ...site.params, orderId: order.id },
      body: { version: order.version },
    })
    const [made1] = released.body.fulfillments
    const { body } = await app.call(api.orders.picking.list, {
      ...as(site),
      query: { fulfillment: made1?.id ?? '' },
    })
    const tasks = shuffled(body.items).map(({ id, qty }) => ({ id, qty }))
    if (i % 4 === 1) for (const { id, qty } of tasks) await confirmPick(app, site, id, { qty })
    else
      await app.call(api.orders.picking.confirmBatch, {
        ...as(site),
        body: { mode: 'all_or_nothing', items: tasks },
      })
    return fulfil(order.id, (await orderVersion(order.id)) ?? 0)
  })
  expect(statuses(answers)).toEqual({ 200: 24 })
  for (const { id } of items)
    expect(await levelOf(app, id)).toMatchObject({ on_hand: '52', reserved: '0' })
  expect(await ground.violations()).toEqual([])
})

async function orderVersion(orderId: string) {
  const { app, site } = ground
  const params = { ...site.params, orderId }
  return (await app.call(api.orders.orders.details, { ...as(site), params })).body.order.version
}
