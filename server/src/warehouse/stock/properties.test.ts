import { api } from '@stowage/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { replay } from '../../../test/replay.ts'
import { newItem } from '../../../test/fixtures.ts'
import { newWarehouse, post } from '../../../test/warehouse.ts'
import { inTransaction } from '../../database/transactions.ts'
import { listAsOf, type AsOfFilter } from '../stock-views/as-of-queries.ts'
import { findViolations } from './kernel-queries.ts'

const { stock } = api.warehouse
const dayMs = 86_400_000
const app = await setupApp()
const site = await newWarehouse(app)

/** One thing that happens to an item; `age` is how many days ago it happened, `cost` in cents. */
type Step =
  | { kind: 'receive'; qty: number; age: number; cost: number; status: 'available' | 'hold' }
  | { kind: 'adjust'; qty: number; age: number; up: boolean; bucket: number }
  | { kind: 'relocate'; qty: number; bucket: number; to: 'a01' | 'a02' }
  | { kind: 'status_change'; qty: number; bucket: number; to: 'available' | 'damaged' }

const qty = fc.integer({ min: 1, max: 20 })
const age = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 }))
const bucket = fc.nat({ max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('receive' as const),
    qty,
    age,
    cost: fc.integer({ min: 0, max: 999 }),
    status: fc.constantFrom('available' as const, 'hold' as const),
  }),
  fc.record({ kind: fc.constant('adjust' as const), qty, age, up: fc.boolean(), bucket }),
  fc.record({
    kind: fc.constant('relocate' as const),
    qty,
    bucket,
    to: fc.constantFrom('a01' as const, 'a02' as const),
  }),
  fc.record({
    kind: fc.constant('status_change' as const),
    qty,
    bucket,
    to: fc.constantFrom('available' as const, 'damaged' as const),
  }),
)
const steps = fc.array(step, { minLength: 1, maxLength: 12 })

const daysAgo = (days: number) => ({
  ...(days > 0 && { effectiveAt: new Date(Date.now() - days * dayMs).toISOString() }),
})
const refusals = /bucket_sane|entry_sane|level_sane|invalid_lines|not_in_stock_then/
let items = 0
const item = async () => (await newItem(app, site, { sku: `RANDOM-${(items += 1)}` })).id

const bucketsOf = (variantId: string) =>
  arrange(
    app,
    `select bucket_id, location_id, status, on_hand from tenant.stock_buckets
     where platform_id = $1 and variant_id = $2 order by bucket_id`,
    [site.platform.id, variantId],
  )

/** The number of the move, or undefined for what the database refused or what could not be asked. */
async function happen(variantId: string, one: Step): Promise<string | undefined> {
  const line = { lineNo: 1, qty: String(one.qty) }
  if (one.kind === 'receive')
    return (
      await post(app, site, { kind: 'receive', ...daysAgo(one.age) }, [
        {
          ...line,
          party: 'supplier',
          variantId,
          toLocation: site.a01.id,
          toStatus: one.status,
          unitCostMicros: String(one.cost * 10_000),
        },
      ])
    ).moveId
  const buckets = await bucketsOf(variantId)
  const from = buckets[one.bucket % Math.max(1, buckets.length)]
  if (!from) return undefined
  const bucket = String(from['bucket_id'])
  const posted =
    one.kind === 'adjust'
      ? post(app, site, { kind: 'adjust', ...daysAgo(one.age) }, [
          one.up
            ? { ...line, party: 'found', toBucket: bucket }
            : { ...line, party: 'loss', fromBucket: bucket },
        ])
      : post(app, site, { kind: one.kind }, [
          {
            ...line,
            fromBucket: bucket,
            variantId,
            toLocation: one.kind === 'relocate' ? site[one.to].id : String(from['location_id']),
            toStatus: one.kind === 'status_change' ? one.to : String(from['status']),
          },
        ])
  return posted.then(
    ({ moveId }) => moveId,
    (error: unknown) => {
      if (refusals.test(String(error))) return undefined
      throw error
    },
  )
}

/** Everything that is to be as before; empty buckets are as none. */
const numbersOf = (variantId: string) =>
  arrange(
    app,
    `select 'bucket' as what, location_id::text || status as which, on_hand, allocated as other
     from tenant.stock_buckets where platform_id = $1 and variant_id = $2 and on_hand > 0
     union all
     select 'level', warehouse_id::text, on_hand, unavailable
     from tenant.stock_levels where platform_id = $1 and variant_id = $2 and on_hand > 0
     union all
     select 'value', scope_id::text, qty, value_micros
     from tenant.cost_balances where platform_id = $1 and variant_id = $2 and qty > 0
     order by 1, 2`,
    [site.platform.id, variantId],
  )

test('P2 the stock of any moment, as known at any moment, is the sum of what happened', async () => {
  const moments = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), {
    minLength: 8,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(steps, moments, async (happening, asked) => {
      const variantId = await item()
      for (const one of happening) await happen(variantId, one)
      const entries = await arrange(
        app,
        `select l.recorded_at, l.effective_at from tenant.stock_ledger l
         join tenant.stock_buckets b using (platform_id, bucket_id)
         where l.platform_id = $1 and b.variant_id = $2`,
        [site.platform.id, variantId],
      )
      // Just before, at and just after everything that happened or was told.
      const times = entries
        .flatMap((entry) => [entry['recorded_at'], entry['effective_at']] as Date[])
        .flatMap((time) => [-1, 0, 1].map((shift) => new Date(time.getTime() + shift)))
      if (times.length === 0) return
      for (const [i, j, isNow] of asked) {
        const at = times[i % times.length] ?? new Date()
        const known = isNow ? null : (times[j % times.length] ?? null)
        const asOf = (filter: AsOfFilter) =>
          inTransaction(app.db, { platformId: site.platform.id }, (tx) =>
            listAsOf(tx, site.platform.id, { warehouses: null }, { at, known }, filter, {
              limit: 200,
            }),
          )
        const found = await asOf({ by: 'bucket', variant: variantId })
        const all = await asOf({ by: 'warehouse' })
        const each = await asOf({ by: 'variant' })
        const together = each.items.reduce((sum, { onHand }) => sum + BigInt(onHand), 0n)
        expect(all.items.map(({ onHand }) => onHand)).toEqual(
          together === 0n ? [] : [String(together)],
        )
        const summed = await arrange(
          app,
          `select l.bucket_id::text as key, sum(l.delta)::text as qty from tenant.stock_ledger l
           join tenant.stock_buckets b using (platform_id, bucket_id)
           where l.platform_id = $1 and b.variant_id = $2 and l.effective_at <= $3
             and l.recorded_at <= coalesce($4, 'infinity'::timestamptz)
           group by 1 having sum(l.delta) <> 0 order by l.bucket_id::text::bigint`,
          [site.platform.id, variantId, at, known],
        )
        expect(found.items.map(({ key, onHand }) => ({ key, qty: onHand }))).toEqual(summed)
      }
    }),
    { numRuns: 12 },
  )
})

test('P3 what is done and undone leaves everything as it was, and is undone once', async () => {
  await fc.assert(
    fc.asyncProperty(steps, step, async (before, one) => {
      const variantId = await item()
      for (const earlier of before) await happen(variantId, earlier)
      const numbers = await numbersOf(variantId)
      const move = await happen(variantId, one)
      if (move === undefined) return
      const undo = () =>
        app.call(stock.reverse, {
          params: { ...site.params, move },
          token: site.token,
          body: {},
        })
      expect((await undo()).status).toBe(201)
      expect(await numbersOf(variantId)).toEqual(numbers)
      expect((await undo()).body['code']).toBe('already_reversed')
    }),
    { numRuns: 25 },
  )
})

test('P5 buckets, levels and values come out of their ledgers again', async () => {
  const { id } = site.platform
  await fc.assert(
    fc.asyncProperty(steps, async (happening) => {
      const variantId = await item()
      for (const one of happening) await happen(variantId, one)
    }),
    { numRuns: 10 },
  )
  expect(await replay(app, id)).toEqual([])
  expect(await inTransaction(app.db, { platformId: id }, (tx) => findViolations(tx, id))).toEqual(
    [],
  )

  const change = 'update tenant.stock_levels set on_hand = on_hand + $2 where platform_id = $1'
  await arrange(app, change, [id, 1])
  expect((await replay(app, id)).length).toBeGreaterThan(0)
  await arrange(app, change, [id, -1])
})

test.each(['warehouse', 'platform'])(
  'P4 what goods are worth stays when they only move, valued by %s',
  async (scope) => {
    const own = await newWarehouse(app)
    const { id } = own.platform
    await arrange(
      app,
      'update tenant.warehouse_settings set costing_scope = $2 where platform_id = $1',
      [id, scope],
    )
    const { body } = await app.call(api.warehouse.warehouses.create, {
      params: own.params,
      token: own.token,
      body: { code: 'EAST', name: 'East' },
    })
    const spots = [own.a01.id, own.a02.id, ...body.locations.map((place) => place.id).slice(0, 2)]
    const worth = async (by: 'scope_id' | 'platform_id', variantId: string) =>
      arrange(
        app,
        `select sum(value_micros)::text as value, sum(qty)::text as qty from tenant.cost_balances
         where platform_id = $1 and variant_id = $2 group by ${by} having sum(qty) > 0 order by ${by}`,
        [id, variantId],
      )
    const lots = fc.array(
      fc.record({ qty, cents: fc.integer({ min: 0, max: 999 }), to: fc.nat({ max: 3 }) }),
      { minLength: 1, maxLength: 4 },
    )
    const moves = fc.array(
      fc.record({ qty, bucket, to: fc.nat({ max: 3 }), damaged: fc.boolean() }),
      { minLength: 1, maxLength: 8 },
    )
    let made = 0
    let left = 0
    await fc.assert(
      fc.asyncProperty(lots, moves, async (received, moved) => {
        const { id: variantId } = await newItem(app, own, { sku: `P4-${(made += 1)}` })
        for (const one of received)
          await post(app, own, { kind: 'receive' }, [
            {
              lineNo: 1,
              qty: String(one.qty),
              party: 'supplier',
              variantId,
              toLocation: spots[one.to] ?? '',
              unitCostMicros: String(one.cents * 10_000),
            },
          ])
        const all = await worth('platform_id', variantId)
        for (const one of moved) {
          const buckets = await arrange(
            app,
            `select bucket_id, warehouse_id, on_hand from tenant.stock_buckets
             where platform_id = $1 and variant_id = $2 and on_hand > 0 order by bucket_id`,
            [id, variantId],
          )
          const from = buckets[one.bucket % buckets.length]
          if (!from) continue
          const each = await worth('scope_id', variantId)
          const amount = Math.min(one.qty, Number(from['on_hand']))
          await post(app, own, { kind: 'relocate' }, [
            {
              lineNo: 1,
              qty: String(amount),
              fromBucket: String(from['bucket_id']),
              variantId,
              toLocation: spots[one.to] ?? '',
              toStatus: one.damaged ? 'damaged' : 'available',
            },
          ]).catch((error: unknown) => {
            if (!/invalid_lines/.test(String(error))) throw error
          })
          const leaves = one.to < 2 !== (from['warehouse_id'] === own.warehouse.id)
          // Inside a scope nothing changes at all; from one to another nothing is lost on the way.
          if (leaves && scope === 'warehouse') left += 1
          else expect(await worth('scope_id', variantId)).toEqual(each)
          expect(await worth('platform_id', variantId)).toEqual(all)
        }
      }),
      { numRuns: 8 },
    )
    expect(left > 0).toBe(scope === 'warehouse')
    expect(await inTransaction(app.db, { platformId: id }, (tx) => findViolations(tx, id))).toEqual(
      [],
    )
  },
  60_000,
)
