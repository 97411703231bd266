import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { as, openSite, stocked } from '../../../test/fixtures.ts'
import { packedOf } from '../../../test/pack-calls.ts'
import { confirmPick, releasedOf } from '../../../test/pick-calls.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { setupSite } from '../../../test/setup-site.ts'
import {
  batchNow,
  bindTotes,
  createBatch,
  newBatch,
  releasedWave,
  step,
} from '../../../test/wave-calls.ts'

const { batches, picking } = api.orders
const { app, site } = await setupSite()
afterAll(async () => expect(await findingsOf(app, site)).toEqual([]))

type By = { id: string; token: string }
const picker = () => app.newMember(site.owner, site.platform, { role: 'picker' })

const assign = (batchId: string, memberId: string | null, by: { token: string } = site) =>
  app.call(batches.assign, {
    params: { ...site.params, batchId },
    token: by.token,
    body: { memberId },
  })
const listed = async (by: { token: string }, query: Record<string, string>) =>
  (await app.call(picking.list, { params: site.params, token: by.token, query: query as never }))
    .body.items

const tote = () => `T-${randomUUID().slice(0, 8)}`

test('a batch has the tasks of its orders in walking order', async () => {
  const { released, batch } = await newBatch(app, site, ['1', '2'])
  expect(batch).toMatchObject({
    state: 'open',
    method: 'batch',
    assignedTo: null,
    orders: 2,
    lines: 2,
    units: '3',
    picked: 0,
    shortLines: 0,
    distanceM: null,
    totes: released.map(({ fulfillmentId, number }, i) => ({
      slot: i + 1,
      fulfillmentId,
      fulfillment: number,
      tote: null,
    })),
  })
  expect(batch.tasks.map(({ sequence, slot, qty }) => [sequence, slot, qty])).toEqual([
    [1, 1, '1'],
    [2, 2, '2'],
  ])
  const again = await createBatch(app, site, {
    fulfillmentIds: [batch.totes[0]?.fulfillmentId ?? ''],
  })
  expect(again.body).toMatchObject({
    code: 'already_batched',
    blockers: [{ type: 'fulfillment', number: released[0]?.number, batch: batch.number }],
  })
  // Its tasks are no longer free for anyone one by one.
  const anna = await picker()
  const ids = batch.tasks.map(({ id }) => id).join(',')
  expect(await listed(anna, { view: 'free', ids })).toEqual([])
  const walked = await listed(anna, { batch: batch.id, sort: 'sequence' })
  expect(walked).toMatchObject([
    { batch: batch.number, sequence: 1, slot: 1, tote: null },
    { batch: batch.number, sequence: 2, slot: 2, tote: null },
  ])
  const claimed = await app.call(picking.claim, {
    params: site.params,
    token: anna.token,
    body: { taskIds: batch.tasks.map(({ id }) => id) },
  })
  expect(claimed.body.tasks).toEqual([])
})

test('a batch is filled with the most urgent orders that are free', async () => {
  const { id: warehouseId } = await openSite(app, site, `W${randomUUID().slice(0, 6)}`, 'UTC')
  expect(refusal(await createBatch(app, site, { warehouseId }))).toEqual([409, 'nothing_to_pick'])
  const { sku } = await stocked(app, site, { qty: '50' })
  const tag = randomUUID().slice(0, 8)
  const urgent = await releasedOf(app, site, sku, '1', { priority: 9, tags: [tag] })
  const others = [await releasedOf(app, site, sku, '1'), await releasedOf(app, site, sku, '1')]
  const { body } = await createBatch(app, site, { method: 'single' })
  expect(body.batch.totes[0]?.fulfillmentId).toBe(urgent.fulfillmentId)
  const { body: several } = await createBatch(app, site, {
    method: 'cluster',
    maxOrders: 1,
    count: 2,
  })
  expect(several.batches).toHaveLength(2)
  const made = await Promise.all(several.batches.map(({ id }) => batchNow(app, site, id)))
  expect(made.flatMap(({ totes }) => totes.map((one) => one.fulfillmentId))).toEqual(
    others.map(({ fulfillmentId }) => fulfillmentId),
  )
  expect(refusal(await createBatch(app, site, {}))).toEqual([409, 'nothing_to_pick'])
})

test('a wave is split into batches', async () => {
  const tag = randomUUID().slice(0, 8)
  const { sku } = await stocked(app, site, { qty: '50' })
  const { orders } = api.orders
  for (let i = 0; i < 3; i++)
    await app.call(orders.create, {
      ...as(site),
      body: { lines: [{ sku, qty: '1' }], tags: [tag], confirm: {} },
    })
  const wave = await releasedWave(app, site, { filter: { tag } })
  const { body } = await createBatch(app, site, {
    waveId: wave.id,
    method: 'cluster',
    maxOrders: 2,
    count: 9,
  })
  expect(body.batches).toHaveLength(2)
  expect(body.batch).toMatchObject({ wave: wave.number, orders: 2 })
  const of = await app.call(batches.list, { ...as(site), query: { wave: wave.id } as never })
  expect(of.body.items.map(({ orders: count }) => count).toSorted()).toEqual([1, 2])
})

test('a batch is claimed by one, handed back, assigned and completed', async () => {
  const { batch } = await newBatch(app, site, ['1', '1'])
  const [anna, ben] = [await picker(), await picker()]
  expect((await step(app, site, 'claim', batch.id, anna)).body.batch).toMatchObject({
    state: 'in_progress',
    assignedTo: anna.id,
  })
  // Asked again, as after a lost answer.
  expect((await step(app, site, 'claim', batch.id, anna)).status).toBe(200)
  for (const verb of ['claim', 'handBack', 'complete'] as const)
    expect(refusal(await step(app, site, verb, batch.id, ben))).toEqual([409, 'invalid_transition'])
  expect(refusal(await step(app, site, 'cancel', batch.id))).toEqual([409, 'invalid_transition'])
  expect((await step(app, site, 'handBack', batch.id, anna)).body.batch).toMatchObject({
    state: 'open',
    assignedTo: null,
  })
  expect(refusal(await step(app, site, 'handBack', batch.id, anna))).toEqual([
    409,
    'invalid_transition',
  ])
  expect(refusal(await assign(batch.id, ben.id, anna))).toEqual([422, 'permission_denied'])
  expect(refusal(await assign(batch.id, randomUUID()))).toEqual([400, 'validation_failed'])
  expect((await assign(batch.id, ben.id)).body.batch).toMatchObject({
    state: 'open',
    assignedTo: ben.id,
  })
  expect((await step(app, site, 'claim', batch.id, anna)).body['message']).toContain(
    'is assigned to',
  )
  await step(app, site, 'claim', batch.id, ben)
  // Given to another, it is handed back first.
  expect((await assign(batch.id, anna.id)).body.batch).toMatchObject({ state: 'open' })
  await step(app, site, 'claim', batch.id, anna)
  const [first] = batch.tasks
  await confirmPick(app, site, first?.id ?? '', {}, anna)
  const { body } = await step(app, site, 'complete', batch.id, anna)
  expect(body.batch).toMatchObject({ state: 'completed', orders: 2, lines: 1, picked: 1 })
  const [rest] = await listed(anna, { view: 'free', ids: batch.tasks[1]?.id ?? '' })
  expect(rest).toMatchObject({ batchId: null, assignedTo: null })
  for (const verb of ['claim', 'handBack', 'complete', 'cancel'] as const)
    expect(refusal(await step(app, site, verb, batch.id))).toEqual([409, 'invalid_transition'])
  expect(refusal(await assign(batch.id, null))).toEqual([409, 'invalid_transition'])
})

test('an open batch is cancelled, and its orders can be batched again', async () => {
  const { batch, released } = await newBatch(app, site, ['1'], { method: 'cluster' })
  const code = tote()
  const [{ fulfillmentId } = { fulfillmentId: '' }] = released
  await bindTotes(app, site, batch.id, [{ fulfillmentId, tote: code }])
  const anna = await picker()
  expect(refusal(await step(app, site, 'cancel', batch.id, anna))).toEqual([
    422,
    'permission_denied',
  ])
  expect((await step(app, site, 'cancel', batch.id)).body.batch.state).toBe('cancelled')
  const again = await createBatch(app, site, {
    fulfillmentIds: [fulfillmentId],
    method: 'cluster',
    totes: [code],
  })
  expect(again.body.batch).toMatchObject({ state: 'open', totes: [{ tote: code }] })
})

test('what is not in a batch, or no batch, is refused', async () => {
  const { sku } = await stocked(app, site)
  const { fulfillmentId } = await releasedOf(app, site, sku, '1')
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  const body = { fulfillmentIds: [fulfillmentId] }
  expect((await createBatch(app, site, { ...body, warehouseId: east.id })).status).toBe(404)
  expect((await createBatch(app, site, { fulfillmentIds: [randomUUID()] })).status).toBe(404)
  expect((await createBatch(app, site, { waveId: randomUUID() })).status).toBe(404)
  for (const wrong of [
    { fulfillmentIds: [] },
    { ...body, waveId: randomUUID() },
    { ...body, totes: ['T-1'] },
    { maxOrders: 0 },
    { count: 101 },
  ])
    expect((await createBatch(app, site, wrong)).status, JSON.stringify(wrong)).toBe(400)
  const { fulfillmentId: packed } = await packedOf(app, site, sku, '1')
  expect(refusal(await createBatch(app, site, { fulfillmentIds: [packed] }))).toEqual([
    409,
    'nothing_to_pick',
  ])
})

test('batches are seen and picked by who may, in the warehouses they see', async () => {
  const { batch } = await newBatch(app, site, ['1'])
  const anna: By = await picker()
  const viewer = await app.newMember(site.owner, site.platform, { role: 'viewer' })
  const packer = await app.newMember(site.owner, site.platform, { role: 'packer' })
  const params = { ...site.params, batchId: batch.id }
  const list = (by: { token: string }, view = 'all') =>
    app.call(batches.list, { params: site.params, token: by.token, query: { view } as never })
  expect(refusal(await list(packer))).toEqual([422, 'permission_denied'])
  expect((await list(viewer)).status).toBe(200)
  for (const verb of ['claim', 'handBack', 'complete'] as const)
    expect(refusal(await step(app, site, verb, batch.id, viewer))).toEqual([
      422,
      'permission_denied',
    ])
  expect(refusal(await createBatch(app, site, {}, viewer))).toEqual([422, 'permission_denied'])
  await step(app, site, 'claim', batch.id, anna)
  expect((await list(anna, 'mine')).body.items.map(({ id }) => id)).toEqual([batch.id])
  const pdf = await app.http.inject({
    url: `/api/v1/tenant/${site.params.slug}/picking/batches/${batch.id}/pick-list?size=letter`,
    headers: { authorization: `Bearer ${anna.token}` },
  })
  expect([pdf.statusCode, pdf.headers['content-disposition']]).toEqual([
    200,
    `inline; filename="${batch.number}-pick-list.pdf"`,
  ])
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: anna.id },
    body: { warehouseIds: [east.id] },
  })
  expect((await list(anna)).body.items).toEqual([])
  expect((await app.call(batches.details, { params, token: anna.token })).status).toBe(404)
  for (const verb of ['claim', 'handBack', 'complete'] as const)
    expect((await step(app, site, verb, batch.id, anna)).status).toBe(404)
  expect((await createBatch(app, site, {}, anna)).status).toBe(404)
})
