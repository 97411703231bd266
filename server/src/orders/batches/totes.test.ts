import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, receiveInto, stocked } from '../../../test/fixtures.ts'
import { confirmPick, fulfillmentNow, pickShort, releasedOf } from '../../../test/pick-calls.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { batchNow, bindTotes, createBatch, newBatch, step } from '../../../test/wave-calls.ts'

const { batches, picking } = api.orders
const { app, site } = await setupSite()
afterAll(async () => expect(await findingsOf(app, site)).toEqual([]))

const tote = () => `T-${randomUUID().slice(0, 8)}`
const bind = (batchId: string, totes: readonly { fulfillmentId: string; tote: string }[]) =>
  bindTotes(app, site, batchId, totes)

test('a cluster is picked into the tote of each order, and into no other', async () => {
  const { batch, released } = await newBatch(app, site, ['1', '2'], { method: 'cluster' })
  const [first, second] = batch.tasks
  const [one, other] = [tote(), tote()]
  const unbound = await confirmPick(app, site, first?.id ?? '', { tote: one })
  expect(unbound.body).toMatchObject({
    code: 'tote_not_bound',
    message: `Bind a tote to ${released[0]?.number} first.`,
  })
  const totes = released.map(({ fulfillmentId }, i) => ({
    fulfillmentId,
    tote: [one, other][i] ?? '',
  }))
  const bound = await bind(batch.id, totes)
  expect(bound.body.batch.totes.map((slot) => slot.tote)).toEqual([one, other])
  const wrong = await confirmPick(app, site, first?.id ?? '', { tote: other })
  expect(wrong.body).toMatchObject({
    code: 'wrong_tote_scanned',
    message: `Put it into tote ${one} of ${released[0]?.number}.`,
    blockers: [{ type: 'scan', expected: one, got: other }],
  })
  const none = await confirmPick(app, site, first?.id ?? '')
  expect(none.body).toMatchObject({ code: 'validation_failed', details: [{ path: 'tote' }] })
  expect((await batchNow(app, site, batch.id)).picked).toBe(0)
  // A scanner writes as it likes.
  const right = await confirmPick(app, site, first?.id ?? '', { tote: one.toLowerCase() })
  expect(right.body.task).toMatchObject({ state: 'done', tote: one })
  expect(await batchNow(app, site, batch.id)).toMatchObject({ state: 'in_progress', picked: 1 })
  const part = await confirmPick(app, site, second?.id ?? '', { qty: '1', tote: other })
  expect(part.body.task).toMatchObject({ state: 'ready', qty: '1' })
  await confirmPick(app, site, second?.id ?? '', { qty: '1', tote: other })
  expect(await batchNow(app, site, batch.id)).toMatchObject({
    state: 'completed',
    units: '3',
    tasks: [
      { state: 'done', tote: one, qty: '1' },
      { state: 'done', tote: other, qty: '1' },
      { state: 'done', tote: other, qty: '1' },
    ],
  })
})

test('a tote holds one order until that is packed', async () => {
  const a = await newBatch(app, site, ['1', '1'], { method: 'cluster' })
  const b = await newBatch(app, site, ['1'], { method: 'cluster' })
  const code = tote()
  const [first, second] = a.released
  const slot = (fulfillmentId = '', name = code) => [{ fulfillmentId, tote: name }]
  await bind(a.batch.id, slot(first?.fulfillmentId))
  const twice = await bind(a.batch.id, slot(second?.fulfillmentId, code.toLowerCase()))
  expect(twice.body).toMatchObject({ code: 'tote_in_use' })
  const elsewhere = await bind(b.batch.id, slot(b.released[0]?.fulfillmentId))
  expect(elsewhere.body).toMatchObject({
    code: 'tote_in_use',
    message: `${code} holds ${first?.number} of ${a.batch.number}. Scan another tote.`,
  })
  expect(refusal(await bind(a.batch.id, slot(randomUUID())))).toEqual([400, 'validation_failed'])
  const plain = await newBatch(app, site, ['1'])
  expect(refusal(await bind(plain.batch.id, slot(plain.released[0]?.fulfillmentId)))).toEqual([
    400,
    'validation_failed',
  ])
  // Nothing is in it yet: it may be another one. Once something is, it stays.
  const other = tote()
  expect((await bind(a.batch.id, slot(first?.fulfillmentId, other))).status).toBe(200)
  expect((await bind(b.batch.id, slot(b.released[0]?.fulfillmentId))).status).toBe(200)
  await confirmPick(app, site, a.batch.tasks[0]?.id ?? '', { tote: other })
  expect((await bind(a.batch.id, slot(first?.fulfillmentId, tote()))).body).toMatchObject({
    code: 'tote_in_use',
    message: `This order is already picked into ${other}.`,
  })
  expect((await bind(a.batch.id, slot(first?.fulfillmentId, other))).status).toBe(200)
  const { fulfillmentId = '' } = first ?? {}
  await app.call(api.orders.packing.packAll, {
    ...as(site),
    params: { ...site.params, fulfillmentId },
    body: {},
  })
  expect((await bind(a.batch.id, slot(second?.fulfillmentId, other))).status).toBe(200)
})

test('a batch is scanned by its number, and a tote stands for its order while it holds one', async () => {
  const { batch, released } = await newBatch(app, site, ['1'], { method: 'cluster' })
  const code = tote()
  const [{ fulfillmentId, number } = { fulfillmentId: '', number: '' }] = released
  await bind(batch.id, [{ fulfillmentId, tote: code }])
  const scan = async (scanned: string) =>
    (await app.call(api.workspace.search.scan, { ...as(site), body: { code: scanned } })).body
  for (const scanned of [batch.number, batch.number.toLowerCase(), batch.id])
    expect(await scan(scanned)).toMatchObject({
      kind: 'pick_batch',
      id: batch.id,
      label: batch.number,
      actions: ['open'],
    })
  expect(await scan(code.toLowerCase())).toMatchObject({
    kind: 'tote',
    id: fulfillmentId,
    label: code,
    name: number,
  })
  const { find } = api.workspace.search
  const found = await app.call(find, { ...as(site), query: { q: batch.number.slice(0, 8) } })
  expect(found.body.items).toContainEqual(
    expect.objectContaining({ kind: 'pick_batch', id: batch.id }),
  )
  await step(app, site, 'cancel', batch.id)
  expect((await scan(code)).kind).toBe('unknown')
})

test('what is short is picked elsewhere, in its place in the walk', async () => {
  await arrange(app, 'update tenant.locations set pick_sequence = 20 where location_id = $1', [
    site.a02.id,
  ])
  const { sku } = await stocked(app, site, { qty: '5' })
  await receiveInto(app, site, { sku, qty: '9', location: 'A-02' })
  const first = await releasedOf(app, site, sku, '3')
  const late = await stocked(app, site)
  await receiveInto(app, site, { sku: late.sku, qty: '1', location: 'A-02' })
  const second = await releasedOf(app, site, late.sku, '2')
  const code = [tote(), tote()]
  const { body } = await createBatch(app, site, {
    fulfillmentIds: [first.fulfillmentId, second.fulfillmentId],
    method: 'cluster',
    totes: code,
  })
  const { batch } = body
  const task = batch.tasks.find(({ sku: of }) => of === sku)
  const withoutTote = await pickShort(app, site, task?.id ?? '', { qtyFound: '1' })
  expect(withoutTote.body).toMatchObject({ code: 'validation_failed', details: [{ path: 'tote' }] })
  const short = await app.call(picking.short, {
    ...as(site),
    params: { ...site.params, pickTaskId: task?.id ?? '' },
    body: { qtyFound: '1', reasonCode: 'missing', tote: code[0] ?? '' },
  })
  expect(short.body.replacements).toMatchObject([{ location: 'A-02', qty: '2' }])
  const after = await batchNow(app, site, batch.id)
  expect(after).toMatchObject({ state: 'in_progress', shortLines: 1, picked: 1 })
  const ready = after.tasks.filter(({ state }) => state === 'ready')
  expect(ready.map(({ location, slot, qty }) => [location, slot, qty])).toEqual([
    ['A-01', 2, '2'],
    ['A-02', 1, '2'],
  ])
  for (const one of ready)
    await confirmPick(app, site, one.id, { qty: one.qty, tote: one.tote ?? '' })
  expect(await batchNow(app, site, batch.id)).toMatchObject({ state: 'completed', picked: 3 })
  expect((await fulfillmentNow(app, site, first.fulfillmentId)).state).toBe('picked')
  const shorts = await app.call(batches.list, {
    ...as(site),
    query: { view: 'with_shorts' } as never,
  })
  expect(shorts.body.items.map(({ id }) => id)).toContain(batch.id)
})
