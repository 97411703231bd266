import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal, setupApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import {
  adjustAt,
  as,
  newItem,
  openSite,
  receiveInto,
  stocked,
  type Site,
} from '../../../test/fixtures.ts'
import { orderOf } from '../../../test/order-calls.ts'
import { pickShort, releasedOf } from '../../../test/pick-calls.ts'
import { runJob } from '../../../test/run-job.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'
import { forgetExceptions } from './jobs.ts'

const { exceptions, search, webhooks, deliveries, home } = api.workspace
const { orders } = api.orders
const { stockViews, stock } = api.warehouse
const { app, site: mine } = await setupSite(await setupApp())

type Query = Record<string, string>
type By = Pick<Site, 'params' | 'token'>

const listed = (by: By, query: Query = {}) => app.call(exceptions.list, { ...as(by), query })
const itemsOf = async (by: By, query: Query = {}) => (await listed(by, query)).body.items
const scan = (by: By, code: string, context = {}) =>
  app.call(search.scan, { ...as(by), body: { code, context } })
const act = (
  verb: 'assign' | 'snooze' | 'resolve',
  by: By,
  { kind, key }: { kind: string; key: string },
  more: object = {},
) => app.call(exceptions[verb], { ...as(by), body: { kind, key, ...more } as never })

/** A workspace of its own, because the list is of all that is open. */
const newSite = () => newWarehouse(app)

/** A short pick of three where two were found and nothing is elsewhere. */
async function newShortPick(site: Site) {
  const mug = await stocked(app, site, { qty: '3' })
  const released = await releasedOf(app, site, mug.sku, '3')
  const { status, body } = await pickShort(app, site, released.task.id, {
    qtyFound: '2',
    reasonCode: 'missing',
  })
  expect([status, body]).toMatchObject([200, {}])
  return { mug, ...released }
}

describe('an unknown code', () => {
  test('is listed with where and how often it was scanned', async () => {
    const site = await newSite()
    const place = { screen: 'receive', warehouseId: site.warehouse.id }
    expect((await scan(site, 'NOBODY-KNOWS', place)).body.kind).toBe('unknown')
    await scan(site, 'NOBODY-KNOWS', place)
    expect(await itemsOf(site)).toMatchObject([
      {
        kind: 'unknown_code',
        label: 'NOBODY-KNOWS',
        details: { place: 'receive' },
        object: null,
        warehouseCode: 'MAIN',
        count: 2,
        ownerId: null,
      },
    ])
  })

  test('is not listed where new codes are expected', async () => {
    const site = await newSite()
    expect((await scan(site, 'TOTE-1', { takesUnknown: true })).body.kind).toBe('unknown')
    expect(await itemsOf(site)).toEqual([])
  })

  test('is no longer listed once a product has it', async () => {
    const site = await newSite()
    await scan(site, '4006381333931')
    expect(await itemsOf(site)).toHaveLength(1)
    await newItem(app, site, { barcodes: [{ code: '4006381333931' }] })
    expect(await itemsOf(site)).toEqual([])
    expect((await scan(site, '4006381333931')).body.kind).toBe('variant')
  })

  test('is forgotten 90 days after its last scan, and 30 days after it was resolved', async () => {
    const site = await newSite()
    const ages = { OLD: [91, null], NEW: [89, null], ENDED: [31, 31], RECENT: [31, 29] } as const
    for (const [code, [scanned, resolved]] of Object.entries(ages)) {
      await scan(site, code)
      await arrange(
        app,
        `update tenant.exceptions
         set last_at = $3::timestamptz - $4::int * interval '1 day',
           resolved_at = $3::timestamptz - $5::int * interval '1 day'
         where platform_id = $1 and label = $2`,
        [site.platform.id, code, app.clock.now(), scanned, resolved],
      )
    }
    await runJob(app, forgetExceptions, {})
    const left = await arrange(
      app,
      'select label from tenant.exceptions where platform_id = $1 order by label',
      [site.platform.id],
    )
    expect(left).toEqual([{ label: 'NEW' }, { label: 'RECENT' }])
  })

  test('of a warehouse out of sight names no warehouse', async () => {
    const site = await newSite()
    await scan(site, 'ELSEWHERE', { warehouseId: randomUUID() })
    expect(await itemsOf(site)).toMatchObject([{ label: 'ELSEWHERE', warehouseId: null }])
  })
})

test('a short pick is listed until its order no longer waits', async () => {
  const site = await newSite()
  const { mug, fulfillmentId, number } = await newShortPick(site)
  expect(await itemsOf(site, { kind: 'short_pick' })).toMatchObject([
    {
      kind: 'short_pick',
      label: mug.sku,
      details: { qty: '1 each', place: 'A-01' },
      object: { type: 'fulfillment', id: fulfillmentId, number },
    },
  ])
  await arrange(
    app,
    'update tenant.reservations set promised = allocated, backordered = 0 where platform_id = $1',
    [site.platform.id],
  )
  expect(await itemsOf(site, { kind: 'short_pick' })).toEqual([])
})

describe('the location of a short pick', () => {
  const toCount = (site: Site) => itemsOf(site, { kind: 'location_to_count' })
  const bucketOf = async (site: Site, sku: string, status: string) => {
    const query = { q: sku, status }
    const { body } = await app.call(stockViews.buckets, { ...as(site), query })
    return body.items[0]?.bucketId ?? ''
  }

  test('is to be counted until what is on hold there was adjusted', async () => {
    const site = await newSite()
    const { mug } = await newShortPick(site)
    expect(await toCount(site)).toMatchObject([
      {
        key: await bucketOf(site, mug.sku, 'hold'),
        label: mug.sku,
        details: { qty: '1 each', place: 'A-01' },
        warehouseId: site.warehouse.id,
      },
    ])
    const gone = { sku: mug.sku, status: 'hold', qty: '-1' }
    expect((await adjustAt(app, site, gone)).status).toBe(201)
    expect(await toCount(site)).toEqual([])
  })

  test('is to be counted too where the rest was found elsewhere', async () => {
    const site = await newSite()
    const mug = await stocked(app, site, { qty: '3' })
    const { task } = await releasedOf(app, site, mug.sku, '3')
    await receiveInto(app, site, { sku: mug.sku, qty: '5', location: 'A-02' })
    await pickShort(app, site, task.id, { qtyFound: '2', reasonCode: 'missing' })
    expect((await itemsOf(site)).map(({ kind }) => kind)).toEqual(['location_to_count'])
  })

  test('is not, of stock that somebody put on hold', async () => {
    const site = await newSite()
    const mug = await stocked(app, site, { qty: '3' })
    const bucketId = await bucketOf(site, mug.sku, 'available')
    const lines = [{ bucketId, qty: '1', toStatus: 'hold' as const }]
    expect((await app.call(stock.move, { ...as(site), body: { lines } })).status).toBe(201)
    expect(await toCount(site)).toEqual([])
  })
})

test('an order on hold is listed, and is ended on its own page', async () => {
  const site = await newSite()
  const mug = await stocked(app, site)
  const order = await orderOf(app, site, mug.sku, '1')
  const params = { ...site.params, orderId: order.id }
  const body = { version: order.version, kind: 'payment' as const, note: 'Card declined' }
  await app.call(orders.hold, { ...as(site), params, body })
  const [held] = await itemsOf(site)
  expect(held).toMatchObject({
    kind: 'order_hold',
    label: order.number,
    details: { reason: 'payment', note: 'Card declined' },
    object: { type: 'order', id: order.id },
  })
  const refused = await act('resolve', site, held ?? { kind: '', key: '' })
  expect(refusal(refused)).toEqual([400, 'validation_failed'])
  await app.call(orders.releaseHold, { ...as(site), params, body: { version: order.version + 1 } })
  expect(await itemsOf(site)).toEqual([])
})

test('a webhook with failed deliveries is listed for those who see webhooks, and again after the next', async () => {
  const site = await newSite()
  const created = await app.call(webhooks.create, {
    ...as(site),
    body: { url: 'https://8.8.8.8/hooks', types: ['*'] },
  })
  const { id } = created.body.webhook
  await app.call(deliveries.test, { ...as(site), params: { ...site.params, webhookId: id } })
  const die = (at: Date) =>
    arrange(
      app,
      `update tenant.webhook_deliveries set state = 'dead', finished_at = $2, next_at = null,
         last_status = 500 where webhook_id = $1`,
      [id, at],
    )
  await die(app.clock.now())
  const [failed] = await itemsOf(site)
  expect(failed).toMatchObject({
    kind: 'webhook',
    details: { reason: 'HTTP 500' },
    object: { type: 'webhook', id },
    count: 1,
  })
  const viewer = await app.newMember(site.owner, site.platform, { role: 'viewer' })
  expect(await itemsOf({ ...site, token: viewer.token })).toEqual([])
  await act('resolve', site, failed ?? { kind: '', key: '' })
  expect(await itemsOf(site)).toEqual([])
  await die(new Date(app.clock.now().getTime() + 60_000))
  expect(await itemsOf(site)).toHaveLength(1)
})

describe('an exception', () => {
  test('is assigned, snoozed and resolved, each with an entry in the log', async () => {
    const site = await newSite()
    await scan(site, 'CARE')
    const [one] = await itemsOf(site)
    const named = one ?? { kind: '', key: '' }
    const member = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
    const owners = await app.call(exceptions.owners, as(site))
    expect(owners.body.items.map(({ id }) => id)).toContain(member.id)
    expect((await act('assign', site, named, { ownerId: member.id })).status).toBe(200)
    expect(await itemsOf({ ...site, token: member.token }, { owner: 'me' })).toMatchObject([
      { ownerId: member.id },
    ])
    expect(await itemsOf(site, { owner: 'nobody' })).toEqual([])

    const until = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    await act('snooze', site, named, { until })
    expect(await itemsOf(site)).toEqual([])
    expect(await itemsOf(site, { state: 'snoozed' })).toMatchObject([{ snoozedUntil: until }])
    await act('snooze', site, named, { until: null })
    expect(await itemsOf(site)).toHaveLength(1)

    await act('resolve', site, named)
    expect(await itemsOf(site)).toEqual([])
    expect(refusal(await act('resolve', site, named))).toEqual([404, 'not_found'])
    const log = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
    expect(log.filter((one) => String(one).startsWith('EXCEPTION_'))).toEqual([
      'EXCEPTION_ASSIGNED',
      'EXCEPTION_SNOOZED',
      'EXCEPTION_SNOOZED',
      'EXCEPTION_RESOLVED',
    ])
  })

  test('that was resolved is listed anew when it happens again', async () => {
    const site = await newSite()
    await scan(site, 'AGAIN')
    const [first] = await itemsOf(site)
    await act('resolve', site, first ?? { kind: '', key: '' })
    app.clock.advance(1_000)
    await scan(site, 'AGAIN')
    const [again] = await itemsOf(site)
    expect(again).toMatchObject({ label: 'AGAIN', count: 1 })
    expect(Date.parse(again?.since ?? '')).toBeGreaterThan(Date.parse(first?.since ?? '') + 999)
  })

  test.each([
    ['assign', { ownerId: randomUUID() }, 'ownerId'],
    ['snooze', { until: '2020-01-01T00:00:00.000Z' }, 'until'],
    ['snooze', { until: '2190-01-01T00:00:00.000Z' }, 'until'],
  ] as const)('is told which field is wrong: %s %o', async (verb, more, path) => {
    const site = await newSite()
    await scan(site, 'WRONG')
    const [one] = await itemsOf(site)
    const named: { kind: string; key: string } = one ?? { kind: '', key: '' }
    const { status, body } = await act(verb, site, named, more)
    expect([status, (body as { details?: { path: string }[] }).details]).toMatchObject([
      400,
      [{ path }],
    ])
    expect(await itemsOf(site)).toMatchObject([{ ownerId: null, snoozedUntil: null }])
  })

  test('is seen and resolved by those who may, in warehouses they see', async () => {
    const site = await newSite()
    await newShortPick(site)
    await scan(site, 'ANYWHERE')
    const [short] = await itemsOf(site, { kind: 'short_pick' })
    const named = short ?? { kind: '', key: '' }
    const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
    const byPicker = { ...site, token: picker.token }
    expect(await itemsOf(byPicker)).toHaveLength(3)
    expect(refusal(await act('resolve', byPicker, named))).toEqual([422, 'permission_denied'])

    const manager = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
    const byManager = { ...site, token: manager.token }
    const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
    await app.call(api.warehouse.settings.setMemberWarehouses, {
      ...as(site),
      params: { ...site.params, memberId: manager.id },
      body: { warehouseIds: [east.id] },
    })
    expect(await itemsOf(byManager)).toMatchObject([{ label: 'ANYWHERE' }])
    expect(await itemsOf(byManager, { warehouse: site.warehouse.id })).toEqual([])
    expect(refusal(await act('resolve', byManager, named))).toEqual([404, 'not_found'])
    const other = await newSite()
    expect(refusal(await act('resolve', other, named))).toEqual([404, 'not_found'])
    expect(await itemsOf(other)).toEqual([])
  })
})

test('the list is read page by page and saved as a file, and home counts it', async () => {
  const site = await newSite()
  for (const code of ['ONE', 'TWO', 'THREE']) {
    app.clock.advance(1_000)
    await scan(site, code)
  }
  const first = await listed(site, { limit: '2' })
  expect(first.body.items.map(({ label }) => label)).toEqual(['ONE', 'TWO'])
  const next = await listed(site, { limit: '2', cursor: first.body.next ?? '' })
  expect(next.body).toMatchObject({ items: [{ label: 'THREE' }], next: null, total: 3 })
  const newest = await itemsOf(site, { sort: '-since' })
  expect(newest.map(({ label }) => label)).toEqual(['THREE', 'TWO', 'ONE'])
  const file = await app.http.inject({
    url: `/api/v1/tenant/${site.params.slug}/exceptions?format=csv`,
    headers: { authorization: `Bearer ${site.token}` },
  })
  expect(file.body.split('\r\n')[1]).toMatch(/^unknown_code,ONE,/)
  const { body } = await app.call(home.show, { ...as(site), query: {} })
  expect(body.today.find(({ tile }) => tile === 'exceptions')).toEqual({
    tile: 'exceptions',
    count: 3,
    oldestAt: first.body.items[0]?.since,
  })
  expect(await itemsOf(mine)).toEqual([])
})
