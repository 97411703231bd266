import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeAll, expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { as, stocked } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { orders, customers, channels } = api.orders
const { app, site } = await setupSite()

type Some = Record<string, unknown>
type Made = { id: string; number: string }
const made: Record<'plain' | 'shop' | 'late' | 'shipped', Made> = {} as never
let channelId = ''

beforeAll(async () => {
  const mug = await stocked(app, site)
  const newOrder = async (more: Some): Promise<Made> =>
    (
      await app.call(orders.create, {
        ...as(site),
        body: { lines: [{ sku: mug.sku, qty: '2' }], ...more },
      } as never)
    ).body.order
  const customer = await app.call(customers.create, {
    ...as(site),
    body: { code: 'HARBOR', name: 'Ada Härbor', emails: ['ada@harbor.example'] },
  })
  const channel = await app.call(channels.create, {
    ...as(site),
    body: { code: `SHOP-${randomUUID().slice(0, 6)}`, kind: 'shop' },
  })
  channelId = channel.body.channel.id
  const dueAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  made.plain = await newOrder({ customerId: customer.body.customer.id, tags: ['vip'] })
  made.shop = await newOrder({
    channelId,
    externalId: 'Web_42',
    paymentState: 'Paid',
    confirm: {},
    promisedShipAt: dueAt(5),
  })
  made.late = await newOrder({ confirm: {}, promisedShipAt: '2020-01-01T00:00:00Z' })
  made.shipped = await newOrder({ confirm: {} })
  await arrange(
    app,
    `update tenant.orders set state = 'shipped', fulfillment_state = 'full' where order_id = $1`,
    [made.shipped.id],
  )
})

const found = async (query: Some) => {
  const { status, body } = await app.call(orders.list, { ...as(site), query } as never)
  expect(status).toBe(200)
  const nameOf = (id: string) => Object.entries(made).find(([, one]) => one.id === id)?.[0]
  return (body.items as { id: string }[]).map(({ id }) => nameOf(id)).toSorted()
}

test.each([
  [{ view: 'late' }, ['late']],
  [{ view: 'shipped' }, ['shipped']],
  [{ view: 'late', promised: 'day' }, []],
  [{ promised: 'overdue' }, ['late']],
  [{ promised: 'day' }, ['shop']],
  [{ promised: 'week' }, ['shop']],
  [{ promised: 'none' }, []],
  [{ payment: 'Paid' }, ['shop']],
  [{ fulfillment: 'full,partial' }, ['shipped']],
  [{ tag: 'vip' }, ['plain']],
  [{ tag: 'nothing' }, []],
  [{ q: 'web_4' }, []],
  [{ q: 'Web_4' }, ['shop']],
  [{ q: 'Web%4' }, []],
  [{ q: 'härbor' }, ['plain']],
  [{ q: 'ada@harbor' }, ['plain']],
  [{ q: 'HARBOR' }, ['plain']],
  [{ q: 'nobody' }, []],
] as [Some, string[]][])('%o finds %o', async (query, expected) => {
  expect(await found(query)).toEqual(expected)
})

test('finds an order by its number, however it is typed, and by its beginning', async () => {
  const { number } = made.plain
  const plain = number.replace(/^SO-0*/, '')
  for (const q of [
    number,
    number.toLowerCase(),
    plain,
    `  ${plain} `,
    `so${plain.padStart(6, '0')}`,
  ])
    expect(await found({ q }), q).toEqual(['plain'])
  expect(await found({ q: number.slice(0, -1) })).toEqual(['late', 'plain', 'shipped', 'shop'])
})

test('narrows to a channel and to rows that were picked', async () => {
  expect(await found({ channel: channelId })).toEqual(['shop'])
  expect(await found({ ids: `${made.late.id},${made.plain.id}` })).toEqual(['late', 'plain'])
})

test('says how much of which warehouses', async () => {
  const { body } = await app.call(orders.list, { ...as(site), query: { q: 'Web_42' } })
  expect(body.items).toMatchObject([
    { lineCount: 1, units: '2', warehouses: [site.warehouse.code], reservationState: 'full' },
  ])
})

test('its file has the same rows', async () => {
  const answer = await app.http.inject({
    url: `/api/v1/tenant/${site.params.slug}/orders?format=csv&payment=Paid`,
    headers: { authorization: `Bearer ${site.token}` },
  })
  expect(answer.body).toContain('Web_42')
  expect(answer.body.trim().split('\n')).toHaveLength(2)
})
