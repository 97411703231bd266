import { api } from '@stowage/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { as, newItem, openSite, type Site } from '../../../test/fixtures.ts'
import { newWarehouse, post } from '../../../test/warehouse.ts'

const { reports, stockViews } = api.warehouse
const dayMs = 86_400_000
const app = await setupApp()

const report = async (of: Site, query: Record<string, string>) =>
  (await app.call(reports.movement, { ...as(of), query: query as never })).body

/** Zones that put their clocks on and back, at two o'clock and at midnight, and one that is far ahead. */
const zones = ['Europe/Berlin', 'America/Havana', 'Africa/Cairo', 'Pacific/Kiritimati'] as const

test('P10 the days of each warehouse, in every zone and when its clocks change', async () => {
  const own = await newWarehouse(app)
  const sites = await Promise.all(zones.map((zone, i) => openSite(app, own, `Z${i}`, zone)))
  const { id: variantId } = await newItem(app, own, { sku: 'CLOCK' })
  // About the nights in which the clocks of Berlin, Havana and Cairo changed in this and the last year.
  const nights = [
    '2025-10-26',
    '2025-10-31',
    '2025-11-02',
    '2026-03-08',
    '2026-03-29',
    '2026-04-24',
  ]
  const moment = fc
    .tuple(fc.constantFrom(...nights), fc.integer({ min: -30 * 60, max: 30 * 60 }))
    .map(([night, minutes]) => new Date(Date.parse(night) + minutes * 60_000))
  const move = fc.record({
    when: moment,
    site: fc.nat({ max: sites.length - 1 }),
    to: fc.nat({ max: sites.length - 1 }),
    qty: fc.integer({ min: 1, max: 9 }),
    kind: fc.constantFrom('receive', 'scrap', 'relocate'),
  })
  // Enough for whatever goes away.
  for (const { place } of sites)
    await post(app, own, { kind: 'receive', effectiveAt: '2025-01-01T00:00:00Z' }, [
      { lineNo: 1, qty: '1000', party: 'supplier', variantId, toLocation: place },
    ])
  const buckets = await Promise.all(
    sites.map(async ({ id }) => {
      const { body } = await app.call(stockViews.buckets, { ...as(own), query: { warehouse: id } })
      return body.items[0]?.bucketId ?? ''
    }),
  )
  const dayIn = (zone: string, when: Date) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(when)
  const happened: { day: string; site: number; kind: string; delta: number; move: number }[] = []
  await fc.assert(
    fc.asyncProperty(
      fc.array(move, { minLength: 4, maxLength: 8 }),
      fc.constantFrom(...nights),
      fc.nat({ max: 2 }),
      async (moves, night, length) => {
        for (const one of moves) {
          const [from, into] = [buckets[one.site] ?? '', buckets[one.to] ?? '']
          if (one.kind === 'relocate' && from === into) continue
          const line = { lineNo: 1, qty: String(one.qty) }
          await post(app, own, { kind: one.kind, effectiveAt: one.when.toISOString() }, [
            one.kind === 'receive'
              ? { ...line, party: 'supplier', toBucket: into }
              : one.kind === 'scrap'
                ? { ...line, party: 'loss', fromBucket: from }
                : { ...line, fromBucket: from, toBucket: into },
          ])
          const number = happened.length
          const side = (at: number, sign: number) =>
            happened.push({
              day: dayIn(zones[at] ?? '', one.when),
              site: at,
              kind: one.kind,
              delta: sign * one.qty,
              move: number,
            })
          if (one.kind !== 'receive') side(one.site, -1)
          if (one.kind !== 'scrap') side(one.to, 1)
        }
        const period = {
          from: night,
          to: new Date(Date.parse(night) + length * dayMs).toISOString().slice(0, 10),
        }
        const together = await report(own, { ...period, items: 'all' })
        const [sum] = together.items
        // Each warehouse by itself, and all of them, for which what went from one to another stays.
        const asOf = async (warehouse: string, border: string) => {
          const before = new Date(Date.parse(border) - 1).toISOString()
          const { body } = await app.call(stockViews.asOf, {
            ...as(own),
            query: { at: before, warehouse, variant: variantId },
          })
          return Number(body.items[0]?.onHand ?? 0)
        }
        const borders = together.warehouses.filter(({ warehouseCode }) => /^Z/.test(warehouseCode))
        const opening = await Promise.all(borders.map((w) => asOf(w.warehouseId, w.beginsAt)))
        const closing = await Promise.all(borders.map((w) => asOf(w.warehouseId, w.endsAt)))
        const add = (numbers: number[]) => String(numbers.reduce((total, one) => total + one, 0))
        const inside = happened.filter(({ day }) => day >= period.from && day <= period.to)
        const net = new Map<number, { kind: string; delta: number }>()
        for (const { move: number, kind, delta } of inside)
          net.set(number, { kind, delta: (net.get(number)?.delta ?? 0) + delta })
        const flows = (kind: string, sign: number) =>
          add(
            [...net.values()].flatMap((n) =>
              n.kind === kind ? [Math.max(0, sign * n.delta)] : [],
            ),
          )
        expect(sum).toMatchObject({
          opening: add(opening),
          closing: add(closing),
          difference: '0',
        })
        for (const kind of ['receive', 'scrap', 'relocate']) {
          expect(sum?.in.find((one) => one.kind === kind)?.qty ?? '0').toBe(flows(kind, 1))
          expect(sum?.out.find((one) => one.kind === kind)?.qty ?? '0').toBe(flows(kind, -1))
        }
        for (const [i, { id }] of sites.entries()) {
          const { items } = await report(own, { ...period, warehouse: id, items: 'all' })
          expect([items[0]?.opening, items[0]?.closing]).toEqual([
            String(opening[i]),
            String(closing[i]),
          ])
          const rows = await app.call(stockViews.ledger, {
            ...as(own),
            query: {
              warehouse: id,
              effectiveFrom: period.from,
              effectiveTo: period.to,
              limit: '200',
            },
          })
          expect(add(rows.body.items.map(({ delta }) => Number(delta)))).toBe(
            add(inside.flatMap((one) => (one.site === i ? [one.delta] : []))),
          )
        }
        const totals = await app.call(reports.movementTotals, { ...as(own), query: period })
        const { unit: _, ...sums } = totals.body.totals[0] ?? { unit: '' }
        expect(sum).toMatchObject(sums)
      },
    ),
    { numRuns: 10 },
  )
})
