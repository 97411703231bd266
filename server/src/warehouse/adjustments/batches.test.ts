import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { eventsOf } from '../../../test/arrange.ts'
import { batchesOf } from '../../../test/batches.ts'
import { as, newItem, receiveInto, stocked } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { settings } = api.warehouse

const { app, site } = await setupSite()
const sent = batchesOf(app, site)

const targets = async (action: string) =>
  (await eventsOf(app, site.platform.id)).flatMap((one) =>
    one['action'] === action ? [one['target_id']] : [],
  )

describe('a batch of adjustments', () => {
  test('of valid items makes those that can be made, in their order', async () => {
    const { id, sku } = await stocked(app, site)
    const never = await newItem(app, site)
    const levels = (await sent.counts('stock_levels'))[0]
    const { body } = await sent.send('adjustments', [
      sent.adjustment({ sku, qty: '-6' }),
      sent.adjustment({ sku, qty: '-6' }),
      sent.adjustment({ sku, qty: '1' }, { reasonCode: 'no_such' }),
      sent.adjustment(
        { sku, mode: 'set', qty: '9', expected: '4' },
        { reasonCode: 'count_variance' },
      ),
      sent.adjustment(
        { sku, mode: 'set', qty: '1', expected: '4' },
        { reasonCode: 'count_variance' },
      ),
      sent.adjustment({ sku: never.sku, qty: '-1' }),
      sent.adjustment({ sku, qty: '-1' }, { post: false }),
    ])
    expect(body).toMatchObject({
      applied: 3,
      failed: 4,
      results: [
        { status: 'ok' },
        {
          status: 'error',
          code: 'insufficient_bucket_stock',
          blockers: [{ sku, onHand: '4', missing: '2' }],
        },
        { status: 'error', code: 'reason_unknown', details: [{ path: 'reasonCode' }] },
        { status: 'ok' },
        { status: 'error', code: 'expected_quantity_stale', blockers: [{ current: '9' }] },
        { status: 'error', code: 'insufficient_bucket_stock' },
        { status: 'ok' },
      ],
    })
    expect(await sent.onHand(id)).toBe('9')
    // What was never there is not there with nothing of it either.
    expect((await sent.counts('stock_levels'))[0]).toBe(levels)
    const [posted, , , set, , , draft] = body.results.map((one) => one.id)
    expect(await targets('ADJUSTMENT_POSTED')).toEqual(expect.arrayContaining([posted, set]))
    expect(await targets('ADJUSTMENT_CREATED')).toContain(draft)
    expect(await sent.eventSubjects('adjustment.posted')).toEqual(
      expect.arrayContaining([posted, set]),
    )
  })

  test('of all or nothing makes none when one cannot be made', async () => {
    const { id, sku } = await stocked(app, site)
    const items = [sent.adjustment({ sku, qty: '-6' }), sent.adjustment({ sku, qty: '-6' })]
    const none = await sent.send('adjustments', items, { mode: 'all_or_nothing' })
    expect(none.body).toMatchObject({
      applied: 0,
      failed: 1,
      results: [{ status: 'skipped' }, { code: 'insufficient_bucket_stock' }],
    })
    expect(await sent.onHand(id)).toBe('10')
  })

  test('leaves no lot and no bucket of what is refused', async () => {
    const { sku } = await newItem(app, site, { tracking: 'lot' })
    const traces = () => sent.counts('lots', 'stock_buckets', 'stock_levels')
    const before = await traces()
    const { body } = await sent.send('adjustments', [
      sent.adjustment({ sku, qty: '-1', lotCode: 'NEVER' }),
      sent.adjustment(
        { sku, lotCode: 'NEITHER', mode: 'set', qty: '2', expected: '1' },
        { reasonCode: 'count_variance' },
      ),
    ])
    expect(body.results.map((one) => one.code)).toEqual([
      'insufficient_bucket_stock',
      'expected_quantity_stale',
    ])
    expect(await traces()).toEqual(before)
  })

  test('worth more than its author may post alone waits for approval, the others do not', async () => {
    const own = await newWarehouse(app)
    const { id, sku } = await newItem(app, own)
    const theirs = batchesOf(app, own)
    await receiveInto(app, own, { sku, qty: '10', unitCost: '2.00' })
    await app.call(settings.updateWarehouse, {
      ...as(own),
      body: { adjustApprovalAbove: '8.00', separateDuties: true, version: 1 },
    })
    const author = await app.newMember(own.owner, own.platform, {
      permissions: ['stock.read', 'stock.adjust.create'],
    })
    const { body } = await theirs.send(
      'adjustments',
      [theirs.adjustment({ sku, qty: '-5' }), theirs.adjustment({ sku, qty: '-4' })],
      { by: author },
    )
    expect(body).toMatchObject({ applied: 2, failed: 0 })
    expect(await theirs.documents('adjustments')).toEqual([
      { number: 'AD-000001', state: 'pending_approval' },
      { number: 'AD-000002', state: 'posted' },
    ])
    expect(await sent.onHand(id)).toBe('6')
  })

  test('takes the rights its items take, all of them', async () => {
    const { sku } = await stocked(app, site)
    const clerk = await app.newMember(site.owner, site.platform, {
      permissions: ['stock.adjust.create', 'stock.read'],
    })
    const answers = [
      await sent.send(
        'adjustments',
        [sent.adjustment({ sku, qty: '-1' }, { effectiveAt: '2026-01-01T00:00:00Z' })],
        { by: clerk },
      ),
      await sent.send('adjustments', [sent.adjustment({ sku, qty: '-1' }, { displace: true })], {
        by: clerk,
      }),
    ]
    expect(answers.map(({ body }) => body['details'])).toEqual(
      ['stock.backdate', 'stock.unreserve'].map((message) => [{ path: 'permission', message }]),
    )
  })
})
