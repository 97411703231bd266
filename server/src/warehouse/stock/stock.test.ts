import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { as, newItem, type Site } from '../../../test/fixtures.ts'
import { newWarehouse, receive } from '../../../test/warehouse.ts'

const { locations, integrity, stockViews, stock } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)

const move = (body: Record<string, unknown>, by: Pick<Site, 'params' | 'token'> = site) =>
  app.call(stock.move, { ...as(by), body })
const levelOf = async (variant: string) =>
  (await app.call(stockViews.levels, { ...as(site), query: { variant } })).body.items[0]
const bucketsOf = async (variant: string) =>
  (await app.call(stockViews.buckets, { ...as(site), query: { variant } })).body.items

test('A1 what was received is there, and the ledger tells of it', async () => {
  const { id: variantId } = await newItem(app, site, { sku: 'A1-MUG', reorderPoint: '12' })
  await receive(app, site, variantId, '10')
  expect(await levelOf(variantId)).toMatchObject({
    sku: 'A1-MUG',
    warehouseCode: 'MAIN',
    onHand: '10',
    available: '10',
    reserved: '0',
    unavailable: '0',
    backordered: '0',
    incoming: '0',
    reorderPoint: '12',
    value: '10',
  })
  const { body } = await app.call(stockViews.ledger, { ...as(site), query: { variant: variantId } })
  expect([body.total, body.items]).toMatchObject([
    1,
    [{ kind: 'receive', delta: '10', before: '0', after: '10', party: 'supplier' }],
  ])
  const low = await app.call(stockViews.levels, { ...as(site), query: { state: 'low' } })
  expect(low.body.items.map(({ sku }) => sku)).toEqual(['A1-MUG'])
})

test('A4 goods are moved, and no more than there are', async () => {
  const { id: variantId } = await newItem(app, site, { sku: 'A4-MUG', qtyScale: 1 })
  await receive(app, site, variantId, '100')
  const line = { sku: 'a4-mug', fromLocationId: site.a01.id, toLocationId: site.a02.id }
  const moved = await move({ lines: [{ ...line, qty: '4' }] })
  expect([moved.status, moved.body]).toMatchObject([
    201,
    {
      kind: 'relocate',
      lines: [
        { lineNo: 1, delta: '-4.0', after: '6.0' },
        { lineNo: 1, delta: '4.0', after: '4.0' },
      ],
    },
  ])
  const [from] = await bucketsOf(variantId)
  const short = await move({ lines: [{ ...line, qty: '7' }] })
  expect([short.status, short.body['code'], short.body['blockers']]).toMatchObject([
    409,
    'insufficient_bucket_stock',
    [{ type: 'bucket', bucketId: from?.bucketId, onHand: '6.0', missing: '1.0', location: 'A-01' }],
  ])
  const nowhere = await move({
    lines: [
      { ...line, fromLocationId: site.a02.id, qty: '5', status: 'hold', toStatus: 'available' },
    ],
  })
  expect([nowhere.status, nowhere.body['blockers']]).toMatchObject([
    409,
    [{ type: 'bucket', bucketId: null, missing: '5.0' }],
  ])
  expect(await levelOf(variantId)).toMatchObject({ onHand: '10.0', available: '10.0' })
})

test('A7 goods on hold are there and not for sale', async () => {
  const { id: variantId } = await newItem(app, site, { sku: 'A7-MUG' })
  await receive(app, site, variantId, '10')
  const [bucket] = await bucketsOf(variantId)
  const held = await move({
    lines: [{ bucketId: bucket?.bucketId, qty: '2', toStatus: 'hold' }],
    reasonCode: 'other',
    note: 'Wet boxes',
  })
  expect([held.status, held.body.kind]).toEqual([201, 'status_change'])
  expect(await levelOf(variantId)).toMatchObject({ onHand: '10', unavailable: '2', available: '8' })
  const { body } = await app.call(stockViews.variant, {
    ...as(site),
    params: { ...site.params, variantId },
  })
  expect(body).toMatchObject({
    totals: { onHand: '10', unavailable: '2', available: '8' },
    explain: {
      onHand: [{ label: 'MAIN A-01', qty: '10' }],
      unavailable: [{ label: 'MAIN hold', qty: '2' }],
      reserved: [],
    },
  })
  expect(body.days).toHaveLength(90)
  expect([body.days[0]?.onHand, body.days.at(-1)?.onHand]).toEqual(['0', '10'])
  const told = await eventsOf(app, site.platform.id)
  expect(told.filter(({ target_id: id }) => id === held.body.id)).toMatchObject([
    { action: 'STOCK_MOVED', metadata: { lines: 1, reasonCode: 'other' } },
  ])
})

describe('a move is refused', () => {
  const line = (changes: Record<string, unknown> = {}) => ({
    sku: 'NO-MUG',
    fromLocationId: site.a01.id,
    toLocationId: site.a02.id,
    qty: '1',
    ...changes,
  })
  beforeAll(async () => {
    const mug = await newItem(app, site, { sku: 'NO-MUG' })
    await receive(app, site, mug.id, '10')
    await newItem(app, site, { sku: 'NO-LOT', tracking: 'lot' })
    await newItem(app, site, { sku: 'NO-PIECE', tracking: 'serial' })
  })

  test.each([
    ['a quantity that is no text', { qty: 10 }, 400, 'validation_failed'],
    ['a quantity like 1e1', { qty: '1e1' }, 400, 'validation_failed'],
    ['less than nothing', { qty: '-1' }, 400, 'validation_failed'],
    ['nothing', { qty: '0' }, 400, 'validation_failed'],
    ['half a mug', { qty: '1.5' }, 422, 'uom_not_exact'],
    ['an unknown SKU', { sku: 'NO-SUCH' }, 400, 'validation_failed'],
    ['an unknown barcode', { sku: undefined, barcode: '123' }, 422, 'barcode_unknown'],
    ['an unknown unit', { unit: 'case' }, 422, 'uom_unknown'],
    ['an unknown place', { toLocationId: randomUUID() }, 404, 'not_found'],
    ['an unknown source', { fromLocationId: randomUUID() }, 404, 'not_found'],
    ['an unknown bucket', { sku: undefined, bucketId: '9223372036854775807' }, 404, 'not_found'],
    [
      'no number of a bucket',
      { sku: undefined, bucketId: '9223372036854775808' },
      400,
      'validation_failed',
    ],
    ['a lot where there are none', { lotCode: 'L1' }, 422, 'lot_not_allowed'],
    ['no lot where there are some', { sku: 'NO-LOT' }, 422, 'lot_required'],
    ['an unknown lot', { sku: 'NO-LOT', lotCode: 'L1' }, 400, 'validation_failed'],
    ['no serial number', { sku: 'NO-PIECE' }, 422, 'serial_required'],
  ])('for %s', async (_, changes, status, code) => {
    const answer = await move({ lines: [line(changes)] })
    expect([answer.status, answer.body['code']]).toEqual([status, code])
  })

  test('that leads nowhere', async () => {
    const answer = await move({ lines: [line({ toLocationId: site.a01.id })] })
    expect([answer.status, answer.body['details']]).toMatchObject([
      400,
      [{ path: 'lines.0.toLocationId' }],
    ])
  })

  test.each([
    [{ reasonCode: 'stolen', lines: [{ toStatus: 'hold' }] }, 'reason_unknown'],
    [{ reasonCode: 'no_such', lines: [{}] }, 'reason_unknown'],
    [{ reasonCode: 'other', lines: [{ toStatus: 'hold' }] }, 'note_required'],
  ])('for its reason: %j', async ({ reasonCode, lines }, code) => {
    const answer = await move({ reasonCode, lines: lines.map(line) })
    expect([answer.status, answer.body['code']]).toEqual([422, code])
  })

  test('without the right to put goods on hold', async () => {
    const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
    const by = { params: site.params, token: picker.token }
    const answer = await move({ lines: [line({ toStatus: 'hold' })] }, by)
    expect([answer.status, answer.body['code'], answer.body['details']]).toEqual([
      422,
      'permission_denied',
      [{ path: 'permission', message: 'stock.status.change' }],
    ])
    const levels = await app.call(stockViews.levels, by)
    expect(levels.body.items[0]).not.toHaveProperty('value')
    expect((await move({ lines: [line()] }, by)).status).toBe(201)
  })

  test('where the location is blocked', async () => {
    const { body } = await app.call(locations.create, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, code: 'SHUT' },
    })
    await app.call(locations.block, {
      ...as(site),
      params: { ...site.params, locationId: body.location.id },
      body: { version: 1, direction: 'in' },
    })
    const answer = await move({ lines: [line({ toLocationId: body.location.id })] })
    expect([answer.status, answer.body['code'], answer.body['blockers']]).toMatchObject([
      409,
      'location_blocked',
      [{ type: 'location', lineNo: 1, code: 'SHUT', direction: 'in' }],
    ])
  })

  test('where the goods are promised', async () => {
    const { id: variantId } = await newItem(app, site, { sku: 'NO-PROMISED' })
    await receive(app, site, variantId, '10')
    await arrange(
      app,
      `with source as (
         insert into tenant.manual_reservations (platform_id, manual_reservation_id, warehouse_id,
           variant_id, qty, created_at)
         values ($1, gen_random_uuid(), $2, $3, 9, now())
         returning *)
       select stock.promise($1, jsonb_build_array(jsonb_build_object('lineNo', 1,
         'sourceType', 'manual', 'sourceId', manual_reservation_id, 'warehouseId', $2::uuid,
         'variantId', $3::uuid, 'qty', '9')), 'strict')
       from source`,
      [site.platform.id, site.warehouse.id, variantId],
    )
    const answer = await move({
      lines: [{ variantId, fromLocationId: site.a01.id, qty: '3', toStatus: 'damaged' }],
    })
    expect([answer.status, answer.body['code'], answer.body['blockers']]).toMatchObject([
      409,
      'oversell_refused',
      [
        {
          type: 'level',
          available: '1',
          missing: '2',
          claims: [{ sourceType: 'manual', qty: '9' }],
        },
      ],
    ])
    expect(
      (
        await move({
          lines: [{ variantId, fromLocationId: site.a01.id, qty: '3', toLocationId: site.a02.id }],
        })
      ).status,
    ).toBe(201)
  })
})

test('lines of one move come in any order, and pieces keep their numbers', async () => {
  const { id: variantId } = await newItem(app, site, { sku: 'PIECE', tracking: 'serial' })
  const serials = [randomUUID(), randomUUID()]
  for (const [i, serialId] of serials.entries()) {
    await arrange(
      app,
      'insert into tenant.serials (platform_id, serial_id, variant_id, code) values ($1, $2, $3, $4)',
      [site.platform.id, serialId, variantId, `S${i}`],
    )
    await receive(app, site, variantId, '1', { toSerial: serialId })
  }
  const hop = (serial: string, [from, to]: [string, string]) => ({
    variantId,
    serial,
    qty: '1',
    fromLocationId: from,
    toLocationId: to,
  })
  const there: [string, string] = [site.a01.id, site.a02.id]
  for (const way of [there, there.toReversed() as typeof there, there]) {
    const answer = await move({ lines: [hop('S1', way), hop('S0', way)] })
    expect(answer.status).toBe(201)
  }
  const buckets = await bucketsOf(variantId)
  expect(buckets.map(({ location, serial }) => [location, serial]).toSorted()).toEqual([
    ['A-02', 'S0'],
    ['A-02', 'S1'],
  ])
})

test('A3 a move sent twice with one key is made once', async () => {
  const { id: variantId } = await newItem(app, site, { sku: 'A3-MUG' })
  await receive(app, site, variantId, '10')
  const send = (qty: string) =>
    app.call(stock.move, {
      ...as(site),
      headers: { 'idempotency-key': `key of ${variantId}` },
      body: { lines: [{ variantId, fromLocationId: site.a01.id, toLocationId: site.a02.id, qty }] },
    })
  const first = await send('4')
  const second = await send('4')
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  const third = await send('5')
  expect([third.status, third.body['code']]).toEqual([409, 'idempotency_conflict'])
  expect((await bucketsOf(variantId)).map(({ onHand }) => onHand).toSorted()).toEqual(['4', '6'])
})

test('A21 all books agree', async () => {
  const { status, body } = await app.call(integrity.verify, { ...as(site), body: {} })
  expect([status, body]).toMatchObject([200, { ok: true, kind: 'full', violations: [] }])
  const { body: past } = await app.call(integrity.verifyRuns, as(site))
  expect(past.runs[0]).toEqual(body)
})
