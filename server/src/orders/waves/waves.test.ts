import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { as, newItem, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'
import { orderNow, orderOf } from '../../../test/order-calls.ts'
import { confirmPick, fulfillmentNow, pickShort } from '../../../test/pick-calls.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { setupSite } from '../../../test/setup-site.ts'
import {
  cancelWave,
  createBatch,
  newWave,
  releasedWave,
  releaseWave,
  runWaveJob,
  waveNow,
} from '../../../test/wave-calls.ts'

const { waves, fulfillments } = api.orders
const { app, site } = await setupSite()
afterAll(async () => expect(await findingsOf(app, site)).toEqual([]))

/** Creates orders of one new item, one piece each, under their own tag. */
async function tagged(count: number, more: Record<string, unknown> = {}) {
  const tag = `wave ${randomUUID().slice(0, 8)}`
  const { sku } = await stocked(app, site, { qty: '50' })
  const orders = []
  for (let i = 0; i < count; i++)
    orders.push(await orderOf(app, site, sku, '1', { tags: [tag], ...more }))
  return { tag, sku, orders }
}

const ordersOf = async (waveId: string, query: Record<string, string> = {}) =>
  (
    await app.call(waves.orders, {
      ...as(site),
      params: { ...site.params, waveId },
      query: query as never,
    })
  ).body.items

const fulfillmentsOf = async (wave: string) =>
  (await app.call(fulfillments.list, { ...as(site), query: { wave } as never })).body.items

async function tasksOf(wave: string) {
  const some = await fulfillmentsOf(wave)
  const found = await Promise.all(some.map(({ id }) => fulfillmentNow(app, site, id)))
  return found.flatMap(({ lines }) => lines.flatMap(({ picks }) => picks))
}

test('a wave takes the most urgent orders that match, up to its limits', async () => {
  const { tag, sku, orders } = await tagged(2)
  const urgent = await orderOf(app, site, sku, '3', { tags: [tag], priority: 9 })
  await orderOf(app, site, sku, '1', { tags: [tag], priority: 1 })
  const look = async (more: Record<string, unknown>) =>
    (
      await app.call(waves.preview, {
        ...as(site),
        body: { warehouseId: site.warehouse.id, filter: { tag }, ...more } as never,
      })
    ).body
  expect(await look({})).toEqual({ orders: 4, lines: 4, units: '6' })
  expect(await look({ filter: { tag, minPriority: 5 } })).toMatchObject({ orders: 3, units: '5' })
  expect(await look({ maxOrders: 2 })).toEqual({ orders: 2, lines: 2, units: '4' })
  expect(await look({ maxUnits: 4 })).toEqual({ orders: 2, lines: 2, units: '4' })
  expect(await look({ maxLines: 1 })).toEqual({ orders: 1, lines: 1, units: '3' })
  expect(await look({ filter: { tag: 'none' } })).toEqual({ orders: 0, lines: 0, units: '0' })
  const wave = await releasedWave(app, site, { filter: { tag }, maxOrders: 3 })
  expect(wave).toMatchObject({
    state: 'released',
    results: { released: 3 },
    orders: 3,
    lines: 3,
    units: '5',
    tasks: 3,
    picked: 0,
    shortLines: 0,
  })
  expect((await ordersOf(wave.id)).map(({ orderId }) => orderId)).toEqual([
    urgent.id,
    ...orders.map(({ id }) => id),
  ])
  expect((await fulfillmentsOf(wave.id)).map((one) => one.wave)).toEqual(Array(3).fill(wave.number))
})

test('promised dates and chosen orders narrow a wave too', async () => {
  const { tag, sku, orders } = await tagged(1)
  const promisedShipAt = new Date(Date.now() + 3_600_000).toISOString()
  const due = await orderOf(app, site, sku, '1', { tags: [tag], promisedShipAt })
  const take = async (filter: Record<string, unknown>) =>
    (await ordersOf((await releasedWave(app, site, { filter })).id)).map(({ orderId }) => orderId)
  expect(await take({ tag, promised: 'day' })).toEqual([due.id])
  expect(await take({ orderIds: [orders[0]?.id ?? ''] })).toEqual([orders[0]?.id])
})

test('each order of a wave is released or says why not, and the wave is picked to its end', async () => {
  const { tag, orders } = await tagged(2)
  const rare = await newItem(app, site)
  await receiveInto(app, site, { sku: rare.sku, qty: '1' })
  const blocked = await orderOf(app, site, rare.sku, '1', { tags: [tag] })
  const wave = await newWave(app, site, { filter: { tag } })
  expect((await releaseWave(app, site, wave)).body.wave).toMatchObject({
    state: 'released',
    version: 2,
    results: { pending: 3 },
    orders: 0,
  })
  // Cancelled by somebody before its turn.
  const params = { ...site.params, orderId: blocked.id }
  const body = { version: blocked.version, reason: 'Changed mind' }
  await app.call(api.orders.orders.cancel, { ...as(site), params, body })
  await runWaveJob(app, wave.id)
  expect(await ordersOf(wave.id, { state: 'refused' })).toMatchObject([
    { orderId: blocked.id, state: 'refused', code: 'invalid_transition' },
  ])
  const [first, second] = await tasksOf(wave.id)
  await confirmPick(app, site, first?.id ?? '')
  expect(await waveNow(app, site, wave.id)).toMatchObject({ state: 'in_progress', picked: 1 })
  const states = await Promise.all(orders.map(({ id }) => orderNow(app, site, id)))
  expect(states.map(({ state }) => state).toSorted()).toEqual(['in_fulfillment', 'released'])
  await pickShort(app, site, second?.id ?? '')
  const done = await waveNow(app, site, wave.id)
  // Nothing was found anywhere: the second order waits again.
  expect(done).toMatchObject({ state: 'completed', orders: 1, tasks: 1, picked: 1 })
  const events = (await eventsOf(app, site.platform.id)).filter(
    (one) => one['target_id'] === wave.id,
  )
  expect(events.map(({ action }) => action)).toEqual([
    'WAVE_CREATED',
    'WAVE_RELEASED',
    'WAVE_STARTED',
    'WAVE_COMPLETED',
  ])
})

test('a wave of which nothing is left is cancelled', async () => {
  const { tag, orders } = await tagged(2)
  const wave = await releasedWave(app, site, { filter: { tag } })
  const take = async (id: string, how: 'unrelease' | 'cancel') => {
    const call = { ...as(site), params: { ...site.params, orderId: id } }
    const { version } = await orderNow(app, site, id)
    return how === 'cancel'
      ? app.call(api.orders.orders.cancel, { ...call, body: { version, reason: 'Test' } })
      : app.call(fulfillments.unrelease, { ...call, body: { version } })
  }
  expect((await take(orders[0]?.id ?? '', 'unrelease')).status).toBe(200)
  expect(await waveNow(app, site, wave.id)).toMatchObject({ state: 'released' })
  expect((await take(orders[1]?.id ?? '', 'cancel')).status).toBe(200)
  expect(await waveNow(app, site, wave.id)).toMatchObject({ state: 'cancelled' })
  // One of which no order could be released.
  const none = await tagged(1)
  const empty = await newWave(app, site, { filter: { tag: none.tag } })
  await releaseWave(app, site, empty)
  expect((await take(none.orders[0]?.id ?? '', 'cancel')).status).toBe(200)
  await runWaveJob(app, empty.id)
  expect(await waveNow(app, site, empty.id)).toMatchObject({
    state: 'cancelled',
    results: { refused: 1 },
  })
  expect(await findingsOf(app, site)).toEqual([])
})

test('a wave with nothing picked is cancelled, and its orders are confirmed again', async () => {
  const { tag, orders } = await tagged(3)
  const wave = await releasedWave(app, site, { filter: { tag } })
  const made = await createBatch(app, site, { waveId: wave.id })
  expect((await cancelWave(app, site, wave)).body.wave.state).toBe('cancelled')
  const [task] = await tasksOf(wave.id)
  expect((await confirmPick(app, site, task?.id ?? '')).body).toMatchObject({
    code: 'invalid_transition',
    message: `${wave.number} was cancelled. Don’t pick for it any more.`,
  })
  await runWaveJob(app, wave.id)
  expect(await waveNow(app, site, wave.id)).toMatchObject({ results: { returned: 3 }, orders: 0 })
  for (const { id } of orders) expect((await orderNow(app, site, id)).state).toBe('confirmed')
  const params = { ...site.params, batchId: made.body.batch.id }
  const { body } = await app.call(api.orders.batches.details, { ...as(site), params })
  expect(body.batch.state).toBe('cancelled')
  // They can be released again.
  expect((await releasedWave(app, site, { filter: { tag } })).orders).toBe(3)
})

test('orders whose turn has not come are left out of a wave that is cancelled', async () => {
  const { tag, orders } = await tagged(2)
  const wave = await newWave(app, site, { filter: { tag } })
  const { body } = await releaseWave(app, site, wave)
  expect((await cancelWave(app, site, body.wave)).body.wave.results).toEqual({ skipped: 2 })
  await runWaveJob(app, wave.id)
  expect((await orderNow(app, site, orders[0]?.id ?? '')).state).toBe('confirmed')
  expect(await fulfillmentsOf(wave.id)).toEqual([])
})

test('a job that runs twice releases once', async () => {
  const { tag } = await tagged(2)
  const wave = await newWave(app, site, { filter: { tag } })
  await releaseWave(app, site, wave)
  await Promise.all([runWaveJob(app, wave.id), runWaveJob(app, wave.id)])
  await runWaveJob(app, wave.id)
  expect(await waveNow(app, site, wave.id)).toMatchObject({ results: { released: 2 }, orders: 2 })
})

test('other transitions are refused, and old versions', async () => {
  const { tag } = await tagged(1)
  const empty = await newWave(app, site, { filter: { tag: 'nothing has it' } })
  expect(refusal(await releaseWave(app, site, empty))).toEqual([409, 'nothing_to_release'])
  expect((await waveNow(app, site, empty.id)).state).toBe('draft')
  expect(refusal(await releaseWave(app, site, { ...empty, version: 9 }))).toEqual([
    409,
    'version_conflict',
  ])
  await cancelWave(app, site, empty)
  const cancelled = await releaseWave(app, site, { ...empty, version: 2 })
  expect(cancelled.body).toMatchObject({
    code: 'invalid_transition',
    blockers: [{ type: 'wave', from: 'cancelled', to: 'released', allowed: [] }],
  })
  const wave = await releasedWave(app, site, { filter: { tag } })
  const [task] = await tasksOf(wave.id)
  await confirmPick(app, site, task?.id ?? '')
  const done = await waveNow(app, site, wave.id)
  expect(done.state).toBe('completed')
  expect(refusal(await cancelWave(app, site, done))).toEqual([409, 'invalid_transition'])
})

test('a wave whose last orders are taken back is completed', async () => {
  const { tag, orders } = await tagged(2)
  const wave = await releasedWave(app, site, { filter: { tag } })
  const [task] = await tasksOf(wave.id)
  await confirmPick(app, site, task?.id ?? '')
  const [first, second] = await Promise.all(orders.map(({ id }) => orderNow(app, site, id)))
  const other = first?.state === 'released' ? first : second
  const params = { ...site.params, orderId: other?.id ?? '' }
  const body = { version: other?.version ?? 0 }
  const answer = await app.call(fulfillments.unrelease, { ...as(site), params, body })
  expect(answer.status).toBe(200)
  expect((await waveNow(app, site, wave.id)).state).toBe('completed')
})

test('waves are seen and made by who may, in the warehouses they see', async () => {
  const { tag } = await tagged(1)
  const wave = await releasedWave(app, site, { filter: { tag } })
  const draft = await newWave(app, site)
  const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
  const packer = await app.newMember(site.owner, site.platform, { role: 'packer' })
  const planner = await app.newMember(site.owner, site.platform, { role: 'order_manager' })
  const list = (by: { token: string }, query: Record<string, string> = {}) =>
    app.call(waves.list, { params: site.params, token: by.token, query: query as never })
  expect(refusal(await list(packer))).toEqual([422, 'permission_denied'])
  expect(refusal(await releaseWave(app, site, draft, picker))).toEqual([422, 'permission_denied'])
  expect(refusal(await cancelWave(app, site, draft, picker))).toEqual([422, 'permission_denied'])
  expect((await newWave(app, site, {}, planner)).state).toBe('draft')
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: planner.id },
    body: { warehouseIds: [east.id] },
  })
  expect((await list(planner)).body.items).toEqual([])
  const params = { ...site.params, waveId: wave.id }
  for (const route of [waves.details, waves.orders] as const)
    expect(
      (await app.call(route, { params, token: planner.token, query: {} as never })).status,
    ).toBe(404)
  expect((await releaseWave(app, site, draft, planner)).status).toBe(404)
  await expect(newWave(app, site, {}, planner)).rejects.toThrow('not_found')
  const views = async (view: string) =>
    (await list(picker, { view })).body.items.map(({ id }) => id)
  expect(await views('in_work')).toContain(wave.id)
  expect(await views('to_release')).toContain(draft.id)
  expect(await views('with_shorts')).not.toContain(wave.id)
  const file = await app.http.inject({
    url: `/api/v1/tenant/${site.params.slug}/picking/waves?format=csv`,
    headers: { authorization: `Bearer ${picker.token}` },
  })
  expect(file.body).toContain(`${wave.number},MAIN,released,1,1,1,1,0,0`)
})

test('stops when whoever released it is removed, and the orders wait for another', async () => {
  const { tag, orders } = await tagged(2)
  const wave = await newWave(app, site, { filter: { tag } })
  const member = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
  expect((await releaseWave(app, site, wave, member)).status).toBe(200)
  await app.call(api.platforms.members.removeById, {
    token: site.owner.token,
    params: { platformId: site.platform.id, memberId: member.id },
  })
  await runWaveJob(app, wave.id)
  const { length } = orders
  expect(await ordersOf(wave.id, { state: 'refused' })).toMatchObject(
    Array(length).fill({ state: 'refused', code: 'permission_denied' }),
  )
  expect((await waveNow(app, site, wave.id)).results).toMatchObject({ refused: length })
  const again = await releasedWave(app, site, { filter: { tag } })
  expect(again.results).toMatchObject({ released: length })
})
