import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrange } from '../arrange.ts'
import { as, receiveInto, stocked } from '../fixtures.ts'
import { confirmPick, pickShort, releasedOf } from '../pick-calls.ts'
import { concurrently } from './concurrently.ts'
import { openGround, shuffled, type Ground } from './stock-clients.ts'

type Answer = { status: number; body: Record<string, unknown> }

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

test('R2 each task is picked once or taken back, however many do both', async () => {
  const { app, site } = ground
  const items = await concurrently(2, () => stocked(app, site, { qty: '100' }))
  const released = await concurrently(12, (i) =>
    releasedOf(app, site, items[i % 2]?.sku ?? '', '2'),
  )
  const calls = released.flatMap(({ order, task }, i) => [
    ...[1, 2, 3].map(() => async () => {
      const { status } = await confirmPick(app, site, task.id, { qty: '2' })
      return { i, verb: 'pick', status }
    }),
    async () => {
      const params = { ...site.params, orderId: order.id }
      const body = { version: order.version }
      const { unrelease } = api.orders.fulfillments
      const { status } = await app.call(unrelease, { ...as(site), params, body })
      return { i, verb: 'unrelease', status }
    },
  ])
  const answers = await Promise.all(shuffled(calls).map((call) => call()))
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  const done = answers.filter(({ status }) => status === 200)
  expect(done.map(({ i }) => i).toSorted((a, b) => a - b)).toEqual(released.map((_, i) => i))
  const [moves] = await arrange(
    app,
    `select count(*)::int from tenant.stock_moves where platform_id = $1 and kind = 'pick'`,
    [site.platform.id],
  )
  expect(moves).toEqual({ count: done.filter(({ verb }) => verb === 'pick').length })
  expect(await ground.violations()).toEqual([])
})

test('R2 short picks, picks, releases and receipts of one item leave the books right', async () => {
  const { app, site } = ground
  const { sku } = await stocked(app, site, { qty: '30', backorder: { policy: 'allow' } })
  for (const location of ['A-02', 'A-01'])
    await receiveInto(app, site, { sku, qty: '15', location })
  const released = await concurrently(12, () => releasedOf(app, site, sku, '3'))
  const calls = released.flatMap(({ order, task }, i) => [
    () => pickShort(app, site, task.id, { qtyFound: i % 2 ? '2' : '0' }),
    () => confirmPick(app, site, task.id, { qty: '2' }),
    () => confirmPick(app, site, task.id, { qty: '3' }),
    () => receiveInto(app, site, { sku, qty: '1', location: i % 2 ? 'A-01' : 'A-02' }),
    () => {
      const params = { ...site.params, orderId: order.id }
      const body = { version: order.version }
      return app.call(api.orders.fulfillments.unrelease, { ...as(site), params, body })
    },
  ])
  const answers = await Promise.all(shuffled<() => Promise<Answer>>(calls).map((call) => call()))
  const others = answers.filter(({ status }) => ![200, 201, 409].includes(status))
  expect(others.map(({ status, body }) => [status, body['code']])).toEqual([])
  expect(await ground.violations()).toEqual([])
})
