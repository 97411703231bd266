import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { eventsOf } from '../../../test/arrange.ts'
import { batchesOf } from '../../../test/batches.ts'
import { as, newItem, violations } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { events } = api.workspace

const { app, site } = await setupSite()
const sent = batchesOf(app, site)

describe('a batch of receipts', () => {
  test('of valid items makes those that can be made, each with its number, entry and event', async () => {
    const own = await newWarehouse(app)
    const { id, sku } = await newItem(app, own)
    const theirs = batchesOf(app, own)
    const { status, body } = await theirs.send('receipts', [
      theirs.receipt({ sku, qty: '2' }),
      theirs.receipt({ sku: 'NOTHING', qty: '1' }),
      theirs.receipt({ sku, qty: '3', location: 'B-99' }),
      theirs.receipt({ sku, qty: '5' }, { complete: false }),
      theirs.receipt({ sku, qty: '7' }, { effectiveAt: '2999-01-01T00:00:00Z' }),
      theirs.receipt({ sku, qty: '11' }),
    ])
    const refused = (index: number, code: string, details: unknown) => ({
      index,
      status: 'error',
      code,
      details,
    })
    expect([status, body]).toMatchObject([
      200,
      {
        applied: 3,
        failed: 3,
        results: [
          { index: 0, status: 'ok' },
          refused(1, 'validation_failed', [{ path: 'lines.0.sku' }]),
          refused(2, 'validation_failed', [{ path: 'lines.0.location' }]),
          { index: 3, status: 'ok' },
          refused(4, 'future_date_refused', []),
          { index: 5, status: 'ok' },
        ],
      },
    ])
    expect(await sent.onHand(id)).toBe('13')
    expect(await theirs.documents('receipts')).toEqual([
      { number: 'RC-000001', state: 'completed' },
      { number: 'RC-000004', state: 'open' },
      { number: 'RC-000006', state: 'completed' },
    ])
    const ids = body.results.map((one) => one.id)
    const log = (await eventsOf(app, own.platform.id)).filter(({ target_id: of }) =>
      ids.includes(String(of)),
    )
    expect(log.map(({ action, target_id: of }) => [action, of])).toEqual([
      ['RECEIPT_COMPLETED', ids[0]],
      ['RECEIPT_CREATED', ids[3]],
      ['RECEIPT_COMPLETED', ids[5]],
    ])
    const { items } = (await app.call(events.list, as(own))).body
    const types = items.map(({ type }) => type).filter((type) => /^(receipt|stock)\./.test(type))
    expect(types.toSorted()).toEqual([
      'receipt.completed',
      'receipt.completed',
      'receipt.created',
      'stock.moved',
      'stock.moved',
    ])
    expect(await violations(app, own)).toEqual([])
  })

  test('of all or nothing makes all, or none when one cannot be made', async () => {
    const { id, sku } = await newItem(app, site)
    const before = (await sent.counts('receipts'))[0]
    const good = [sent.receipt({ sku, qty: '2' }), sent.receipt({ sku, qty: '3' })]
    const none = await sent.send('receipts', [...good, sent.receipt({ sku, qty: '0.5' })], {
      mode: 'all_or_nothing',
    })
    expect(none.body).toMatchObject({
      applied: 0,
      failed: 1,
      results: [
        { index: 0, status: 'skipped' },
        { index: 1, status: 'skipped' },
        { index: 2, status: 'error', code: 'uom_not_exact', nearest: ['0', '1'] },
      ],
    })
    expect([await sent.onHand(id), (await sent.counts('receipts'))[0]]).toEqual([undefined, before])
    const all = await sent.send('receipts', good, { mode: 'all_or_nothing' })
    expect(all.body).toMatchObject({ applied: 2, failed: 0 })
    expect(await sent.onHand(id)).toBe('5')
  })

  test('leaves nothing of what is refused: no lot, no serial number, no bucket', async () => {
    const lots = await newItem(app, site, { tracking: 'lot' })
    const pieces = await newItem(app, site, { tracking: 'serial' })
    const plain = await newItem(app, site)
    const late = { effectiveAt: '2999-01-01T00:00:00Z' }
    const traces = () => sent.counts('lots', 'serials', 'stock_buckets', 'stock_levels')
    const [lotsBefore, serialsBefore, bucketsBefore, levelsBefore] = await traces()
    const { body } = await sent.send('receipts', [
      sent.receipt({ sku: lots.sku, qty: '1', lotCode: 'L-GOOD' }),
      sent.receipt({ sku: lots.sku, qty: '1', lotCode: 'L-BAD' }, late),
      sent.receipt({ sku: pieces.sku, qty: '1', serials: ['S-1'] }),
      sent.receipt({ sku: pieces.sku, qty: '2', serials: ['S-2', 'S-1'] }),
      sent.receipt({ sku: plain.sku, qty: '1' }, late),
    ])
    expect(body).toMatchObject({
      applied: 2,
      failed: 3,
      results: [
        { status: 'ok' },
        { code: 'future_date_refused' },
        { status: 'ok' },
        { code: 'serial_duplicate', details: [{ path: 'lines.0.serials' }] },
        { code: 'future_date_refused' },
      ],
    })
    expect(await traces()).toEqual([
      (lotsBefore ?? 0) + 1,
      (serialsBefore ?? 0) + 1,
      (bucketsBefore ?? 0) + 2,
      (levelsBefore ?? 0) + 2,
    ])
  })

  test('does what is good among much that is not', async () => {
    const { id, sku } = await newItem(app, site)
    const items = Array.from({ length: 130 }, (_, i) =>
      sent.receipt({ sku, qty: '1' }, i % 13 === 5 ? { effectiveAt: '2999-01-01T00:00:00Z' } : {}),
    )
    const { body } = await sent.send('receipts', items)
    expect([body.applied, body.failed]).toEqual([120, 10])
    expect(body.results.map(({ index }) => index)).toEqual(items.map((_, i) => i))
    expect(body.results.flatMap((one) => (one.status === 'error' ? [one.index] : []))).toEqual(
      Array.from({ length: 10 }, (_, i) => 5 + 13 * i),
    )
    expect(await sent.onHand(id)).toBe('120')
  })

  test('takes the rights its items take, all of them', async () => {
    const { sku } = await newItem(app, site)
    const clerk = await app.newMember(site.owner, site.platform, {
      permissions: ['receipt.create', 'stock.read'],
    })
    const before = (await sent.counts('receipts'))[0]
    const answers = [
      await sent.send('receipts', [sent.receipt({ sku, qty: '1' })], { by: clerk }),
      await sent.send(
        'receipts',
        [sent.receipt({ sku, qty: '1' }, { complete: false, effectiveAt: '2026-01-01T00:00:00Z' })],
        { by: clerk },
      ),
    ]
    expect(answers.map(({ status, body }) => [status, body['details']])).toEqual(
      ['receipt.complete', 'stock.backdate'].map((message) => [
        422,
        [{ path: 'permission', message }],
      ]),
    )
    expect((await sent.counts('receipts'))[0]).toBe(before)
    const open = await sent.send(
      'receipts',
      [sent.receipt({ sku, qty: '1' }, { complete: false })],
      { by: clerk },
    )
    expect(open.body).toMatchObject({ applied: 1 })
  })

  test('is made once under one key, and has an end', async () => {
    const { id, sku } = await newItem(app, site)
    const items = [sent.receipt({ sku, qty: '1' }), sent.receipt({ sku, qty: '2' })]
    const headers = { 'idempotency-key': randomUUID() }
    const first = await sent.send('receipts', items, { headers })
    const again = await sent.send('receipts', items, { headers })
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
    expect(await sent.onHand(id)).toBe('3')
    const serials = Array.from({ length: 501 }, (_, i) => `N-${i}`)
    const pieces = sent.receipt({ sku, qty: '501', serials })
    const much = await sent.send('receipts', [pieces, pieces])
    expect([much.status, much.body['details']]).toEqual([
      400,
      [{ path: 'items', message: 'A batch has at most 1,000 lines and serial numbers' }],
    ])
  })
})
