import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { arrange } from '../arrange.ts'
import { as, levelOf, receiveInto, stocked } from '../goods.ts'
import { setupSite } from '../setup-site.ts'
import { concurrently, statuses } from './concurrently.ts'

const { orders } = api.orders
const { app, site } = await setupSite()

const order = (sku: string, qty: string, mode: 'strict' | 'backorder') =>
  app.call(orders.create, { ...as(site), body: { lines: [{ sku, qty }], confirm: { mode } } })

test('the last units are sold once', async () => {
  const { id, sku } = await stocked(app, site, { qty: '20' })
  const answers = await concurrently(48, () => order(sku, '1', 'strict'))
  expect(statuses(answers)).toEqual({ 201: 20, 409: 28 })
  expect(await levelOf(app, id)).toMatchObject({ on_hand: '20', reserved: '20' })
  const [kept] = await arrange(
    app,
    `select count(*)::int as orders from tenant.order_lines where variant_id = $1`,
    [id],
  )
  expect(kept).toEqual({ orders: 20 })
})

test('stock that is received while orders arrive never lies beside one that waits', async () => {
  const { id, sku } = await stocked(app, site, { qty: '5', backorder: { policy: 'allow' } })
  const answers = await concurrently(32, async (i): Promise<{ status: number }> =>
    i % 4 === 0 ? receiveInto(app, site, { sku, qty: '3' }) : order(sku, '2', 'backorder'),
  )
  expect(statuses(answers)).toEqual({ 201: 32 })
  expect(await levelOf(app, id)).toEqual({
    on_hand: '29',
    unavailable: '0',
    reserved: '29',
    backordered: '19',
  })
})

test('an order that many cancel and hold at once ends in one state, and gives its stock back once', async () => {
  const { id, sku } = await stocked(app, site, { qty: '10' })
  const made = (await order(sku, '4', 'strict')).body.order
  const params = { ...site.params, orderId: made.id }
  const answers = await concurrently(16, (i) =>
    i % 2 === 0
      ? app.call(orders.cancel, { ...as(site), params, body: { version: 1, reason: 'Twice' } })
      : app.call(orders.hold, { ...as(site), params, body: { version: 1, kind: 'manual' } }),
  )
  expect(statuses(answers)).toEqual({ 200: 1, 409: 15 })
  const { body } = await app.call(orders.details, { ...as(site), params })
  const reserved = body.order.state === 'cancelled' ? '0' : '4'
  expect(await levelOf(app, id)).toMatchObject({ reserved })
})
