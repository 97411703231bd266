import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { as, openSite, stocked } from '../../../test/fixtures.ts'
import { orderOf, placeOrder } from '../../../test/order-calls.ts'
import { memberIn } from '../../../test/report-calls.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWave, releaseWave, runWaveJob, waveNow } from '../../../test/wave-calls.ts'

const { bulk, waves } = api.orders
const { app, site } = await setupSite()
afterAll(async () => expect(await findingsOf(app, site)).toEqual([]))

const add = (
  waveId: string,
  ids: readonly string[],
  mode: 'valid_items' | 'all_or_nothing' = 'valid_items',
  by: Pick<typeof site, 'params' | 'token'> = site,
) =>
  app.call(bulk.addToWave, {
    params: by.params,
    token: by.token,
    body: { waveId, mode, items: ids.map((id) => ({ id })) },
  })
const update = (
  { id, version }: { id: string; version: number },
  change: Record<string, unknown>,
  by: Pick<typeof site, 'params' | 'token'> = site,
) =>
  app.call(waves.update, {
    params: { ...by.params, waveId: id },
    token: by.token,
    body: { version, ...change },
  })
const chosenIn = async (waveId: string, query: Record<string, string> = {}) =>
  (
    await app.call(waves.orders, {
      ...as(site),
      params: { ...site.params, waveId },
      query: query as never,
    })
  ).body

test('chosen orders are added to a draft, each with its result, and released with it', async () => {
  const { sku } = await stocked(app, site)
  const [a, b, other] = [
    await orderOf(app, site, sku, '1'),
    await orderOf(app, site, sku, '2'),
    await orderOf(app, site, sku, '3'),
  ]
  const draft = (await placeOrder(app, site, [{ sku, qty: '1' }], { confirm: undefined })).body
    .order
  const wave = await newWave(app, site, { name: 'Morning', filter: { orderIds: [] } })
  expect(wave).toMatchObject({ name: 'Morning', filter: { orderIds: [] } })
  const unknown = randomUUID()
  const { status, body } = await add(wave.id, [a.id, draft.id, unknown, b.id])
  expect(status).toBe(200)
  expect(body).toMatchObject({
    applied: 2,
    failed: 2,
    results: [
      { status: 'ok', id: a.id },
      { status: 'error', code: 'nothing_to_release' },
      { status: 'error', code: 'not_found' },
      { status: 'ok', id: b.id },
    ],
  })
  expect((await add(wave.id, [a.id])).body.results).toMatchObject([
    { status: 'error', code: 'already_in_wave', message: `Already in ${wave.number}.` },
  ])
  const first = await chosenIn(wave.id, { limit: '1' })
  expect(first.items).toMatchObject([{ orderId: a.id, number: a.number, state: 'pending' }])
  const second = await chosenIn(wave.id, { limit: '1', cursor: first.next ?? '' })
  expect(second.items).toMatchObject([{ orderId: b.id }])
  const now = await waveNow(app, site, wave.id)
  expect(now).toMatchObject({ version: 2, orders: 2, lines: 2, units: '3', tasks: 0 })
  const { items } = (await app.call(waves.list, { ...as(site), query: { q: wave.number } })).body
  expect(items).toMatchObject([{ id: wave.id, orders: 2, lines: 2, units: '3' }])
  await releaseWave(app, site, now)
  await runWaveJob(app, wave.id)
  expect(await waveNow(app, site, wave.id)).toMatchObject({ orders: 2, units: '3' })
  expect((await chosenIn(wave.id)).items.map(({ orderId }) => orderId)).not.toContain(other.id)
  expect(refusal(await add(wave.id, [other.id]))).toEqual([409, 'invalid_transition'])
  const actions = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'WAVE_UPDATED')).toHaveLength(1)
})

test('all or nothing adds none when one is refused', async () => {
  const { sku } = await stocked(app, site)
  const order = await orderOf(app, site, sku, '1')
  const wave = await newWave(app, site, { filter: { orderIds: [] } })
  const { body } = await add(wave.id, [order.id, randomUUID()], 'all_or_nothing')
  expect(body).toMatchObject({ applied: 0, results: [{ status: 'skipped' }, { status: 'error' }] })
  expect(await waveNow(app, site, wave.id)).toMatchObject({ version: 1, filter: { orderIds: [] } })
})

test('a draft is changed: orders taken out, its name and its limits', async () => {
  const { sku } = await stocked(app, site)
  const [a, b] = [await orderOf(app, site, sku, '1'), await orderOf(app, site, sku, '1')]
  const wave = await newWave(app, site, { filter: { orderIds: [a.id, b.id] }, maxLines: 5 })
  const changed = await update(wave, {
    name: 'Late',
    filter: { orderIds: [b.id] },
    maxOrders: 10,
    maxLines: null,
  })
  expect(changed.body.wave).toMatchObject({
    name: 'Late',
    filter: { orderIds: [b.id] },
    maxOrders: 10,
    maxLines: null,
    policy: 'fefo',
    version: 2,
  })
  expect(refusal(await update(wave, { name: 'Old' }))).toEqual([409, 'version_conflict'])
  expect(refusal(await update(changed.body.wave, { maxOrders: 0 }))).toEqual([
    400,
    'validation_failed',
  ])
  const empty = await update(changed.body.wave, { filter: { orderIds: [] } })
  expect(refusal(await releaseWave(app, site, empty.body.wave))).toEqual([
    409,
    'nothing_to_release',
  ])
})

test('a wave that takes orders by filters gets none, nor does one out of sight or without the right', async () => {
  const { sku } = await stocked(app, site)
  const order = await orderOf(app, site, sku, '1')
  const byFilter = await newWave(app, site, { filter: { tag: 'x' } })
  expect(refusal(await add(byFilter.id, [order.id]))).toEqual([400, 'validation_failed'])
  const wave = await newWave(app, site, { filter: { orderIds: [] } })
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  const there = await memberIn(app, site, 'order_manager', east.id)
  expect(refusal(await add(wave.id, [order.id], 'valid_items', there))).toEqual([404, 'not_found'])
  expect(refusal(await update(wave, { name: 'No' }, there))).toEqual([404, 'not_found'])
  const picker = await memberIn(app, site, 'picker', site.warehouse.id)
  expect(refusal(await add(wave.id, [order.id], 'valid_items', picker))).toEqual([
    422,
    'permission_denied',
  ])
  // Its stock is in the other warehouse.
  const elsewhere = await newWave(app, site, { warehouseId: east.id, filter: { orderIds: [] } })
  expect((await add(elsewhere.id, [order.id])).body.results).toMatchObject([
    { status: 'error', code: 'nothing_to_release' },
  ])
})
