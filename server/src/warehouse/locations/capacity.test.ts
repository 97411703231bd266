import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { adjustAt, as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { checked, csv, rowsOf, step } from '../../../test/imports.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { adjustments, receiving, locations, stockViews, stock } = api.warehouse

const { app, site } = await setupSite()

let last = 0
/** A place of its own with these limits. */
async function newPlace(limits: Record<string, unknown>) {
  last += 1
  const body = { warehouseId: site.warehouse.id, code: `L-${last}`, ...limits }
  const answer = await app.call(locations.create, { ...as(site), body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.location
}

const answerOf = ({ status, body }: { status: number; body: object }) => {
  const { code, blockers } = body as Record<string, unknown>
  return [status, code, blockers]
}
const taken = [expect.toBeOneOf([200, 201]), undefined, undefined]
const full = (code: string, max: string, wouldBe: string) => [
  409,
  'location_full',
  [
    {
      type: 'location',
      locationId: expect.any(String),
      code,
      limit: 'maxUnits',
      max,
      now: '3',
      wouldBe,
    },
  ],
]

/** Ways in which so much of an item comes to a place where 3 lie, each with its answer. */
const ways = {
  receipt: (sku: string, location: string, qty: string) =>
    receiveInto(app, site, { sku, location, qty }),

  async 'receipt that was begun'(sku: string, location: string, qty: string) {
    const { body } = await receiveInto(app, site, { sku, location, qty }, { complete: false })
    const { id: receiptId, version } = body.receipt
    return app.call(receiving.complete, {
      ...as(site),
      params: { ...site.params, receiptId },
      body: { version },
    })
  },

  adjustment: (sku: string, location: string, qty: string) =>
    adjustAt(app, site, { sku, location, qty }, { reasonCode: 'found' }),

  'compared number': (sku: string, location: string, qty: string) =>
    adjustAt(
      app,
      site,
      { mode: 'set', sku, location, qty: String(3 + Number(qty)), expected: '3' },
      { reasonCode: 'count_variance' },
    ),

  async 'draft of an adjustment'(sku: string, location: string, qty: string) {
    const { body } = await adjustAt(
      app,
      site,
      { sku, location, qty },
      { reasonCode: 'found', post: false },
    )
    const { id: adjustmentId, version } = body.adjustment
    return app.call(adjustments.submit, {
      ...as(site),
      params: { ...site.params, adjustmentId },
      body: { version },
    })
  },

  async move(sku: string, location: string, qty: string, toStatus?: string) {
    await receiveInto(app, site, { sku, location: 'A-01', qty })
    const to = await placeOf(location)
    const line = { sku, fromLocationId: site.a01.id, toLocationId: to.id, qty, toStatus }
    return app.call(stock.move, { ...as(site), body: { lines: [line] } })
  },

  'move to another status': (sku: string, location: string, qty: string) =>
    ways.move(sku, location, qty, 'hold'),
} as const

async function placeOf(code: string) {
  const { body } = await app.call(locations.list, { ...as(site), query: { q: code } })
  const found = body.items.find((one) => one.code === code)
  if (!found) throw new Error(`no place ${code}`)
  return found
}

test.each(Object.entries(ways))('a place takes no more than it holds by a %s', async (_, send) => {
  const place = await newPlace({ maxUnits: 10 })
  const { sku } = await newItem(app, site)
  await receiveInto(app, site, { sku, location: place.code, qty: '3' })
  expect(answerOf(await send(sku, place.code, '8'))).toEqual(full(place.code, '10', '11'))
  expect(answerOf(await send(sku, place.code, '7'))).toEqual(taken)
  const there = await app.call(stockViews.buckets, { ...as(site), query: { location: place.id } })
  expect(there.body.items.reduce((sum, { onHand }) => sum + Number(onHand), 0)).toBe(10)
})

test('of a batch of moves those are made for which there is room', async () => {
  const place = await newPlace({ maxUnits: 10 })
  const { sku } = await newItem(app, site)
  await receiveInto(app, site, { sku, qty: '20' })
  const item = (qty: string) => ({
    lines: [{ sku, fromLocationId: site.a01.id, toLocationId: place.id, qty }],
  })
  const body = { mode: 'valid_items', items: [item('6'), item('6'), item('4')] }
  const sent = await app.call(stock.moveBatch, { ...as(site), body })
  expect(sent.body).toMatchObject({
    applied: 2,
    results: [{ status: 'ok' }, { status: 'error', code: 'location_full' }, { status: 'ok' }],
  })
})

test('of a file of opening stock those rows are read in for which there is room', async () => {
  const place = await newPlace({ maxUnits: 10, mixedSkus: false })
  const { sku } = await newItem(app, site)
  const { sku: other } = await newItem(app, site)
  const file = csv(
    ['sku', 'warehouse', 'location', 'quantity'],
    [sku, 'MAIN', place.code, '6'],
    [sku, 'MAIN', place.code, '5'],
    [other, 'MAIN', place.code, '1'],
    [sku, 'MAIN', place.code, '4'],
  )
  const dry = await checked(app, site, 'stock', file)
  expect(dry).toMatchObject({ rowsValid: 2, rowsFailed: 2 })
  const errors = (await rowsOf(app, site, dry.id, 'error')).flatMap((row) => row.errors)
  expect(errors.map(({ column, code }) => [column, code])).toEqual([
    ['location', 'location_full'],
    ['location', 'location_mix_forbidden'],
  ])
  // What was free when it was looked at is not, when it comes to writing.
  await receiveInto(app, site, { sku, location: place.code, qty: '1' })
  const done = await step(app, site, 'apply', dry.id)
  expect(done).toMatchObject({ state: 'done_with_errors', rowsApplied: 1, rowsFailed: 3 })
})

test('what is too heavy stays outside; what nobody has weighed weighs nothing', async () => {
  const place = await newPlace({ maxWeightG: 1000 })
  const { sku } = await newItem(app, site, { weightG: 300 })
  const { sku: light } = await newItem(app, site)
  const into = (name: string, qty: string) =>
    receiveInto(app, site, { sku: name, location: place.code, qty })
  expect(answerOf(await into(sku, '4'))).toMatchObject([
    409,
    'location_full',
    [{ limit: 'maxWeightG', max: '1000', wouldBe: '1200' }],
  ])
  expect(answerOf(await into(sku, '3'))).toEqual(taken)
  expect(answerOf(await into(light, '500'))).toEqual(taken)
})

test('where goods may not lie together, another item or lot is refused and named', async () => {
  const place = await newPlace({ mixedSkus: false, mixedLots: false })
  const { sku } = await newItem(app, site, { tracking: 'lot' })
  const { sku: other } = await newItem(app, site)
  const into = (line: Record<string, unknown>) =>
    receiveInto(app, site, { location: place.code, qty: '1', ...line })
  expect(answerOf(await into({ sku, lotCode: 'ONE' }))).toEqual(taken)
  expect(answerOf(await into({ sku, lotCode: 'ONE' }))).toEqual(taken)
  expect(answerOf(await into({ sku, lotCode: 'TWO' }))).toMatchObject([
    409,
    'location_mix_forbidden',
    [{ code: place.code, limit: 'mixedLots', lot: 'TWO', there: [{ sku, lot: 'ONE' }] }],
  ])
  expect(answerOf(await into({ sku: other }))).toMatchObject([
    409,
    'location_mix_forbidden',
    [{ limit: 'mixedSkus', sku: other, there: [{ sku, lot: 'ONE' }] }],
  ])
})

test('goods in a full place change their status, leave it, and come back when that is undone', async () => {
  const place = await newPlace({ maxUnits: 3 })
  const { sku } = await newItem(app, site)
  await receiveInto(app, site, { sku, location: place.code, qty: '3' })
  const move = (line: Record<string, unknown>) =>
    app.call(stock.move, {
      ...as(site),
      body: { lines: [{ sku, fromLocationId: place.id, qty: '3', ...line }] },
    })
  expect(answerOf(await move({ toStatus: 'hold' }))).toEqual(taken)
  const left = await move({ status: 'hold', toLocationId: site.a02.id })
  expect(answerOf(left)).toEqual(taken)
  await receiveInto(app, site, { sku, location: place.code, qty: '2' })
  const params = { ...site.params, move: left.body.id }
  const undone = await app.call(stock.reverse, { ...as(site), params, body: {} })
  expect(undone.status).toBe(201)
})

test('limits are said with a pattern and changed; a limit is a whole number above zero', async () => {
  const body = {
    warehouseId: site.warehouse.id,
    pattern: 'G-{1..2}',
    maxUnits: 5,
    mixedLots: false,
  }
  await app.call(locations.generate, { ...as(site), body })
  const made = await placeOf('G-1')
  expect(made).toMatchObject({ maxUnits: 5, maxWeightG: null, mixedSkus: true, mixedLots: false })
  const change = (values: Record<string, unknown>, version = made.version) =>
    app.call(locations.update, {
      ...as(site),
      params: { ...site.params, locationId: made.id },
      body: { version, ...values },
    })
  for (const maxUnits of [0, 1.5, 'x'])
    expect((await change({ maxUnits })).body['details']).toMatchObject([{ path: 'maxUnits' }])
  const changed = await change({ maxUnits: null, maxWeightG: 700 })
  expect(changed.body.location).toMatchObject({ maxUnits: null, maxWeightG: 700 })
})

test('limits are written to a file of locations and read in again', async () => {
  const { code } = await newPlace({ maxUnits: 7, mixedSkus: false })
  const query = { format: 'csv', q: code }
  const { body } = await app.call(locations.list, { ...as(site), query })
  const [head = '', line = ''] = String(body).replace('\uFEFF', '').split('\r\n')
  expect(line).toContain(',7,,no,yes,')
  const again = await checked(app, site, 'locations', `${head}\r\n${line}\r\n`)
  expect(again).toMatchObject({ rowsValid: 1, unchanged: 1 })
  const changed = line.replace(',7,,no,yes,', ',8,9000,yes,no,')
  const file = await checked(app, site, 'locations', `${head}\r\n${changed}\r\n`)
  await step(app, site, 'apply', file.id)
  const limits = { maxUnits: 8, maxWeightG: 9000, mixedSkus: true, mixedLots: false }
  expect(await placeOf(code)).toMatchObject(limits)
})
