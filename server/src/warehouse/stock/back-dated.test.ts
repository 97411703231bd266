import { api } from '@stowage/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { batchesOf } from '../../../test/batches.ts'
import { adjustAt, as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { setupApp } from '../../../test/app.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { post, receive } from '../../../test/warehouse.ts'

const { receiving, adjustments, stockViews } = api.warehouse
const hourMs = 3_600_000

const { app, site } = await setupSite(await setupApp())
const now = app.clock.now().getTime()

const hoursAgo = (hours: number) => new Date(now - hours * hourMs).toISOString()
const take = (sku: string, qty: string, effectiveAt?: string) =>
  adjustAt(app, site, { sku, qty: `-${qty}` }, effectiveAt ? { effectiveAt } : {})
const bring = (sku: string, qty: string, effectiveAt?: string) =>
  receiveInto(app, site, { sku, qty }, effectiveAt ? { effectiveAt } : {})
const asOf = async (variant: string, at: string, known = 'now') => {
  const { status, body } = await app.call(stockViews.asOf, {
    ...as(site),
    query: { at, known, variant, by: 'variant' },
  })
  expect(status).toBe(200)
  return body.items[0]?.onHand ?? '0'
}
const changesOf = (variantId: string) =>
  arrange(
    app,
    `select l.effective_at as at, l.delta::int as delta from tenant.stock_ledger l
     join tenant.stock_buckets b using (platform_id, bucket_id) where b.variant_id = $1`,
    [variantId],
  )

test('stock cannot leave before it came, and the refusal says from when on it can', async () => {
  const { id, sku } = await newItem(app, site)
  await bring(sku, '10', hoursAgo(2))
  const early = await take(sku, '3', hoursAgo(3))
  expect([early.status, early.body]).toMatchObject([
    409,
    {
      code: 'not_in_stock_then',
      message: `There was not enough stock at that time. Enter ${hoursAgo(2)} or later.`,
      details: [{ path: 'effectiveAt' }],
      blockers: [{ type: 'bucket', sku, location: 'A-01', possibleFrom: hoursAgo(2) }],
    },
  ])
  expect(await asOf(id, hoursAgo(2.5))).toBe('0')
  expect((await take(sku, '3', hoursAgo(2))).status).toBe(201)
  expect(await asOf(id, hoursAgo(2))).toBe('7')
})

test('nor may later stock fall short of what has left since', async () => {
  const { sku } = await newItem(app, site)
  await bring(sku, '10', hoursAgo(9))
  await take(sku, '8', hoursAgo(6))
  await bring(sku, '5', hoursAgo(3))
  const { body } = await take(sku, '4', hoursAgo(8))
  expect(body['blockers']).toMatchObject([{ possibleFrom: hoursAgo(3) }])
  expect((await take(sku, '2', hoursAgo(8))).status).toBe(201)
  expect((await take(sku, '6', hoursAgo(8))).body['code']).toBe('insufficient_bucket_stock')
})

test.each(['relocate', 'status_change'] as const)(
  'a back-dated %s is refused too',
  async (kind) => {
    const { id } = await newItem(app, site)
    const { sides } = await receive(app, site, id, '10')
    const to =
      kind === 'relocate'
        ? { toLocation: site.a02.id }
        : { toLocation: site.a01.id, toStatus: 'hold' }
    const line = { lineNo: 1, qty: '1', fromBucket: sides[0]?.bucketId ?? '', variantId: id, ...to }
    await expect(post(app, site, { kind, effectiveAt: hoursAgo(1) }, [line])).rejects.toThrow(
      'not_in_stock_then',
    )
  },
)

test('a batch says which of its items was too early', async () => {
  const { sku } = await newItem(app, site)
  await bring(sku, '10', hoursAgo(2))
  const batch = batchesOf(app, site)
  const { body } = await batch.send('adjustments', [
    batch.adjustment({ sku, qty: '-1' }, { effectiveAt: hoursAgo(3) }),
    batch.adjustment({ sku, qty: '-1' }, { effectiveAt: hoursAgo(1) }),
  ])
  expect(body.results).toMatchObject([
    { code: 'not_in_stock_then', blockers: [{ possibleFrom: hoursAgo(2) }] },
    { status: 'ok' },
  ])
})

test('of many at once that fit only one by one, no more leave than were there', async () => {
  const { id, sku } = await newItem(app, site)
  await bring(sku, '4', hoursAgo(5))
  await bring(sku, '100', hoursAgo(1))
  const answers = await Promise.all(Array.from({ length: 12 }, () => take(sku, '1', hoursAgo(4))))
  const codes = answers.map(({ status, body }) => (status === 201 ? 201 : body['code']))
  expect(codes.filter((code) => code === 201)).toHaveLength(4)
  expect(codes.filter((code) => code === 'not_in_stock_then')).toHaveLength(8)
  expect(await asOf(id, hoursAgo(2))).toBe('0')
})

test('P2 whatever happens back-dated and is taken back, no past is below zero', async () => {
  const step = fc.record({
    do: fc.constantFrom('bring', 'bring', 'take', 'take', 'undo'),
    qty: fc.integer({ min: 1, max: 9 }),
    ago: fc.integer({ min: 0, max: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { id, sku } = await newItem(app, site)
      const done: (() => Promise<unknown>)[] = []
      for (const { do: what, qty, ago } of steps) {
        const at = ago === 0 ? undefined : hoursAgo(ago)
        if (what === 'undo') await done.splice(-1 - (ago % Math.max(1, done.length)), 1)[0]?.()
        else if (what === 'bring') {
          const { body } = await bring(sku, String(qty), at)
          const params = { ...site.params, receiptId: body.receipt.id }
          done.push(() =>
            app.call(receiving.reverse, { ...as(site), params, body: { version: 1 } }),
          )
        } else {
          const { status, body } = await take(sku, String(qty), at)
          if (status !== 201) continue
          const params = { ...site.params, adjustmentId: body.adjustment.id }
          done.push(() =>
            app.call(adjustments.reverse, { ...as(site), params, body: { version: 1 } }),
          )
        }
      }
      const changes = await changesOf(id)
      for (const { at } of changes) {
        const held = changes
          .filter((one) => (one['at'] as Date) <= (at as Date))
          .reduce((sum, { delta }) => sum + (delta as number), 0)
        expect(held).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns: 12 },
  )
})

test('stock as of the time the ledger shows of a move includes the move', async () => {
  const { id, sku } = await newItem(app, site)
  for (let i = 1; i <= 5; i++) {
    await bring(sku, '1')
    const { body } = await app.call(stockViews.ledger, { ...as(site), query: { variant: id } })
    const at = body.items[0]?.recordedAt ?? ''
    app.clock.advance(Math.max(0, Date.parse(at) - app.clock.now().getTime()))
    expect(await asOf(id, at)).toBe(String(i))
    expect(await asOf(id, at, 'then')).toBe(String(i))
  }
})

test('a time that is given in microseconds is kept and shown in milliseconds', async () => {
  const { id, sku } = await newItem(app, site)
  const at = hoursAgo(1)
  const fine = at.replace('Z', '999Z')
  await bring(sku, '3', fine)
  const { body } = await take(sku, '1', fine)
  expect(body.adjustment.effectiveAt).toBe(at)
  expect(await asOf(id, at)).toBe('2')
  const kept = await arrange(
    app,
    `select effective_at from tenant.adjustments where adjustment_id = $1
     and effective_at = date_trunc('milliseconds', effective_at)`,
    [body.adjustment.id],
  )
  expect(kept).toEqual([{ effective_at: new Date(at) }])
})
