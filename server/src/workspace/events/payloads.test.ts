import { globSync, readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { api } from '@stowage/contract'
import { eventSchemas } from '@stowage/contract/workspace/event-types'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, stocked } from '../../../test/fixtures.ts'
import { orderOf } from '../../../test/order-calls.ts'
import { openOwner } from '../../../test/owner.ts'
import { authorizedOf, receiveAll, shippedOf } from '../../../test/return-calls.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'
import type { NewEvent } from './queries.ts'

const app = await sharedApp()

const feed = async (site: Site) => {
  const answer = await app.call(api.workspace.events.list, { ...as(site), query: {} })
  expect(answer.status).toBe(200)
  return answer.body.items
}
/** An event as an earlier version may have written it. */
const insertOld = (site: Site, type: string, payload: object) =>
  arrange(
    app,
    `insert into tenant.tenant_events (platform_id, type, subject_type, subject_id, subject_version, payload)
     values ($1, $2, 'order', $3, 1, $4) returning event_no`,
    [site.platform.id, type, randomUUID(), JSON.stringify(payload)],
  )

test('a type is written in lower snake case', () => {
  const types = [...eventSchemas.keys()]
  expect(types.filter((type) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(type))).toEqual([])
})

test('an event does not compile with what its type does not carry', () => {
  const event = {
    type: 'order.held',
    subject: { type: 'order', id: randomUUID(), version: 2 },
    payload: { number: 'SO-1', channelId: randomUUID(), externalId: null },
    at: new Date(0),
  } as const
  // @ts-expect-error The kind of the hold and its note are missing.
  const held: NewEvent = event
  expect(eventSchemas.get(held.type)?.safeParse(held.payload).success).toBe(false)
})

test('a return is told with its lines, its number and the number of the order in the shop', async () => {
  const site = await newWarehouse(app)
  const mug = await shippedOf(app, site, '1')
  const one = await authorizedOf(app, site, mug, '1')
  await receiveAll(app, site, one)
  const told = (await feed(site)).filter(({ type }) => type.startsWith('return.'))
  expect(told).toMatchObject([
    { type: 'return.created', data: { lines: [{ sku: mug.sku, qty: '1' }] } },
    { type: 'return.authorized', data: { number: one.number, externalId: null } },
    { type: 'return.received', data: { lines: [{ sku: mug.sku, condition: 'new' }] } },
  ])
  expect(told[0]?.data).toMatchObject({ orderNumber: expect.stringMatching(/^SO-/) })
  // Who did it and the request are for the audit log.
  for (const { data } of told) expect(Object.keys(data)).not.toContain('requestId')
})

test('an order confirmed at once is told as created and as confirmed, with the number of the shop', async () => {
  const site = await newWarehouse(app)
  const { sku } = await stocked(app, site)
  const externalId = randomUUID()
  const order = await orderOf(app, site, sku, '1', { externalId })
  const told = (await feed(site)).filter(({ subject }) => subject.id === order.id)
  const data = { number: order.number, externalId }
  expect(told).toMatchObject([
    { type: 'order.created', subject: { version: 1 }, data },
    { type: 'order.confirmed', subject: { version: 1 }, data },
  ])
})

test('what an earlier version wrote is told as it is', async () => {
  const site = await newWarehouse(app)
  await insertOld(site, 'order.held', { number: 7, lines: [{ sku: 'MUG' }], requestId: 'r' })
  await insertOld(site, 'parcel.weighed', { grams: 250 })
  expect((await feed(site)).slice(-2)).toMatchObject([
    { type: 'order.held', data: { warehouseId: null, number: 7, lines: [{ sku: 'MUG' }] } },
    { type: 'parcel.weighed', data: { warehouseId: null, grams: 250 } },
  ])
})

test('types, deliveries and subscriptions in another style are renamed', async () => {
  const site = await newWarehouse(app)
  const hook = randomUUID()
  const [event] = await insertOld(site, 'order.partiallyShipped', {})
  await arrange(
    app,
    `insert into tenant.webhooks (platform_id, webhook_id, url, description, types, state, secret_cipher,
       event_no, created_by, created_at)
     values ($1, $2, 'https://example.com', '', '{order.partiallyShipped,return.*,stock.moved}', 'paused', '',
       0, $2, now())`,
    [site.platform.id, hook],
  )
  await arrange(
    app,
    `insert into tenant.webhook_deliveries (platform_id, webhook_id, event_no, event_id, type, subject_type,
       subject_id, created_at, state)
     values ($1, $2, $3, $2, 'return.refundRequested', 'return', 'x', now(), 'pending')`,
    [site.platform.id, hook, event?.['event_no']],
  )
  const [file = ''] = globSync('../../database/migrations/*_event_names.sql', {
    cwd: import.meta.dirname,
  })
  const owner = await openOwner(app)
  try {
    await owner.rowsOf('begin; set local role stowage_owner')
    await owner.rowsOf(readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    await owner.rowsOf('commit')
  } finally {
    await owner.close()
  }
  const [renamed] = await arrange(
    app,
    `select w.types, d.type as delivery, e.type as event
     from tenant.webhooks w
     join tenant.webhook_deliveries d on d.webhook_id = w.webhook_id
     join tenant.tenant_events e on e.event_no = d.event_no
     where w.platform_id = $1`,
    [site.platform.id],
  )
  expect(renamed).toEqual({
    types: ['order.partially_shipped', 'return.*', 'stock.moved'],
    delivery: 'return.refund_requested',
    event: 'order.partially_shipped',
  })
})
