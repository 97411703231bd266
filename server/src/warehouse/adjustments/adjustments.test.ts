import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Adjustment } from '@stowage/contract/warehouse/adjustments'
import { afterAll, describe, expect, test } from 'vitest'
import { refusal, sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import {
  adjustAt,
  as,
  levelOf,
  newItem,
  receiveInto,
  stocked,
  violations,
  type Site,
} from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { adjustments } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)
afterAll(async () => {
  const wrong = await violations(app, site)
  expect(wrong).toEqual([])
})

const at = ({ id }: Pick<Adjustment, 'id'>, own: Pick<Site, 'params' | 'token'> = site) => ({
  ...as(own),
  params: { ...own.params, adjustmentId: id },
})

test('A5 less is there than the books say, for a reason', async () => {
  const { sku, id } = await stocked(app, site)
  const { status, body } = await adjustAt(app, site, { sku, qty: '-3' })
  expect(status).toBe(201)
  expect(body.adjustment).toMatchObject({
    number: expect.stringMatching(/^AD-\d{6}$/) as string,
    state: 'posted',
    reasonCode: 'damaged',
    version: 1,
    createdBy: expect.any(String) as string,
    lines: [{ sku, qty: '-3', before: '10', after: '7', delta: '-3', expected: null }],
  })
  expect((await app.call(adjustments.details, at(body.adjustment))).body).toMatchObject(body)
  expect(await levelOf(app, id)).toMatchObject({ on_hand: '7' })
  const without = await adjustAt(app, site, { sku, qty: '-3' }, { reasonCode: undefined })
  expect([without.status, without.body['details']]).toMatchObject([400, [{ path: 'reasonCode' }]])
  const noteless = await adjustAt(app, site, { sku, qty: '-3' }, { reasonCode: 'other' })
  expect(refusal(noteless)).toEqual([422, 'note_required'])
  const noted = await adjustAt(app, site, { sku, qty: '-3' }, { reasonCode: 'other', note: 'gone' })
  expect(noted.status).toBe(201)
  expect(await levelOf(app, id)).toMatchObject({ on_hand: '4' })
})

test('A6 a number that is compared must be the one that is there', async () => {
  const { sku, id } = await stocked(app, site)
  await adjustAt(app, site, { sku, qty: '-3' })
  const set = (qty: string, expected: string) =>
    adjustAt(app, site, { mode: 'set', sku, qty, expected }, { reasonCode: 'count_variance' })
  const stale = await set('5', '9')
  expect(stale.body).toMatchObject({
    code: 'expected_quantity_stale',
    blockers: [{ lineNo: 1, expected: '9', current: '7', location: 'A-01' }],
  })
  expect((await set('5', '7')).body.adjustment.lines).toMatchObject([
    { mode: 'set', qty: '5', expected: '7', before: '7', after: '5', delta: '-2' },
  ])
  expect((await set('6', '5')).body.adjustment.lines).toMatchObject([{ delta: '1' }])
  expect(await levelOf(app, id)).toMatchObject({ on_hand: '6' })
  expect((await set('6', '6')).status).toBe(400)
})

test('what is found where nothing was makes a bucket, and a line that changes nothing stays', async () => {
  const { sku, id } = await newItem(app, site)
  const found = await adjustAt(
    app,
    site,
    { sku, qty: '4', location: 'A-02' },
    { reasonCode: 'found' },
  )
  expect(found.body.adjustment.lines).toMatchObject([{ before: '0', after: '4' }])
  const counted = await adjustAt(
    app,
    site,
    {},
    {
      reasonCode: 'count_variance',
      lines: [
        { mode: 'set', sku, location: 'A-02', qty: '4', expected: '4' },
        { mode: 'set', sku, location: 'A-01', qty: '2', expected: '0' },
      ],
    },
  )
  expect(counted.body.adjustment.lines).toMatchObject([{ delta: '0' }, { before: '0', delta: '2' }])
  expect((await app.call(adjustments.details, at(counted.body.adjustment))).body).toMatchObject(
    counted.body,
  )
  expect(await levelOf(app, id)).toMatchObject({ on_hand: '6' })
})

test('a reason must be one for what changes', async () => {
  const { sku } = await stocked(app, site)
  const give = async (reasonCode: string, qty: string) =>
    refusal(await adjustAt(app, site, { sku, qty }, { reasonCode }))
  expect(await give('no_such', '-1')).toEqual([422, 'reason_unknown'])
  expect(await give('found', '-1')).toEqual([422, 'reason_unknown'])
  expect(await give('missing', '1')).toEqual([422, 'reason_unknown'])
  expect(await give('found', '1')).toEqual([201, undefined])
})

test('no more is taken from a place than lies there, in the unit of the item', async () => {
  const { sku } = await newItem(app, site, { qtyScale: 2, unit: 'kg' })
  await receiveInto(app, site, { sku, qty: '2.50' })
  const much = await adjustAt(app, site, { sku, qty: '-4' })
  expect(much.body).toMatchObject({
    code: 'insufficient_bucket_stock',
    blockers: [{ lineNo: 1, onHand: '2.50', allocated: '0.00', missing: '1.50' }],
  })
  const nothing = await adjustAt(app, site, { sku, qty: '-1', location: 'A-02' })
  expect(nothing.body).toMatchObject({ blockers: [{ bucketId: null, missing: '1.00' }] })
  expect(refusal(await adjustAt(app, site, { sku, qty: '-0.125' }))).toEqual([422, 'uom_not_exact'])
})

describe('B9 what was promised', () => {
  const promise = (variantId: string, qty: string) =>
    arrange(app, `select stock.promise($1, $2, 'strict')`, [
      site.platform.id,
      JSON.stringify([
        {
          lineNo: 1,
          sourceType: 'manual',
          sourceId: randomUUID(),
          warehouseId: site.warehouse.id,
          variantId,
          qty,
        },
      ]),
    ])

  test('is not taken away unless somebody may, and then it waits', async () => {
    const { sku, id } = await stocked(app, site)
    await promise(id, '8')
    const refused = await adjustAt(app, site, { sku, qty: '-5' })
    expect(refused.body).toMatchObject({
      code: 'oversell_refused',
      blockers: [
        {
          type: 'level',
          sku,
          available: '2',
          missing: '3',
          claims: [{ sourceType: 'manual', qty: '8' }],
        },
      ],
    })
    const clerk = await app.newMember(site.owner, site.platform, { role: 'inventory_controller' })
    const denied = await adjustAt(app, site, { sku, qty: '-5' }, { displace: true, by: clerk })
    expect(denied.body).toMatchObject({
      code: 'permission_denied',
      details: [{ message: 'stock.unreserve' }],
    })
    const done = await adjustAt(app, site, { sku, qty: '-5' }, { displace: true })
    expect(done.status).toBe(201)
    expect(await levelOf(app, id)).toMatchObject({
      on_hand: '5',
      reserved: '5',
      backordered: '3',
    })
  })
})

describe('lots and serial numbers', () => {
  test('are named as the item is kept', async () => {
    const lot = await newItem(app, site, { tracking: 'lot' })
    await receiveInto(app, site, { sku: lot.sku, lotCode: 'L1', qty: '5' })
    const taken = await adjustAt(app, site, { sku: lot.sku, lotCode: 'L1', qty: '-2' })
    expect(taken.body.adjustment.lines).toMatchObject([{ lot: 'L1', before: '5', after: '3' }])
    expect(refusal(await adjustAt(app, site, { sku: lot.sku, qty: '-1' }))).toEqual([
      422,
      'lot_required',
    ])
    const other = await adjustAt(app, site, { sku: lot.sku, lotCode: 'L2', qty: '-1' })
    expect(refusal(other)).toEqual([409, 'insufficient_bucket_stock'])
    const plain = await stocked(app, site)
    const marked = await adjustAt(app, site, { sku: plain.sku, lotCode: 'L1', qty: '-1' })
    expect(refusal(marked)).toEqual([422, 'lot_not_allowed'])
  })

  test('come and go piece by piece', async () => {
    const { sku, id } = await newItem(app, site, { tracking: 'serial' })
    const piece = (qty: string, more: Record<string, unknown> = {}) =>
      adjustAt(app, site, { sku, serial: 'S1', qty, ...more }, { reasonCode: 'data_entry_error' })
    expect((await piece('1')).body.adjustment.lines).toMatchObject([{ serial: 'S1', after: '1' }])
    expect(refusal(await piece('1'))).toEqual([409, 'serial_duplicate'])
    expect(refusal(await piece('1', { location: 'A-02' }))).toEqual([409, 'serial_duplicate'])
    expect(refusal(await piece('2'))).toEqual([422, 'serial_required'])
    expect(refusal(await piece('1', { serial: undefined }))).toEqual([422, 'serial_required'])
    expect((await piece('-1')).status).toBe(201)
    expect(await levelOf(app, id)).toMatchObject({ on_hand: '0' })
  })
})

test('nothing is found in a place closed for goods, nor missed in one they cannot leave', async () => {
  const { sku } = await newItem(app, site)
  const { body } = await app.call(api.warehouse.locations.create, {
    ...as(site),
    body: { warehouseId: site.warehouse.id, code: 'B-01' },
  })
  await receiveInto(app, site, { sku, qty: '5', location: 'B-01' })
  await app.call(api.warehouse.locations.block, {
    ...as(site),
    params: { ...site.params, locationId: body.location.id },
    body: { version: 1, direction: 'out' },
  })
  const less = await adjustAt(app, site, { sku, qty: '-1', location: 'B-01' })
  expect(less.body).toMatchObject({
    code: 'location_blocked',
    blockers: [{ status: 'blocked_out' }],
  })
  const more = { reasonCode: 'found' }
  expect((await adjustAt(app, site, { sku, qty: '1', location: 'B-01' }, more)).status).toBe(201)
})

test('A3 the same key corrects once', async () => {
  const { sku, id } = await stocked(app, site)
  const headers = { 'idempotency-key': randomUUID() }
  const answers = [1, 2].map(() => adjustAt(app, site, { sku, qty: '-1' }, { headers }))
  const [first, second] = await Promise.all(answers)
  expect(second?.body).toEqual(first?.body)
  const other = await adjustAt(app, site, { sku, qty: '-2' }, { headers })
  expect(refusal(other)).toEqual([409, 'idempotency_conflict'])
  expect(await levelOf(app, id)).toMatchObject({ on_hand: '9' })
})

test('adjustments come newest first, found by number, note and state', async () => {
  const own = await newWarehouse(app)
  const { sku } = await newItem(app, own)
  for (let i = 0; i < 4; i++)
    await adjustAt(
      app,
      own,
      { sku, qty: '1' },
      { reasonCode: 'found', note: `Shelf ${i}`, post: i < 2 },
    )
  const page = async (query: Record<string, string>) =>
    (await app.call(adjustments.list, { ...as(own), query })).body
  const first = await page({ limit: '2' })
  const second = await page({ limit: '2', cursor: first.next ?? '' })
  expect([...first.items, ...second.items].map(({ note }) => note)).toEqual(
    [3, 2, 1, 0].map((i) => `Shelf ${i}`),
  )
  expect((await page({ state: 'draft' })).total).toBe(2)
  expect((await page({ q: 'shelf 1' })).items).toMatchObject([{ note: 'Shelf 1', lineCount: 1 }])
})
