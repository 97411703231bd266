import { api } from '@stowage/contract'
import type { FeedEvent } from '@stowage/contract/workspace/events'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { adjustAt, as, newItem, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'
import { orderOf } from '../../../test/order-calls.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'
import { relayEvents } from '../../workspace/webhooks/relay-events.ts'
import { sendDue } from '../../workspace/webhooks/send-due.ts'
import { announceAvailable } from './announce.ts'

const { receiving, stockViews, stock } = api.warehouse
const { orders } = api.orders
// It announces for all workspaces of its application.
const { app, site } = await setupSite(await setupApp({ WEBHOOK_ALLOW: '127.0.0.0/8' }))

const announce = (most?: number) =>
  announceAvailable(app.context, { age: 0, ...(most && { most }) })

/** The announcements of a workspace, oldest first. */
async function announced(of: Pick<Site, 'params' | 'token'> = site, sku?: string) {
  const found: FeedEvent[] = []
  for (let after = '0'; ;) {
    const query = { after, limit: 200 } as never
    const { body } = await app.call(api.workspace.events.list, { ...as(of), query })
    found.push(...body.items)
    if (body.next === after) break
    after = body.next
  }
  return found.filter(
    ({ type, data }) =>
      type === 'stock.available_changed' && (sku === undefined || data['sku'] === sku),
  )
}

/** Returns the announcements of an item: previous quantity, available quantity and thresholds crossed. */
const told = async (sku: string) =>
  (await announced(site, sku)).map(({ data: { was, available, low, out, back } }) =>
    [
      was,
      available,
      ...Object.entries({ low, out, back }).flatMap(([k, v]) => (v ? [k] : [])),
    ].join(' '),
  )
const levelNow = async (variant: string) =>
  (await app.call(stockViews.levels, { ...as(site), query: { variant } as never })).body.items

async function setStatus(sku: string, qty: string, status: string, toStatus: string) {
  const line = { sku, qty, fromLocationId: site.a01.id, status, toStatus }
  const answer = await app.call(stock.move, { ...as(site), body: { lines: [line] as never } })
  expect(answer.status).toBe(201)
}
const verbOf = (id: string) => ({ ...as(site), params: { ...site.params, orderId: id } })

test('each way in which stock becomes available or not is announced', async () => {
  const { sku, id } = await stocked(app, site, { qty: '10', reorderPoint: '4' })
  await announce()
  const order = await orderOf(app, site, sku, '7')
  await announce()
  await app.call(orders.cancel, { ...verbOf(order.id), body: { version: 1, reason: 'Too late' } })
  await announce()
  await adjustAt(app, site, { sku, qty: '-1' })
  await announce()
  await setStatus(sku, '9', 'available', 'hold')
  await announce()
  await setStatus(sku, '2', 'hold', 'available')
  await announce()
  expect(await told(sku)).toEqual([
    '0 10 back',
    '10 3 low',
    '3 10',
    '10 9',
    '9 0 low out',
    '0 2 back',
  ])
  const [level] = await levelNow(id)
  const last = (await announced(site, sku)).at(-1)
  expect(last).toMatchObject({
    subject: { type: 'stock_level', id: `${site.warehouse.id}:${id}` },
    data: { variantId: id, sku, warehouseId: site.warehouse.id, available: level?.available },
  })
})

test('what arrives for waiting orders is announced as what is left of it', async () => {
  const { sku } = await newItem(app, site, { backorder: { policy: 'allow' } })
  const waiting = await orderOf(app, site, sku, '4', { confirm: { mode: 'backorder' } })
  await receiveInto(app, site, { sku, qty: '3' })
  await announce()
  expect(await told(sku)).toEqual([])
  await receiveInto(app, site, { sku, qty: '3' })
  await announce()
  await app.call(orders.cancel, { ...verbOf(waiting.id), body: { version: 1, reason: 'No need' } })
  await announce()
  expect(await told(sku)).toEqual(['0 2 back', '2 6'])
})

test('changes until the announcement are one event, and none if they amount to nothing', async () => {
  const { sku } = await stocked(app, site, { qty: '1.50', qtyScale: 2 })
  await receiveInto(app, site, { sku, qty: '2.25' })
  await adjustAt(app, site, { sku, qty: '-0.75' })
  await announce()
  const order = await orderOf(app, site, sku, '3')
  await app.call(orders.cancel, { ...verbOf(order.id), body: { version: 1, reason: 'Too late' } })
  await announce()
  await announce()
  expect(await told(sku)).toEqual(['0.00 3.00 back'])
})

test('changes are collected for a second', async () => {
  const { sku } = await stocked(app, site)
  await announceAvailable(app.context, { age: 3_600_000 })
  expect(await told(sku)).toEqual([])
  await announce()
  expect(await told(sku)).toEqual(['0 10 back'])
})

test('each warehouse is announced for itself', async () => {
  const { sku } = await stocked(app, site, { qty: '2' })
  const { id: warehouseId, place: locationId } = await openSite(app, site, 'EAST', 'Asia/Tokyo')
  const lines = [{ sku, qty: '5', locationId }]
  const body = { warehouseId, complete: true, lines }
  expect((await app.call(receiving.create, { ...as(site), body })).status).toBe(201)
  await announce()
  expect(
    (await announced(site, sku)).map(({ data }) => [data.warehouseId, data['available']]),
  ).toEqual([
    [site.warehouse.id, '2'],
    [warehouseId, '5'],
  ])
})

test('a webhook is sent it, and another workspace never sees it', async () => {
  const receiver = await startReceiver()
  const [other, hooked] = [await newWarehouse(app), await newWarehouse(app)]
  const body = { url: receiver.url, types: ['stock.available_changed'] }
  const { webhook } = (await app.call(api.workspace.webhooks.create, { ...as(hooked), body })).body
  const { sku, id } = await stocked(app, hooked, { qty: '3' })
  await announce()
  await relayEvents(app.context)
  await sendDue(app.context, { platformId: hooked.platform.id, webhookId: webhook.id })
  expect(receiver.types()).toEqual(['stock.available_changed'])
  expect(receiver.received[0]?.body.data).toEqual({
    variantId: id,
    sku,
    warehouseId: hooked.warehouse.id,
    available: '3',
    was: '0',
    low: false,
    out: false,
    back: true,
  })
  expect(await announced(other)).toEqual([])
})

test('a refused change announces nothing, and a failed announcement is made again', async () => {
  const { sku } = await stocked(app, site, { qty: '2' })
  expect((await adjustAt(app, site, { sku, qty: '-3' })).status).toBe(409)
  const clock = {
    now: () => {
      throw new Error('lost between taking and telling')
    },
  }
  await announceAvailable({ ...app.context, clock }, { age: 0 })
  expect(await told(sku)).toEqual([])
  await announce()
  expect(await told(sku)).toEqual(['0 2 back'])
})

test('the steps of a level lead from nothing to what is available, whatever is done', async () => {
  const items = [await stocked(app, site), await stocked(app, site), await stocked(app, site)]
  const open: string[] = []
  const roll = (below: number) => Math.floor(Math.random() * below)
  for (let step = 0; step < 60; step++) {
    const sku = items[roll(items.length)]?.sku ?? ''
    const qty = String(1 + roll(4))
    const kind = roll(6)
    // Whatever is refused changes nothing.
    if (kind === 0) await receiveInto(app, site, { sku, qty })
    else if (kind === 1) await adjustAt(app, site, { sku, qty: `-${qty}` })
    else if (kind === 2) {
      const line = { sku, qty, fromLocationId: site.a01.id }
      const [status, toStatus] = roll(2) ? ['available', 'hold'] : ['hold', 'available']
      const lines = [{ ...line, status, toStatus }] as never
      await app.call(stock.move, { ...as(site), body: { lines } })
    } else if (kind === 3) {
      const lines = [{ sku, qty }]
      const body = { lines, confirm: { mode: 'strict' } } as never
      const answer = await app.call(orders.create, { ...as(site), body })
      if (answer.status === 201) open.push(answer.body.order.id)
    } else if (kind === 4) {
      const [id] = open.splice(roll(open.length), 1)
      if (id) await app.call(orders.cancel, { ...verbOf(id), body: { version: 1, reason: 'x' } })
    } else await announce(1 + roll(4))
  }
  await announce()
  for (const { sku, id } of items) {
    const steps = (await announced(site, sku)).map(({ data, subject }) => ({
      was: Number(data['was']),
      available: Number(data['available']),
      version: subject.version,
    }))
    const [level] = await levelNow(id)
    expect(steps.map(({ was }) => was)).toEqual([0, ...steps.map((s) => s.available)].slice(0, -1))
    expect(steps.at(-1)?.available).toBe(Number(level?.available))
    const versions = steps.map(({ version }) => version)
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
  }
})
