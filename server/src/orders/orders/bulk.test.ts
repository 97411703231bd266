import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import pg from 'pg'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { as, levelOf, newItem, stocked } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { bulk, orders } = api.orders
const { app, site } = await setupSite()

type Some = Record<string, unknown>
type Step = (typeof bulk)[keyof typeof bulk]

const newOrder = async (sku: string, qty = '1', more: Some = {}) =>
  (await app.call(orders.create, { ...as(site), body: { lines: [{ sku, qty }], ...more } })).body
    .order
const send = (step: Step, ids: readonly string[], more: Some = {}, of = site) =>
  app.call(step, {
    ...as(of),
    body: { mode: 'valid_items', items: ids.map((id) => ({ id })), ...more },
  } as never)
const read = async (orderId: string) =>
  (await app.call(orders.details, { ...as(site), params: { ...site.params, orderId } })).body.order

test('each order of a selection is confirmed or says why not', async () => {
  const mug = await stocked(app, site)
  const [a, b, c] = [
    await newOrder(mug.sku, '6'),
    await newOrder(mug.sku, '1'),
    await newOrder(mug.sku, '1', { confirm: { mode: 'strict' } }),
  ]
  const unknown = randomUUID()
  const { body } = await send(bulk.confirm, [a.id, c.id, unknown, b.id])
  expect(body).toMatchObject({
    applied: 2,
    failed: 2,
    results: [
      { index: 0, status: 'ok', id: a.id },
      { index: 1, status: 'error', code: 'invalid_transition' },
      { index: 2, status: 'error', code: 'not_found' },
      { index: 3, status: 'ok', id: b.id },
    ],
  })
  expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '8' })
})

test('orders are put on hold, released and cancelled, each with its own record', async () => {
  const mug = await stocked(app, site)
  const some = [
    await newOrder(mug.sku, '2', { confirm: {} }),
    await newOrder(mug.sku, '3', { confirm: {} }),
  ]
  const ids = some.map(({ id }) => id)
  expect((await send(bulk.hold, ids, { kind: 'fraud', note: 'Check' })).body.applied).toBe(2)
  expect(await read(ids[0] ?? '')).toMatchObject({
    state: 'on_hold',
    holds: [{ kind: 'fraud', note: 'Check' }],
  })
  expect((await send(bulk.releaseHold, ids)).body.applied).toBe(2)
  expect((await send(bulk.cancel, ids, { reason: 'Shop closed' })).body.applied).toBe(2)
  expect(await read(ids[1] ?? '')).toMatchObject({
    state: 'cancelled',
    cancelReason: 'Shop closed',
  })
  expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '0' })
  const actions = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
  expect(actions.slice(-6)).toEqual([
    'ORDER_HELD',
    'ORDER_HELD',
    'ORDER_HOLD_RELEASED',
    'ORDER_HOLD_RELEASED',
    'ORDER_CANCELLED',
    'ORDER_CANCELLED',
  ])
})

test('tags are added and removed; an order that has them already keeps its version', async () => {
  const item = await newItem(app, site)
  const [a, b] = [
    await newOrder(item.sku, '1', { tags: ['vip'] }),
    await newOrder(item.sku, '1', { tags: ['gift', 'old'] }),
  ]
  const { body } = await send(bulk.tag, [a.id, b.id], { add: ['vip'], remove: ['old'] })
  expect(body).toMatchObject({ applied: 2 })
  expect(await read(a.id)).toMatchObject({ tags: ['vip'], version: 1 })
  expect(await read(b.id)).toMatchObject({ tags: ['gift', 'vip'], version: 2 })
  const full = await newOrder(item.sku, '1', {
    tags: Array.from({ length: 20 }, (_, i) => `t${i}`),
  })
  const refused = await send(bulk.tag, [full.id], { add: ['more'] })
  expect(refused.body.results).toMatchObject([
    { status: 'error', code: 'validation_failed', details: [{ path: 'add' }] },
  ])
})

test('all or nothing changes none when one is refused, and a version that is stale is', async () => {
  const item = await newItem(app, site)
  const [a, b] = [await newOrder(item.sku), await newOrder(item.sku)]
  const answer = await app.call(bulk.cancel, {
    ...as(site),
    body: {
      mode: 'all_or_nothing',
      reason: 'Test',
      items: [
        { id: a.id, version: 1 },
        { id: b.id, version: 4 },
      ],
    },
  })
  expect(answer.body.results).toMatchObject([
    { status: 'skipped' },
    { status: 'error', code: 'version_conflict', currentVersion: 1 },
  ])
  expect(await read(a.id)).toMatchObject({ state: 'draft' })
})

test('an order that somebody else holds does not stop the others', async () => {
  const item = await newItem(app, site)
  const [held, free] = [await newOrder(item.sku), await newOrder(item.sku)]
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from tenant.orders where order_id = $1 for update', [held.id])
  const result = await send(bulk.cancel, [held.id, free.id], { reason: 'Test' })
  await client.query('rollback')
  await client.end()
  expect(result.body).toMatchObject({
    applied: 1,
    results: [{ status: 'error', code: 'lock_timeout' }, { status: 'ok' }],
  })
  expect(await read(held.id)).toMatchObject({ state: 'draft' })
})

test('bad input names its field, and orders of other workspaces are not found', async () => {
  const item = await newItem(app, site)
  const { id } = await newOrder(item.sku)
  for (const [step, ids, more, path] of [
    [bulk.confirm, [], {}, 'items'],
    [bulk.confirm, [id, id], {}, 'items'],
    [bulk.hold, [id], { kind: 'mood' }, 'kind'],
    [bulk.cancel, [id], { reason: ' ' }, 'reason'],
    [bulk.tag, [id], { add: [''] }, 'add.0'],
  ] as const) {
    const { status, body } = await send(step, ids, more)
    expect(status).toBe(400)
    expect(body['details' as never]).toContainEqual(expect.objectContaining({ path }))
  }
  const other = await newWarehouse(app)
  const { body } = await send(bulk.cancel, [id], { reason: 'Mine' }, other as typeof site)
  expect(body).toMatchObject({ applied: 0, results: [{ code: 'not_found' }] })
  const { token } = await app.newMember(site.owner, site.platform, { permissions: ['order.read'] })
  const denied = await app.call(bulk.cancel, {
    ...as(site),
    token,
    body: { mode: 'valid_items', items: [{ id }], reason: 'Mine' },
  })
  expect(refusal(denied)).toEqual([422, 'permission_denied'])
})
