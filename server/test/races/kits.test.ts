import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@stowage/contract'
import { as, adjustAt, newItem, receiveInto } from '../fixtures.ts'
import { findLooseKits, newKit } from '../kit-calls.ts'
import { placeOrder } from '../order-calls.ts'
import { concurrently, onceFree } from './concurrently.ts'
import { openGround, shuffled, type Ground } from './stock-clients.ts'

type Answer = { status: number; body: Record<string, unknown> }

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

const waiting = (sku: string, qty: string) =>
  onceFree(() =>
    placeOrder(ground.app, ground.site, [{ sku, qty }], { confirm: { mode: 'backorder' } }),
  )
const receive = (sku: string, qty: string) =>
  onceFree(() => receiveInto(ground.app, ground.site, { sku, qty }))

/** Three parts, and kits of each two of them. */
async function newParts() {
  const { app, site } = ground
  const parts = await concurrently(3, () => newItem(app, site, { backorder: { policy: 'allow' } }))
  const kits = await concurrently(3, (i) =>
    newKit(app, site, [
      { sku: parts[i]?.sku ?? '', qty: '2' },
      { sku: parts[(i + 1) % 3]?.sku ?? '', qty: '1' },
    ]),
  )
  return { parts, ids: parts.map(({ id }) => id), kits }
}

test('R6 components that are received at once complete the kits that wait for both', async () => {
  const { parts, ids, kits } = await newParts()
  await concurrently(10, () => waiting(kits[0]?.sku ?? '', '1'))
  const received = await concurrently(20, (i) =>
    receive(parts[i % 2]?.sku ?? '', i % 2 === 0 ? '2' : '1'),
  )
  expect(received.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
  expect(await findLooseKits(ground.app, ids)).toEqual([])
  const levels = await ground.rowsOf(
    'select sum(backordered) as waits, sum(reserved) as reserved from tenant.stock_levels where variant_id = any ($1)',
    [ids],
  )
  expect(levels).toEqual([{ waits: '0', reserved: '30' }])
})

test('R6 kits stay whole while orders, receipts, losses and cancellations meet', async () => {
  const { app, site } = ground
  const { parts, ids, kits } = await newParts()
  const skuOf = (i: number) => parts[i % 3]?.sku ?? ''
  const first = await concurrently(9, (i) => waiting(kits[i % 3]?.sku ?? '', '2'))
  for (const i of [0, 1, 2]) await receive(skuOf(i), '5')
  const calls: (() => Promise<Answer>)[] = [
    ...Array.from({ length: 24 }, (_, i) => () => receive(skuOf(i), '2')),
    ...Array.from({ length: 18 }, (_, i) => () => waiting(kits[i % 3]?.sku ?? '', '1')),
    ...Array.from({ length: 9 }, (_, i) => () => waiting(skuOf(i), '2')),
    ...Array.from(
      { length: 12 },
      (_, i) => () =>
        onceFree(() => adjustAt(app, site, { sku: skuOf(i), qty: '-1' }, { displace: true })),
    ),
    ...first.map(
      ({ body: { order } }) =>
        () =>
          onceFree(() =>
            app.call(api.orders.orders.cancel, {
              ...as(site),
              params: { ...site.params, orderId: order.id },
              body: { version: order.version, reason: 'R6' },
            }),
          ),
    ),
  ]
  const answers = await Promise.all(shuffled(calls).map((call) => call()))
  const others = answers.filter(({ status }) => ![200, 201, 409].includes(status))
  expect(others.map(({ status, body }) => [status, body['code']])).toEqual([])
  expect(await findLooseKits(app, ids)).toEqual([])
  expect(await ground.violations()).toEqual([])
})
