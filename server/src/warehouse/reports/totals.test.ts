import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { MovementTotal } from '@stowage/contract/warehouse/reports'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { as, newItem, openSite, violations } from '../../../test/fixtures.ts'
import { openOwner } from '../../../test/owner.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

/* What a report says of random weeks, told late and numbered in any order, against plain sums over all of it. */

const { reports } = api.warehouse
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const app = await setupApp()
const owner = await openOwner(app)
afterAll(async () => {
  await owner.close()
})

const zones = ['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati']
const items = [
  { sku: 'A', unit: 'each', qtyScale: 0 },
  { sku: 'B', unit: 'kg', qtyScale: 1 },
  { sku: 'C', unit: 'kg', qtyScale: 3 },
]
const statuses = ['available', 'hold']
const buckets = items.flatMap((_, item) =>
  zones.flatMap((__, site) => statuses.map((status) => ({ item, site, status }))),
)
const perItem = buckets.length / items.length

type Line = { kind: string; item: number; from: number; to: number; qty: number }
/** Some lines at once, or what undoes an earlier step; hours since the last one, and since it happened. */
type Step = { lines: Line[]; undoes: number | null; after: number; late: number }
const hours = (max: number) => fc.double({ min: 0.001, max, noNaN: true })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    lines: fc.array(
      fc.record({
        kind: fc.constantFrom('receive', 'adjust', 'relocate'),
        item: fc.nat(items.length - 1),
        from: fc.nat(perItem - 1),
        to: fc.nat(perItem - 1),
        qty: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    undoes: fc.option(fc.nat(20), { freq: 6 }),
    after: hours(20),
    late: fc.oneof(fc.constant(0), hours(200)),
  }),
  { minLength: 40, maxLength: 80 },
)

type Side = Pick<Entry, 'line' | 'party' | 'bucket' | 'delta'>
type Entry = {
  move: number
  kind: string
  line: number
  party: string
  bucket: number
  delta: number
  seq: number
  onHand: number
  recorded: number
  effective: number
}

/** The ledger of these steps, of which the last was told at this moment. */
function ledgerOf(told: readonly Step[], until: number): Entry[] {
  const entries: Entry[] = []
  const ends = buckets.map(() => ({ seq: 0, onHand: 0 }))
  let recorded = until - told.reduce((sum, { after }) => sum + Math.ceil(after * hourMs), 0)
  for (const [move, { lines, undoes, after, late }] of told.entries()) {
    recorded += Math.ceil(after * hourMs)
    const at = { recorded, effective: recorded - Math.ceil(late * hourMs) }
    const undone = entries.filter((entry) => undoes !== null && entry.move === move - 1 - undoes)
    const sides = undone.length > 0 ? undone.map(opposite) : lines.flatMap(sidesOf)
    const kind = undone[0]?.kind ?? lines[0]?.kind ?? ''
    const now = ends.map((end) => ({ ...end }))
    const made = sides.map((side) => {
      const end = now[side.bucket] ?? { seq: 0, onHand: 0 }
      end.seq += 1
      end.onHand += side.delta
      return { ...side, ...end, ...at, move, kind }
    })
    // What is not there cannot be taken away.
    if (made.some(({ onHand }) => onHand < 0)) continue
    entries.push(...made)
    for (const { bucket, seq, onHand } of made) ends[bucket] = { seq, onHand }
  }
  return entries
}

const opposite = ({ line, party, bucket, delta }: Side): Side => ({
  line,
  party,
  bucket,
  delta: -delta,
})

function sidesOf({ kind, item, qty, ...place }: Line, index: number): Side[] {
  const [from, to] = [item * perItem + place.from, item * perItem + place.to]
  const line = index + 1
  if (kind === 'receive') return [{ line, party: 'supplier', bucket: to, delta: qty }]
  if (kind === 'adjust') return [{ line, party: 'loss', bucket: from, delta: -qty }]
  if (from === to) return []
  return [
    { line, party: 'stock', bucket: from, delta: -qty },
    { line, party: 'stock', bucket: to, delta: qty },
  ]
}

const write = `
  with p as (
    select * from jsonb_to_recordset($3) as p(bucket int, warehouse uuid, place uuid, variant uuid,
      status text, scale int, seq int, "onHand" int, recorded timestamptz)
  ), levels as (
    insert into tenant.stock_levels (platform_id, warehouse_id, variant_id, qty_scale, tracking,
      on_hand, unavailable)
    select $1::uuid, warehouse, variant, min(scale), 'none', sum("onHand"),
      sum(case when status = 'hold' then "onHand" else 0 end) from p group by warehouse, variant
  ), b as (
    insert into tenant.stock_buckets (platform_id, warehouse_id, variant_id, location_id, status,
      tracking, on_hand, last_seq, last_at)
    select $1::uuid, warehouse, variant, place, status, 'none', "onHand", seq,
      coalesce(recorded, '-infinity') from p
    returning bucket_id, warehouse_id, variant_id, status
  ), m as (
    insert into tenant.stock_moves (platform_id, kind, warehouse_id, source_type, source_id,
      effective_at, recorded_at, actor_type)
    select $1::uuid, kind, $2::uuid, 'move', source, effective, recorded, 'system'
    from jsonb_to_recordset($4) as m(kind text, source uuid, effective timestamptz,
      recorded timestamptz)
    returning move_id, source_id, effective_at, recorded_at
  )
  insert into tenant.stock_ledger (platform_id, bucket_id, seq, move_id, line_no, party, delta,
    qty_before, qty_after, recorded_at, effective_at)
  select $1::uuid, b.bucket_id, l.seq, m.move_id, l.line, l.party, l.delta, l."onHand" - l.delta,
    l."onHand", m.recorded_at, m.effective_at
  from jsonb_to_recordset($5) as l(bucket int, source uuid, seq int, line int, party text, delta int,
    "onHand" int)
  join p on p.bucket = l.bucket
  join b on b.warehouse_id = p.warehouse and b.variant_id = p.variant and b.status = p.status
  join m on m.source_id = l.source`

/** A platform of three warehouses, and the one each begins with, that has this ledger. */
async function openWith(entries: readonly Entry[]) {
  const site = await newWarehouse(app)
  const sites = await Promise.all(zones.map((zone, i) => openSite(app, site, `Z${i}`, zone)))
  const variants = await Promise.all(items.map((item) => newItem(app, site, item)))
  const rows = buckets.map(({ item, site: at, status }, bucket) => {
    const { seq = 0, onHand = 0, recorded } = entries.findLast((one) => one.bucket === bucket) ?? {}
    return {
      bucket,
      warehouse: sites[at]?.id,
      place: sites[at]?.place,
      variant: variants[item]?.id,
      status,
      scale: items[item]?.qtyScale,
      seq,
      onHand,
      recorded: recorded && new Date(recorded).toISOString(),
    }
  })
  const moves = [...new Map(entries.map((entry) => [entry.move, entry])).values()]
  const heads = moves.map(({ move, kind, recorded, effective }) => ({
    move,
    kind,
    source: randomUUID(),
    recorded: new Date(recorded).toISOString(),
    effective: new Date(effective).toISOString(),
  }))
  const lines = entries.map((entry) => ({
    ...entry,
    source: heads.find(({ move }) => move === entry.move)?.source,
  }))
  // Numbers follow the clock only nearly; here they do not at all.
  const mixed = heads.toSorted((a, b) => ((a.move * 37) % 101) - ((b.move * 37) % 101))
  const values = [rows, mixed, lines].map((one) => JSON.stringify(one))
  await owner.rowsOf(write, [site.platform.id, site.warehouse.id, ...values])
  return { site, sites }
}

/** Thousandths. */
const whole = (qty: string) => Math.round(Number(qty) * 1000)
type Figures = Omit<MovementTotal, 'unit'>
const flowsIn = (flows: Figures['in']) =>
  Object.fromEntries(flows.map(({ kind, qty }) => [kind, whole(qty)]))
const read = ({ opening, closing, totalIn, totalOut, difference, ...flows }: Figures) => ({
  opening: whole(opening),
  closing: whole(closing),
  difference: whole(difference),
  totalIn: whole(totalIn),
  totalOut: whole(totalOut),
  in: flowsIn(flows.in),
  out: flowsIn(flows.out),
})

/** When the days of a period are in a warehouse, and until when something must have been told to count. */
type Span = { begin: number; end: number; until: number }

/** The same by plain sums, or undefined where there was nothing at all. */
function sums(entries: readonly Entry[], spanOf: (entry: Entry) => Span | undefined) {
  const sum = { opening: 0, closing: 0 }
  const nets = new Map<string, { kind: string; net: number }>()
  for (const entry of entries) {
    const span = spanOf(entry)
    if (!span || entry.recorded >= span.until || entry.effective >= span.end) continue
    const delta = entry.delta * 10 ** (3 - (items[buckets[entry.bucket]?.item ?? 0]?.qtyScale ?? 0))
    sum.closing += delta
    if (entry.effective < span.begin) sum.opening += delta
    else {
      const key = `${entry.move} ${entry.line}`
      nets.set(key, { kind: entry.kind, net: (nets.get(key)?.net ?? 0) + delta })
    }
  }
  const flows = (sign: number) => {
    const by: Record<string, number> = {}
    for (const { kind, net } of nets.values())
      if (net * sign > 0) by[kind] = (by[kind] ?? 0) + net * sign
    return by
  }
  const total = (by: Record<string, number>) => Object.values(by).reduce((all, one) => all + one, 0)
  const [came, went] = [flows(1), flows(-1)]
  if (sum.opening === 0 && sum.closing === 0 && total(came) + total(went) === 0) return undefined
  return { ...sum, difference: 0, totalIn: total(came), totalOut: total(went), in: came, out: went }
}

const ask = fc.record({
  ago: fc.nat(40),
  length: fc.nat(25),
  known: fc.constantFrom('now' as const, 'then' as const, 'moment' as const),
  knownAgo: fc.nat(40 * 24),
  warehouse: fc.option(fc.nat(zones.length - 1)),
})
type Ask = typeof ask extends fc.Arbitrary<infer One> ? One : never

async function compare(
  { site, sites }: Awaited<ReturnType<typeof openWith>>,
  entries: readonly Entry[],
  { ago, length, known, knownAgo, warehouse }: Ask,
) {
  const now = app.clock.now().getTime()
  const day = (daysAgo: number) => new Date(now - daysAgo * dayMs).toISOString().slice(0, 10)
  const moment = now - knownAgo * hourMs
  const query = {
    from: day(ago),
    to: day(Math.max(0, ago - length)),
    known: known === 'moment' ? new Date(moment).toISOString() : known,
    ...(warehouse !== null && { warehouse: sites[warehouse]?.id ?? '' }),
  }
  const { body } = await app.call(reports.movement, {
    ...as(site),
    query: { ...query, items: 'all' },
  })
  const spans = sites.map(({ id }) => {
    const days = body.warehouses.find((one) => one.warehouseId === id)
    if (!days) return undefined
    const end = Date.parse(days.endsAt)
    // What was told at the very moment was known.
    const until = { now: Infinity, then: end, moment: moment + 1 }[known]
    return { begin: Date.parse(days.beginsAt), end, until }
  })
  const expected = (isOf: (item: (typeof items)[number]) => boolean) =>
    sums(entries, ({ bucket }) => {
      const { item = 0, site: at = 0 } = buckets[bucket] ?? {}
      return items[item] && isOf(items[item]) ? spans[at] : undefined
    })
  const rows = Object.fromEntries(body.items.map(({ sku, ...row }) => [sku, read(row)]))
  for (const { sku } of items) expect(rows[sku]).toEqual(expected((item) => item.sku === sku))
  const totals = await app.call(reports.movementTotals, { ...as(site), query: query as never })
  const units = Object.fromEntries(totals.body.totals.map(({ unit, ...sum }) => [unit, read(sum)]))
  for (const unit of ['each', 'kg'])
    expect(units[unit]).toEqual(expected((item) => item.unit === unit))
}

test('rows and totals are what plain sums over the whole ledger say, whenever it was told', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(ask, { minLength: 12, maxLength: 12 }), async (told, asks) => {
      const entries = ledgerOf(told, app.clock.now().getTime() - hourMs)
      const own = await openWith(entries)
      const faults = await violations(app, own.site)
      // The value of this stock was never told.
      expect(faults.filter(({ rule }) => rule !== 'I9')).toEqual([])
      for (const one of asks) await compare(own, entries, one)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('what was told between the ends of two warehouses is known of by one of them', async () => {
  const place = { item: 0, from: 2, to: 4, qty: 5 }
  const step = { undoes: null, after: 100, late: 48 }
  // Midnight in London: the day before is over in Kiritimati, and not in Los Angeles.
  const midnight = Math.trunc(app.clock.now().getTime() / dayMs) * dayMs - 3 * dayMs
  const entries = ledgerOf(
    [
      { ...step, lines: [{ ...place, kind: 'receive', to: 2 }] },
      { ...step, lines: [{ ...place, kind: 'relocate' }] },
    ],
    midnight,
  )
  const found = await openWith(entries)
  const weeks: Ask = { ago: 10, length: 6, known: 'then', knownAgo: 0, warehouse: null }
  await compare(found, entries, weeks)
})
