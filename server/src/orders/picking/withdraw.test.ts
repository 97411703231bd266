import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal, setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, levelOf, newItem, receiveInto } from '../../../test/fixtures.ts'
import { orderNow, orderOf } from '../../../test/order-calls.ts'
import { packAll, ship } from '../../../test/pack-calls.ts'
import { confirmPick, fulfillmentNow, releasedOf } from '../../../test/pick-calls.ts'
import { runJob } from '../../../test/run-job.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { expireLots } from '../../warehouse/lots/jobs.ts'

const { lots } = api.warehouse
const { fulfillments, picking, trace } = api.orders
const { exceptions } = api.workspace
const { app, site } = await setupSite(await setupApp())

/** An item with lots that are picked in the order they are given. */
async function lotsOf(...given: [code: string, qty: string][]) {
  const item = await newItem(app, site, { tracking: 'lot', backorder: { policy: 'allow' } })
  for (const [i, [lotCode, qty]] of given.entries())
    await receiveInto(app, site, { sku: item.sku, qty, lotCode, expiresOn: `209${i}-01-01` })
  const { body } = await app.call(lots.list, { ...as(site), query: { variant: item.id } })
  return { ...item, bad: body.items.find(({ code }) => code === 'BAD')?.id ?? '' }
}
const change = (verb: 'hold' | 'recall', lotId: string, displace = false, version = 1) =>
  app.call(lots[verb], {
    ...as(site),
    params: { ...site.params, lotId },
    body: { version, note: 'Glass', displace },
  })
const inTheWay = async (lotId: string) =>
  (await app.call(lots.inTheWay, { ...as(site), params: { ...site.params, lotId } })).body
const picksOf = async (fulfillmentId: string) =>
  (await fulfillmentNow(app, site, fulfillmentId)).lines
    .flatMap(({ picks }) => picks)
    .map(({ state, lot, qty }) => `${state} ${lot} ${qty}`)
    .toSorted()

test('a hold stops what is free, names the orders that have the rest, and leaves it to them', async () => {
  const item = await lotsOf(['BAD', '9'])
  const allocated = await releasedOf(app, site, item.sku, '2')
  const waiting = await orderOf(app, site, item.sku, '3')
  const before = await inTheWay(item.bad)
  const { status, body } = await change('hold', item.bad)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    lot: { state: 'hold' },
    inTheWay: [{ number: allocated.order.number, qty: '2', location: 'A-01', isPicked: false }],
    promised: [{ number: waiting.number, qty: '3', waits: '3' }],
    withdrawn: [],
  })
  expect({ inTheWay: body.inTheWay, promised: body.promised }).toEqual(before)
  // Whoever is to pick it is told before anything is scanned.
  const { fulfillmentId: fulfillment } = allocated
  const tasks = await app.call(picking.list, { ...as(site), query: { fulfillment } })
  expect(tasks.body.items).toMatchObject([{ lot: 'BAD', lotStopped: 'hold' }])
  const held = { unavailable: '4', reserved: '5', backordered: '0' }
  expect(await levelOf(app, item.id)).toMatchObject(held)
  // Whoever held it left the rest to these orders, and so does the job.
  await runJob(app, expireLots, {})
  expect(await levelOf(app, item.id)).toMatchObject(held)
  const listed = await app.call(exceptions.list, { ...as(site), query: { kind: 'stopped_lot' } })
  expect(listed.body.items).toMatchObject([
    {
      label: 'BAD',
      details: {
        qty: `5 each of ${item.sku}`,
        place: 'A-01',
        orders: allocated.order.number,
        reason: 'hold',
      },
      object: { type: 'lot', id: item.bad },
    },
  ])
  // What was left to the orders can be taken away later, also from a recalled lot.
  const read = () =>
    app.call(lots.lot, { ...as(site), params: { ...site.params, lotId: item.bad }, query: {} })
  const later = await change('hold', item.bad, true, 2)
  expect(later.body).toMatchObject({
    lot: { state: 'hold', version: 3 },
    withdrawn: [{ number: allocated.order.number, qty: '2', waits: '2' }],
  })
  expect((await read()).body.stopped).toMatchObject({ reason: 'Glass', by: expect.any(String) })
  expect(refusal(await change('hold', item.bad, false, 3))).toEqual([409, 'invalid_transition'])
  expect(await levelOf(app, item.id)).toMatchObject({ unavailable: '9', backordered: '5' })
  const after = await app.call(exceptions.list, { ...as(site), query: { kind: 'stopped_lot' } })
  expect(after.body.items).toEqual([])
  expect(await findingsOf(app, site)).toEqual([])
})

test('with displacing, picks are withdrawn and picked from other stock, or wait with their order', async () => {
  const item = await lotsOf(['BAD', '5'], ['GOOD', '3'])
  const first = await releasedOf(app, site, item.sku, '2', { priority: 9 })
  const last = await releasedOf(app, site, item.sku, '3', { priority: 1 })
  const { body } = await change('recall', item.bad, true)
  expect(body.withdrawn.toSorted((a, b) => a.qty.localeCompare(b.qty))).toMatchObject([
    {
      number: first.order.number,
      fulfillment: first.number,
      location: 'A-01',
      qty: '2',
      waits: '0',
    },
    { number: last.order.number, fulfillment: last.number, location: 'A-01', qty: '3', waits: '2' },
  ])
  expect(body).toMatchObject({ inTheWay: [], promised: [] })
  const [line] = (await fulfillmentNow(app, site, first.fulfillmentId)).lines
  expect(line?.picks.find(({ state }) => state === 'withdrawn')).toMatchObject({
    lot: 'BAD',
    lotState: 'recalled',
  })
  const { body: left } = await app.call(picking.list, {
    ...as(site),
    query: { fulfillment: first.fulfillmentId },
  })
  expect(left.items).toMatchObject([{ lot: 'GOOD', lotStopped: null }])
  expect(await picksOf(first.fulfillmentId)).toEqual(['ready GOOD 2', 'withdrawn BAD 2'])
  expect(await picksOf(last.fulfillmentId)).toEqual(['ready GOOD 1', 'withdrawn BAD 3'])
  expect(await levelOf(app, item.id)).toMatchObject({
    unavailable: '5',
    reserved: '3',
    backordered: '2',
  })
  // Only what still leaves in a fulfillment is counted.
  const listOf = (id: string) => app.call(fulfillments.list, { ...as(site), query: { order: id } })
  expect((await listOf(last.order.id)).body.items).toMatchObject([{ lineCount: 1, units: '1' }])
  // Whoever stands there is told.
  const late = await confirmPick(app, site, first.task.id, { qty: '2' })
  expect(refusal(late)).toEqual([409, 'invalid_transition'])
  expect(late.body['message']).toBe(`Lot BAD of ${item.sku} may not be picked. Leave it in A-01.`)
  expect(await findingsOf(app, site)).toEqual([])
})

test('an order of which nothing else is left to pick is confirmed again, and released once stock is there', async () => {
  const item = await lotsOf(['BAD', '4'])
  const { order, fulfillmentId } = await releasedOf(app, site, item.sku, '4')
  const { body } = await change('hold', item.bad, true)
  expect(body.withdrawn).toMatchObject([{ number: order.number, qty: '4', waits: '4' }])
  expect((await fulfillmentNow(app, site, fulfillmentId)).state).toBe('cancelled')
  const query = { order: order.id }
  const listed = await app.call(fulfillments.list, { ...as(site), query })
  expect(listed.body.items).toMatchObject([{ lineCount: 0, units: '0' }])
  const now = await orderNow(app, site, order.id)
  expect(now).toMatchObject({ state: 'confirmed', reservationState: 'none' })
  // The order says which lot it was, and who put it on hold.
  const of = { ...as(site), params: { ...site.params, orderId: order.id } }
  const stopped = { lot: 'BAD', lotState: 'hold' }
  const by = expect.any(String)
  expect((await app.call(trace.explain, of)).body.lines).toMatchObject([
    { reason: 'waiting', stopped: { ...stopped, by } },
  ])
  const { items } = (await app.call(trace.timeline, { ...of, query: {} })).body
  const why = { ...stopped, reason: 'Glass' }
  expect(items).toContainEqual(
    expect.objectContaining({
      type: 'order.backordered',
      by,
      data: expect.objectContaining({ ...why, qty: '4' }),
    }),
  )
  expect(items).toContainEqual(
    expect.objectContaining({
      type: 'fulfillment.picks_withdrawn',
      by,
      data: expect.objectContaining(why),
    }),
  )
  const fresh = { sku: item.sku, qty: '4', lotCode: 'GOOD', expiresOn: '2095-01-01' }
  await receiveInto(app, site, fresh)
  const params = { ...site.params, orderId: order.id }
  const again = await app.call(fulfillments.release, {
    ...as(site),
    params,
    body: { version: now.version },
  })
  expect(again.body.fulfillments).toHaveLength(1)
  expect(await findingsOf(app, site)).toEqual([])
})

test('what is picked is named to be put aside, and never ships', async () => {
  const item = await lotsOf(['BAD', '6'])
  const picked = await releasedOf(app, site, item.sku, '2')
  await confirmPick(app, site, picked.task.id, { qty: '2' })
  const packed = await releasedOf(app, site, item.sku, '1')
  await confirmPick(app, site, packed.task.id, { qty: '1' })
  await packAll(app, site, packed.fulfillmentId)
  const partly = await releasedOf(app, site, item.sku, '3')
  await confirmPick(app, site, partly.task.id, { qty: '1' })
  const { body } = await change('recall', item.bad, true)
  const aside = body.inTheWay.map(({ number, qty, isPicked }) => [number, qty, isPicked])
  expect(aside).toEqual([
    [picked.order.number, '2', true],
    [packed.order.number, '1', true],
    [partly.order.number, '1', true],
  ])
  expect(body.withdrawn).toMatchObject([{ number: partly.order.number, qty: '2', waits: '2' }])
  expect((await fulfillmentNow(app, site, partly.fulfillmentId)).state).toBe('picked')
  expect(refusal(await ship(app, site, packed.fulfillmentId))).toEqual([409, 'lot_on_hold'])
  const listed = await app.call(exceptions.list, { ...as(site), query: { kind: 'stopped_lot' } })
  expect(listed.body.items).toMatchObject([{ details: { qty: `4 each of ${item.sku}` } }])
  expect(await findingsOf(app, site)).toEqual([])
})

test('in a batch the replacement takes its place in the walk, and an empty batch ends', async () => {
  const item = await lotsOf(['BAD', '3'], ['GOOD', '2'])
  const kept = await releasedOf(app, site, item.sku, '2', { priority: 9 })
  const ended = await releasedOf(app, site, item.sku, '1', { priority: 1 })
  const batchOf = async ({ fulfillmentId }: { fulfillmentId: string }) =>
    (
      await app.call(api.orders.batches.create, {
        ...as(site),
        body: {
          warehouseId: site.warehouse.id,
          fulfillmentIds: [fulfillmentId],
          method: 'batch',
        },
      })
    ).body.batch
  const [walked, empty] = [await batchOf(kept), await batchOf(ended)]
  expect((await change('recall', item.bad, true)).status).toBe(200)
  const rows = await arrange(
    app,
    `select t.state, t.batch_id = $2 as walked, t.sequence > 0 as placed
     from tenant.pick_tasks t where fulfillment_id = $1 order by state`,
    [kept.fulfillmentId, walked.id],
  )
  expect(rows).toEqual([
    { state: 'ready', walked: true, placed: true },
    { state: 'withdrawn', walked: true, placed: true },
  ])
  const { body } = await app.call(api.orders.batches.details, {
    ...as(site),
    params: { ...site.params, batchId: empty.id },
  })
  expect(body.batch.state).toBe('cancelled')
  const { body: list } = await app.call(picking.list, { ...as(site), query: {} })
  expect(list.items.map(({ sku, lot }) => [sku, lot])).toContainEqual([item.sku, 'GOOD'])
  expect(await findingsOf(app, site)).toEqual([])
})
