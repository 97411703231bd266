import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrange } from '../arrange.ts'
import { adjustAt, as, receiveInto, stocked, type Site } from '../fixtures.ts'
import { placeOrder } from '../order-calls.ts'
import { concurrently, tally } from './concurrently.ts'
import { openGround, pick, shuffled, type Ground } from './stock-clients.ts'

const { backorders, bulk, channels, externalOrders, orders, unreserving } = api.orders

let ground: Ground
let site: Site
beforeAll(async () => {
  ground = await openGround()
  site = ground.site
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

type Answer = { status: number; body: Record<string, unknown> }

test('R2 32 clients use every verb of orders on one item without violations', async () => {
  const { app } = ground
  const { id: variant, sku } = await stocked(app, site, {
    qty: '60',
    backorder: { policy: 'allow' },
  })
  await app.call(channels.create, { ...as(site), body: { code: 'RACE', kind: 'shop' } })
  const made: string[] = []
  const line = (qty: string) => ({ sku, qty, unitPrice: '1.25', discount: '0.1', tax: '0.2' })
  const create = async (more: Record<string, unknown>) => {
    const answer = await placeOrder(app, site, [line('2'), line('1')], more)
    if (answer.status === 201) made.push(answer.body.order.id)
    return answer
  }
  /** One of the orders of all clients, as it is now: the same for several of them. */
  const withOne = async (
    work: (
      at: ReturnType<typeof as> & { params: { slug: string; orderId: string; lineId: string } },
      version: number,
    ) => Promise<unknown>,
  ) => {
    const orderId = pick(made.slice(-6)) ?? ''
    const at = { ...as(site), params: { ...site.params, orderId } }
    const now = await app.call(orders.details, at)
    if (now.status !== 200) return now
    const { version, lines } = now.body.order
    const lineId = pick(lines)?.id ?? ''
    return work({ ...at, params: { ...at.params, lineId } }, version)
  }
  const items = () => ({
    mode: 'valid_items' as const,
    items: [...new Set([pick(made), pick(made), pick(made)])].map((id = '') => ({ id })),
  })
  const selected = (body: object) => ({ ...as(site), body: { ...items(), ...body } }) as never
  const put = (qty: string) =>
    app.call(externalOrders.put, {
      ...as(site),
      params: { ...site.params, channel: 'RACE', external: pick(['1', '2']) ?? '' },
      body: { lines: [line(qty)], confirm: { mode: 'backorder' } },
    })
  const steps: (() => Promise<unknown>)[] = [
    () => create({ confirm: { mode: 'strict' } }),
    () => create({ confirm: { mode: 'backorder' } }),
    () => create({ confirm: { mode: 'cancel_rest' } }),
    () => create({ confirm: undefined }),
    () => withOne((at, version) => app.call(orders.confirm, { ...at, body: { version } })),
    () =>
      withOne((at, version) => app.call(orders.update, { ...at, body: { version, priority: 8 } })),
    () =>
      withOne((at, version) =>
        app.call(orders.addLines, { ...at, body: { version, lines: [line('1')] } }),
      ),
    () =>
      withOne((at, version) => app.call(orders.updateLine, { ...at, body: { version, qty: '3' } })),
    () =>
      withOne((at, version) => app.call(orders.updateLine, { ...at, body: { version, qty: '1' } })),
    () =>
      withOne((at, version) => app.call(orders.cancelLine, { ...at, body: { version, qty: '1' } })),
    () =>
      withOne((at, version) => app.call(orders.hold, { ...at, body: { version, kind: 'manual' } })),
    () => withOne((at, version) => app.call(orders.releaseHold, { ...at, body: { version } })),
    () =>
      withOne((at, version) => app.call(orders.cancel, { ...at, body: { version, reason: 'R2' } })),
    ...[undefined, 'named'].map(
      (named) => () =>
        withOne((at, version) => {
          const { orderId } = at.params
          const toOrderId = made.findLast((id) => id !== orderId)
          const body = { version, qty: '1', reason: 'R2', ...(named && toOrderId && { toOrderId }) }
          return app.call(unreserving.unreserve, { ...at, body })
        }),
    ),
    () => put('4'),
    () => put('2'),
    () => app.call(bulk.confirm, selected({})),
    () => app.call(bulk.hold, selected({ kind: 'payment' })),
    () => app.call(bulk.releaseHold, selected({})),
    () => app.call(bulk.tag, selected({ add: [randomUUID().slice(0, 8)] })),
    () => app.call(bulk.cancel, selected({ reason: 'R2' })),
    async () => {
      const { body } = await app.call(backorders.list, { ...as(site), query: { variant } })
      const claim = pick(body.items)?.claimId ?? '1'
      const params = { ...site.params, claim }
      return app.call(backorders.prioritize, { ...as(site), params, body: { priority: 7 } })
    },
    () => receiveInto(app, site, { sku, qty: '3' }),
    () => adjustAt(app, site, { sku, qty: '-4' }, { displace: true }),
  ]
  for (const mode of ['strict', 'backorder']) await create({ confirm: { mode } })
  const answers = (
    await concurrently(32, async () => {
      const own: Answer[] = []
      for (const step of shuffled(steps).slice(0, 12)) own.push((await step()) as Answer)
      return own
    })
  ).flat()
  const counted = tally(answers.map(({ status, body }) => String(body['code'] ?? status)))
  const allowed =
    /^(20\d|insufficient_\w+|invalid_transition|version_conflict|not_found|picked_goods|nobody_waits)$/
  const others = Object.keys(counted).filter((word) => !allowed.test(word))
  expect(others.filter((word) => word !== 'validation_failed' && word !== 'lock_timeout')).toEqual(
    [],
  )
  expect(answers).toHaveLength(32 * 12)
  expect(counted['201']).toBeGreaterThan(32)
  expect(counted['200']).toBeGreaterThan(32)
  expect(await ground.violations()).toEqual([])
  for (const check of ['verify_documents', 'verify_fulfillments'])
    expect(
      await arrange(app, `select * from stock.${check}($1, null)`, [site.platform.id]),
    ).toEqual([])
  // Totals are those of what is still wanted, to the cent: 1.25 each, however lines were changed.
  const wrong = await arrange(
    app,
    `select o.number from tenant.orders o
     join tenant.order_lines l using (platform_id, order_id)
     where o.platform_id = $1
     group by o.number, o.subtotal_micros
     having abs(o.subtotal_micros - sum(1250000 * (l.qty - l.qty_cancelled))) >= 10000`,
    [site.platform.id],
  )
  expect(wrong).toEqual([])
})
