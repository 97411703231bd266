import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { arrange } from './arrange.ts'
import { as, stocked } from './fixtures.ts'
import { orderOf } from './order-calls.ts'
import { routes } from './routes.ts'
import { setupSite } from './setup-site.ts'

const { orders } = api.orders
const { app, site } = await setupSite()

const membersOf = (schema: unknown) =>
  schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}

/** The lists of a workspace that are read by pages. */
const lists = routes.filter(
  ({ route }) =>
    route.method === 'GET' &&
    route.path.startsWith('/tenant/:slug/') &&
    'items' in membersOf(route.reply) &&
    'cursor' in membersOf(route.query),
)

/** Lists whose rows have no time of their last change, each with the reason. */
const withoutChanges: Record<string, string> = {
  'workspace.deliveries.list': 'waits and attempts of a webhook, which have times of their own',
  'workspace.exceptions.list': 'what waits now; it is looked up, not kept',
  'workspace.imports.rows': 'rows of one file, whose import is followed',
  'warehouse.stockViews.levels': 'quantities, which moves and the events of orders follow',
  'warehouse.stockViews.buckets': 'quantities, which moves follow',
  'warehouse.stockViews.grid': 'quantities, which moves follow',
  'warehouse.stockViews.ledger': 'moves never change',
  'warehouse.stockViews.asOf': 'a report',
  'warehouse.reports.movement': 'a report',
  'warehouse.lots.list': 'stock by lot; a lot has no time of its last change',
  'warehouse.reservations.list': 'quantities by claim, which the events of orders follow',
  'orders.backorders.list': 'quantities by claim, which the events of backorders follow',
  'orders.waves.orders': 'part of a wave, which is followed',
  'orders.picking.list': 'parts of fulfillments, which are followed',
  'orders.reports.backorders': 'a report',
  'orders.reports.cycleShipments': 'a report',
  'orders.reports.members': 'a report',
  'orders.reports.shortRate': 'a report',
  'orders.reports.shortPicks': 'a report',
  'orders.trace.timeline': 'entries never change',
}

const isFollowed = ({ query }: Route) => {
  const members = membersOf(query)
  return 'updatedFrom' in members && members['sort']?.safeParse('updatedAt').success === true
}

test('every list of what changes can be followed, or is named with its reason', () => {
  expect(lists.length).toBeGreaterThan(25)
  expect(
    lists
      .filter(({ route }) => !isFollowed(route))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(withoutChanges).toSorted())
})

describe.each(lists.filter(({ route }) => isFollowed(route)))('$name', ({ route }) => {
  const read = async (query: object) => {
    const { status, body } = await app.call(route, { ...as(site), query } as never)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body as { items: { id: string }[]; next: string | null }
  }

  test('is read page by page in the order of the last change, from a time on', async () => {
    for (const sort of ['updatedAt', '-updatedAt']) {
      const all = await read({ sort })
      const first = await read({ sort, limit: '1' })
      expect(first.items).toEqual(all.items.slice(0, 1))
      if (first.next === null) continue
      const second = await read({ sort, limit: '1', cursor: first.next })
      expect(second.items).toEqual(all.items.slice(1, 2))
    }
    expect((await read({ updatedFrom: '2999-01-01T00:00:00+01:00' })).items).toEqual([])
    const usual = await read({})
    expect((await read({ updatedFrom: '1999-01-01T00:00:00Z' })).items).toEqual(usual.items)
  })
})

test('what changed last comes last, and nothing between two of the same time is left out', async () => {
  const mug = await stocked(app, site)
  const made = []
  for (let i = 0; i < 4; i++) made.push(await orderOf(app, site, mug.sku, '1'))
  const [changed, ...others] = made.map(({ id }) => id)
  await arrange(
    app,
    `update tenant.orders set updated_at = '2026-01-01Z' where order_id = any ($1::uuid[])`,
    [others],
  )
  await app.call(orders.update, {
    ...as(site),
    params: { ...site.params, orderId: changed ?? '' },
    body: { version: made[0]?.version ?? 0, note: 'Call first' },
  })
  const found: string[] = []
  let cursor: string | undefined
  do {
    const query = { sort: 'updatedAt', limit: '1', ...(cursor && { cursor }) } as never
    const { body } = await app.call(orders.list, { ...as(site), query })
    found.push(...body.items.map(({ id }) => id))
    cursor = body.next ?? undefined
  } while (cursor)
  expect(found).toEqual([...others.toSorted(), changed])
  const query = { updatedFrom: '2026-01-02T00:00:00Z' }
  const { body } = await app.call(orders.list, { ...as(site), query })
  expect(body.items.map(({ id }) => id)).toEqual([changed])
})

test('orders are found by when they were placed', async () => {
  const { sku } = await stocked(app, site)
  const placed = async (placedAt: string) => (await orderOf(app, site, sku, '1', { placedAt })).id
  const [before, from, to] = [
    await placed('2020-03-01T09:59:59Z'),
    await placed('2020-03-01T10:00:00Z'),
    await placed('2020-03-02T10:00:00Z'),
  ]
  const found = async (query: object) =>
    (await app.call(orders.list, { ...as(site), query } as never)).body.items.map(({ id }) => id)
  const placedAtTo = '2020-03-02T11:00:00+01:00'
  expect(await found({ placedAtFrom: '2020-03-01T11:00:00+01:00', placedAtTo })).toEqual([from])
  expect((await found({ placedAtTo })).toSorted()).toEqual([before, from].toSorted())
  expect((await found({ placedAtTo: '2020-03-02T10:00:01Z' })).includes(to)).toBe(true)
})
