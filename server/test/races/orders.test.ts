import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { arrange } from '../arrange.ts'
import { as, levelOf, receiveInto, stocked, violations } from '../fixtures.ts'
import { setupApp } from '../app.ts'
import { setupSite } from '../setup-site.ts'
import { concurrently, contenders, statuses, tally } from './concurrently.ts'
import { shuffled } from './stock-clients.ts'

const { bulk, channels, externalOrders, fulfillments, orders } = api.orders
const { app, site } = await setupSite(await setupApp())

const order = (sku: string, qty: string, mode: 'strict' | 'backorder') =>
  app.call(orders.create, { ...as(site), body: { lines: [{ sku, qty }], confirm: { mode } } })

test('the last units are sold once', async () => {
  const { id, sku } = await stocked(app, site, { qty: '20' })
  const answers = await concurrently(64, () => order(sku, '1', 'strict'))
  expect(statuses(answers)).toEqual({ 201: 20, 409: 44 })
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

test('orders that are released, cancelled and unreleased at once allocate each unit once', async () => {
  const { id, sku } = await stocked(app, site, { qty: '40' })
  const made: { id: string }[] = []
  for (let i = 0; i < 8; i++) made.push((await order(sku, '5', 'strict')).body.order)
  const answers = await concurrently(24, async (i): Promise<{ status: number; body: unknown }> => {
    const orderId = made[i % 8]?.id ?? ''
    const call = { ...as(site), params: { ...site.params, orderId } }
    if (i % 6 === 0)
      return app.call(orders.cancel, { ...call, body: { version: 2, reason: 'Late' } })
    if (i % 6 === 3) return app.call(fulfillments.unrelease, { ...call, body: { version: 2 } })
    if (i % 6 === 5) {
      const items = shuffled(made).map((one) => ({ id: one.id }))
      const body = { mode: 'valid_items' as const, items }
      return app.call(bulk.release, { ...as(site), body })
    }
    return app.call(fulfillments.release, { ...call, body: { version: 1 } })
  })
  const unexpected = answers.filter(({ status }) => status !== 200 && status !== 409)
  expect(unexpected.map(({ body }) => body)).toEqual([])
  const [kept] = await arrange(
    app,
    `select sum(b.allocated) as allocated,
       (select 5 * count(*) from tenant.fulfillments f
        join tenant.fulfillment_lines l using (platform_id, fulfillment_id)
        where l.variant_id = $1 and f.state = 'released') as "toPick"
     from tenant.stock_buckets b where b.variant_id = $1`,
    [id],
  )
  expect(kept?.['allocated']).toBe(kept?.['toPick'])
  expect(await violations(app, site)).toEqual([])
})

test('an order that a shop sends many times at once is created once, and then changed one by one', async () => {
  const { id, sku } = await stocked(app, site, { qty: '40' })
  await app.call(channels.create, { ...as(site), body: { code: 'RACE', kind: 'shop' } })
  const put = (qty: string) =>
    app.call(externalOrders.put, {
      ...as(site),
      params: { ...site.params, channel: 'RACE', external: '7' },
      body: { lines: [{ sku, qty }], confirm: { mode: 'strict' } },
    })
  const same = await concurrently(contenders, () => put('3'))
  expect(statuses(same)).toEqual({ 200: contenders })
  const results = tally(same.map(({ body }) => body.result))
  expect(results).toEqual({ created: 1, unchanged: contenders - 1 })
  expect(await levelOf(app, id)).toMatchObject({ reserved: '3' })
  const others = await concurrently(contenders, (i) => put(String(1 + (i % 6))))
  expect(statuses(others)).toEqual({ 200: contenders })
  const { orderId, qty } = (
    await arrange(
      app,
      `select order_id as "orderId", qty from tenant.order_lines where variant_id = $1`,
      [id],
    )
  )[0] as { orderId: string; qty: string }
  const { body } = await app.call(orders.details, {
    ...as(site),
    params: { ...site.params, orderId },
  })
  const changes = others.filter(({ body: said }) => said.result === 'updated').length
  expect(body.order.version).toBe(1 + changes)
  expect(await levelOf(app, id)).toMatchObject({ reserved: qty })
})

test('of two selections that overlap each order is changed once', async () => {
  const { id, sku } = await stocked(app, site, { qty: '60' })
  const drafts: string[] = []
  for (let i = 0; i < 12; i++) {
    const body = { lines: [{ sku, qty: '2' }] }
    drafts.push((await app.call(orders.create, { ...as(site), body })).body.order.id)
  }
  const answers = await concurrently(contenders, (i) =>
    app.call(bulk.confirm, {
      ...as(site),
      body: {
        mode: 'valid_items',
        items: (i % 2 === 0 ? drafts : drafts.toReversed()).map((one) => ({ id: one })),
      },
    }),
  )
  expect(statuses(answers)).toEqual({ 200: contenders })
  expect(answers.reduce((sum, { body }) => sum + body.applied, 0)).toBe(12)
  expect(await levelOf(app, id)).toMatchObject({ reserved: '24' })
})

test('R3 orders and changes of lines in any order never lock each other', async () => {
  const items: Awaited<ReturnType<typeof stocked>>[] = []
  for (let i = 0; i < 10; i++)
    items.push(await stocked(app, site, { qty: '40', backorder: { policy: 'allow' } }))
  const answers = await concurrently(24, async () => {
    const lines = shuffled(items)
      .slice(0, 6)
      .map(({ sku }) => ({ sku, qty: '3' }))
    const confirm = { mode: 'backorder' as const }
    const made = await app.call(orders.create, { ...as(site), body: { lines, confirm } })
    const { id, lines: kept } = made.body.order
    const params = { ...site.params, orderId: id, lineId: kept[0]?.id ?? '' }
    return app.call(orders.updateLine, { ...as(site), params, body: { version: 1, qty: '1' } })
  })
  expect(statuses(answers)).toEqual({ 200: 24 })
  expect(await violations(app, site)).toEqual([])
})

test('R6 a receipt among 50 waiting orders and 50 new ones leaves nothing free beside who waits', async () => {
  const { id, sku } = await stocked(app, site, { qty: '1', backorder: { policy: 'allow' } })
  for (let i = 0; i < 50; i++) await order(sku, '2', 'backorder')
  const answers = await concurrently(51, async (i): Promise<{ status: number }> =>
    i === 25 ? receiveInto(app, site, { sku, qty: '120' }) : order(sku, '1', 'backorder'),
  )
  expect(statuses(answers)).toEqual({ 201: 51 })
  expect(await levelOf(app, id)).toMatchObject({ reserved: '121', backordered: '29' })
  expect(await violations(app, site)).toEqual([])
})
