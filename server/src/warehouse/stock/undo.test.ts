import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { adjustAt, as, newItem } from '../../../test/fixtures.ts'
import { newWarehouse, receive } from '../../../test/warehouse.ts'

const { adjustments, locations, variants, integrity, stockViews, stock } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)

const at = (move: string) => ({ ...as(site), params: { ...site.params, move } })
const undo = (move: string, body = {}) => app.call(stock.reverse, { ...at(move), body })
const preview = (move: string) => app.call(stock.previewReverse, at(move))
const hop = (variantId: string, qty: string, [from, to] = [site.a01.id, site.a02.id]) => ({
  lines: [{ variantId, qty, fromLocationId: from, toLocationId: to }],
})
const move = (body: Record<string, unknown>) => app.call(stock.move, { ...as(site), body })
const newLocation = async (code: string) => {
  const body = { warehouseId: site.warehouse.id, code }
  return (await app.call(locations.create, { ...as(site), body })).body.location
}
const onHand = async (variant: string) =>
  (await app.call(stockViews.buckets, { ...as(site), query: { variant } })).body.items.map(
    ({ location, onHand: qty }) => `${location} ${qty}`,
  )

describe('undoing a move', () => {
  test('A8 is refused when the goods have left, and the preview says the same', async () => {
    const { id: variantId } = await newItem(app, site, { sku: 'A8-MUG', qtyScale: 2 })
    const { moveId } = await receive(app, site, variantId, '1000')
    const taken = await move(hop(variantId, '4'))
    const shown = await preview(moveId)
    expect(shown.body).toMatchObject({
      possible: false,
      document: null,
      lines: [{ sku: 'A8-MUG', location: 'A-01', before: '6.00', after: '-4.00' }],
      blockers: [
        {
          type: 'bucket',
          missing: '4.00',
          moves: [{ moveId: taken.body.id, qty: '4.00', recordedAt: taken.body.recordedAt }],
        },
      ],
    })
    const refused = await undo(moveId)
    expect([refused.status, refused.body['code'], refused.body['blockers']]).toEqual([
      409,
      'reversal_blocked',
      shown.body.blockers,
    ])
    expect(await onHand(variantId)).toEqual(['A-01 6.00', 'A-02 4.00'])
    expect((await undo(taken.body.id)).status).toBe(201)
    expect((await undo(moveId)).status).toBe(201)
    expect(await onHand(variantId)).toEqual([])
  })

  test('A9 is done once', async () => {
    const { id: variantId } = await newItem(app, site, { sku: 'A9-MUG' })
    await receive(app, site, variantId, '10')
    const { body: moved } = await move(hop(variantId, '4'))
    expect((await preview(moved.id)).body).toMatchObject({
      possible: true,
      lines: [
        { before: '6', after: '10' },
        { before: '4', after: '0' },
      ],
    })
    const first = await undo(moved.id, { note: 'Wrong shelf' })
    expect([first.status, first.body]).toMatchObject([
      201,
      {
        kind: 'relocate',
        lines: [
          { delta: '-4', after: '0' },
          { delta: '4', after: '10' },
        ],
      },
    ])
    const second = await undo(moved.id)
    expect([second.status, second.body['code']]).toEqual([409, 'already_reversed'])
    expect((await preview(moved.id)).body).toMatchObject({
      possible: false,
      blockers: [{ type: 'already_reversed', moveId: first.body.id }, { type: 'bucket' }],
    })
    const again = await undo(first.body.id)
    expect([again.status, again.body['code']]).toEqual([409, 'not_reversible'])

    const { body: entry } = await app.call(stock.showMove, at(moved.id))
    expect(entry.entries[0]).toMatchObject({ reverses: null, reversedBy: first.body.id })
    const { body: mirror } = await app.call(stock.showMove, at(first.body.id))
    expect(mirror.entries[0]).toMatchObject({ reverses: moved.id, note: 'Wrong shelf' })
    const told = await eventsOf(app, site.platform.id)
    expect(told.filter(({ target_id: id }) => id === first.body.id)).toMatchObject([
      { action: 'STOCK_REVERSED', metadata: { reverses: moved.id } },
    ])
  })

  test('is refused while the goods are promised', async () => {
    const { id: variantId } = await newItem(app, site, { sku: 'UNDO-PROMISED' })
    const { moveId } = await receive(app, site, variantId, '5')
    await arrange(
      app,
      `with source as (
         insert into tenant.manual_reservations (platform_id, manual_reservation_id, warehouse_id,
           variant_id, qty, created_at)
         values ($1, gen_random_uuid(), $2, $3, 2, now())
         returning *)
       select stock.promise($1, jsonb_build_array(jsonb_build_object('lineNo', 1,
         'sourceType', 'manual', 'sourceId', manual_reservation_id, 'warehouseId', $2::uuid,
         'variantId', $3::uuid, 'qty', '2')), 'strict')
       from source`,
      [site.platform.id, site.warehouse.id, variantId],
    )
    const refused = await undo(moveId)
    expect([refused.body['code'], refused.body['blockers']]).toMatchObject([
      'reversal_blocked',
      [{ type: 'level', reserved: '2', missing: '2' }],
    ])
    expect((await preview(moveId)).body.blockers).toEqual(refused.body['blockers'])
  })

  test('brings nothing back to what was archived, and preview and undoing say so', async () => {
    const { id: variantId, version } = await newItem(app, site)
    const place = await newLocation('UNDO-GONE')
    await receive(app, site, variantId, '4', { toLocation: place.id })
    const away = await move(hop(variantId, '4', [place.id, site.a01.id]))
    const params = { ...site.params, locationId: place.id, variantId }
    await app.call(locations.archive, {
      ...as(site),
      params,
      body: { version: place.version },
    })
    const gone = { type: 'location', locationId: place.id, code: place.code, status: 'archived' }
    expect((await preview(away.body.id)).body).toMatchObject({ possible: false, blockers: [gone] })
    expect((await undo(away.body.id)).body).toMatchObject({
      code: 'reversal_blocked',
      blockers: [gone],
    })
    expect(await onHand(variantId)).toEqual(['A-01 4'])

    const lost = await adjustAt(app, site, { variantId, qty: '-4' })
    const { id, version: posted, moveId } = lost.body.adjustment
    await app.call(variants.archive, { ...as(site), params, body: { version } })
    const item = { type: 'variant', variantId, state: 'archived' }
    expect((await preview(moveId ?? '')).body).toMatchObject({ possible: false, blockers: [item] })
    const undone = await app.call(adjustments.reverse, {
      ...as(site),
      params: { ...site.params, adjustmentId: id },
      body: { version: posted },
    })
    expect([undone.status, undone.body]).toMatchObject([
      409,
      { code: 'reversal_blocked', blockers: [item] },
    ])
    expect(await onHand(variantId)).toEqual([])
  })

  test('brings goods back to a place that was blocked meanwhile', async () => {
    const { id: variantId } = await newItem(app, site)
    const place = await newLocation('UNDO-BLOCKED')
    await receive(app, site, variantId, '4', { toLocation: place.id })
    const away = await move(hop(variantId, '4', [place.id, site.a01.id]))
    await app.call(locations.block, {
      ...as(site),
      params: { ...site.params, locationId: place.id },
      body: { version: place.version, direction: 'both' },
    })
    expect((await preview(away.body.id)).body.possible).toBe(true)
    expect((await undo(away.body.id)).status).toBe(201)
    expect(await onHand(variantId)).toEqual(['UNDO-BLOCKED 4'])
  })

  test('is for its document where it belongs to one', async () => {
    const { id: variantId } = await newItem(app, site, { sku: 'UNDO-RECEIPT' })
    const { moveId } = await receive(app, site, variantId, '5')
    const receiptId = randomUUID()
    await arrange(
      app,
      `insert into tenant.receipts (platform_id, receipt_id, number, warehouse_id, state, move_id,
         created_at, updated_at) values ($1, $2, 'RC-77', $3, 'completed', $4, now(), now())`,
      [site.platform.id, receiptId, site.warehouse.id, moveId],
    )
    await arrange(
      app,
      `insert into tenant.receipt_lines (platform_id, receipt_id, line_no, variant_id, unit,
         qty_received, location_id) values ($1, $2, 1, $3, 'each', 5, $4)`,
      [site.platform.id, receiptId, variantId, site.a01.id],
    )
    await arrange(
      app,
      `update tenant.stock_moves set source_type = 'receipt', source_id = $1 where move_id = $2`,
      [receiptId, moveId],
    )
    const document = { type: 'receipt', id: receiptId, number: 'RC-77' }
    expect((await preview(moveId)).body).toMatchObject({ possible: true, document })
    const refused = await undo(moveId)
    expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([
      409,
      'not_reversible',
      'This movement belongs to RC-77. Reverse that document instead.',
    ])
    for (const source of ['RC-77', receiptId, 'receipt']) {
      const { body } = await app.call(stockViews.ledger, { ...as(site), query: { source } })
      expect(body.items.map((entry) => entry.source)).toEqual([document])
    }
  })

  test.each(['0', '9223372036854775807', '9223372036854775808', 'x', '-1'])(
    'knows no move %s',
    async (id) => {
      expect((await preview(id)).status).toBe(404)
      expect((await undo(id)).status).toBe(404)
      expect((await app.call(stock.showMove, at(id))).status).toBe(404)
    },
  )
})

describe('a batch', () => {
  const batch = (mode: string, items: unknown[]) =>
    app.call(stock.moveBatch, { ...as(site), body: { mode, items } })

  test('of valid items makes those that can be made', async () => {
    const { id: variantId } = await newItem(app, site, { sku: 'BATCH-SOME' })
    await receive(app, site, variantId, '10')
    const { status, body } = await batch('valid_items', [
      hop(variantId, '6'),
      hop(variantId, '6'),
      { ...hop(variantId, '1'), reasonCode: 'no_such' },
      hop(variantId, '4'),
    ])
    expect([status, body]).toMatchObject([
      200,
      {
        applied: 2,
        failed: 2,
        results: [
          { index: 0, status: 'ok' },
          {
            index: 1,
            status: 'error',
            code: 'insufficient_bucket_stock',
            blockers: [{ onHand: '4', missing: '2' }],
          },
          { index: 2, status: 'error', code: 'reason_unknown', details: [{ path: 'reasonCode' }] },
          { index: 3, status: 'ok' },
        ],
      },
    ])
    expect(await onHand(variantId)).toEqual(['A-02 10'])
    const told = (await eventsOf(app, site.platform.id)).map(({ target_id: id }) => id)
    expect(told).toEqual(expect.arrayContaining([body.results[0]?.id, body.results[3]?.id]))
  })

  test('of all or nothing makes none when one cannot be made', async () => {
    const { id: variantId } = await newItem(app, site, { sku: 'BATCH-ALL' })
    await receive(app, site, variantId, '10')
    const refused = await batch('all_or_nothing', [hop(variantId, '6'), hop(variantId, '6')])
    expect(refused.body).toMatchObject({
      applied: 0,
      failed: 1,
      results: [
        { index: 0, status: 'skipped' },
        { index: 1, status: 'error' },
      ],
    })
    expect(await onHand(variantId)).toEqual(['A-01 10'])
    const made = await batch('all_or_nothing', [hop(variantId, '6'), hop(variantId, '4')])
    expect(made.body).toMatchObject({ applied: 2, failed: 0 })
    expect(await onHand(variantId)).toEqual(['A-02 10'])
  })
})

test('A21 all books agree, but for the receipt that was made up', async () => {
  const { body } = await app.call(integrity.verify, { ...as(site), body: {} })
  expect('violations' in body && body.violations).toMatchObject([
    { rule: 'I15', subject: 'receipt RC-77 version 1' },
  ])
})
