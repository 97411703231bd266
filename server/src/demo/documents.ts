import { below, chanceOf, pick } from './chance.ts'
import { itemsOf, ranksOf, soldOutEvery, type DemoItem } from './items.ts'
import { popularity } from './popularity.ts'
import { suppliers } from './words.ts'
import { binsOf, type DemoCompany } from './company.ts'

/** One item in one place; quantities are quanta. */
type Line = { item: DemoItem; qty: number; location: string; lot?: string; serials?: string[] }

type DemoReceiptLine = Line & { unitCost: number; expiresInDays?: number }
type DemoMoveLine = Line & { to?: string; toStatus?: 'hold' }

/**
 * Document in order of events; `daysAgo` 0 is today and has no date. Only documents of the same lane share
 * items, so lanes need not wait for one another.
 */
export type DemoDocument = { warehouse: string; lane: string } & (
  | { kind: 'receipt'; reference: string; daysAgo: number; lines: DemoReceiptLine[] }
  | { kind: 'adjustment'; reason: string; daysAgo: number; lines: Line[] }
  | { kind: 'move'; lines: DemoMoveLine[] }
)

const reasons = ['internal_use', 'sample', 'damaged', 'missing', 'donation'] as const

type Delivery = {
  line: DemoReceiptLine
  /** The bin of its item. */
  home: string
  site: number
  lane: number
  day: number
  /** Quantity issued since, if any, in quanta, and how many days ago. */
  issued: { qty: number; day: number } | undefined
}

const receiving = 'RECV'

/**
 * The documents of a company up to yesterday, in order, and what was moved since. Each delivery is its own small story,
 * of a part that came and a part that left later, so no bucket can ever fall below zero and any of them can be told
 * alone.
 */
export function* pastDocumentsOf(company: DemoCompany): Generator<DemoDocument> {
  const story = storyOf(company)
  yield* receiptsOf(company, company.days + 1, story.opening(), 'Opening stock')
  const byDay = story.deliveriesByDay()
  const issuedOn = Map.groupBy(
    [...byDay.values(), [...story.soldOut()]].flat().filter(({ issued }) => issued),
    ({ issued }) => issued?.day ?? 0,
  )
  for (let day = company.days; day > 0; day--) {
    yield* receiptsOf(company, day, byDay.get(day) ?? [], referenceOf(company, day))
    yield* issuesOf(company, day, issuedOn.get(day) ?? [])
  }
  yield* relocationsOf(company, story)
}

/** The documents of today: what came in, and what of it was put away. */
export function* todaysDocumentsOf(company: DemoCompany): Generator<DemoDocument> {
  const deliveries = storyOf(company).deliveriesByDay().get(0) ?? []
  yield* receiptsOf(company, 0, deliveries, referenceOf(company, 0))
  yield* putAwaysOf(company, deliveries)
}

const referenceOf = ({ seed, platform }: DemoCompany, day: number) =>
  `Delivery ${pick(chanceOf(seed, platform, 'supplier')(day), suppliers)} ${1_000 + day}`

function storyOf(company: DemoCompany) {
  const { seed, platform, skus, days } = company
  const { item } = itemsOf(seed, platform)
  const bins = company.warehouses.map(binsOf)
  const { live, indexAt } = ranksOf(skus)
  const rankOf = popularity(live)
  const chances = {
    delivery: chanceOf(seed, platform, 'delivery'),
    issue: chanceOf(seed, platform, 'issue'),
    opening: chanceOf(seed, platform, 'opening'),
  }
  const homeOf = (rank: number, site: number) => {
    const all = bins[site] ?? []
    return all[Math.trunc((rank * all.length) / skus)] ?? receiving
  }
  /** Later on the walk than the home, so orders of the past were picked where stock was then. */
  const otherBin = (rank: number, site: number, draw: bigint) => {
    const all = bins[site] ?? []
    const home = Math.trunc((rank * all.length) / skus)
    const later = all.length - home - 1
    return all[later > 0 ? home + 1 + below(draw, later) : home - 1] ?? receiving
  }
  const siteOf = (draw: bigint) => {
    let rest = below(draw, 100)
    return company.warehouses.findIndex(({ share }) => (rest -= share) < 0)
  }
  const laneOf = (index: number, site: number) => index % (company.warehouses[site]?.lanes ?? 1)
  /** Everything of one item that came in the same month is one lot. */
  const lotOf = (one: DemoItem, day: number) => {
    if (one.tracking !== 'lot') return {}
    const month = Math.trunc(day / 31)
    const draw = chanceOf(seed, platform, one.sku)(month)
    return {
      lot: `${one.sku.slice(4, 9)}${'DCBA'[month] ?? 'Z'}`,
      expiresInDays: 30 + below(draw, 690),
    }
  }
  const lineOf = (one: DemoItem, location: string, day: number, qty: number, name: string) => ({
    item: one,
    location,
    qty: one.tracking === 'serial' ? 1 : qty,
    unitCost: one.cost,
    ...lotOf(one, day),
    ...(one.tracking === 'serial' && { serials: [`${one.sku}-${name}`] }),
  })
  const openingQty = (one: DemoItem, draw: bigint) => (24 + below(draw, 48)) * 10 ** one.qtyScale

  return {
    homeOf,
    otherBin,
    openingAt(rank: number) {
      const draw = chances.opening(rank)
      const index = indexAt(rank)
      const one = item(index)
      const site = siteOf(draw >> 24n)
      return { item: one, draw, site, lane: laneOf(index, site), qty: openingQty(one, draw) }
    },
    live,
    lotOf,
    deliveriesByDay() {
      const all = Array.from({ length: company.deliveries }, (_, i) => this.delivery(i))
      return Map.groupBy(all, ({ day }) => day)
    },
    *opening(): Generator<Delivery> {
      for (let rank = 0; rank < live; rank++) {
        const { item: one, site, lane, qty } = this.openingAt(rank)
        const home = homeOf(rank, site)
        const line = lineOf(one, home, days + 1, qty, '0')
        yield { line, home, site, lane, day: days + 1, issued: undefined }
      }
      for (const sold of this.soldOut()) yield { ...sold, issued: undefined }
    },
    *soldOut(): Generator<Delivery> {
      for (let i = soldOutEvery - 1; i < skus; i += soldOutEvery) {
        const draw = chances.opening(skus + i)
        const one = item(i)
        const site = siteOf(draw >> 24n)
        const home = homeOf(i, site)
        const line = lineOf(one, home, days + 1, openingQty(one, draw), '0')
        yield {
          line,
          home,
          site,
          lane: laneOf(i, site),
          day: days + 1,
          issued: { qty: line.qty, day: 1 + below(draw, days, 40) },
        }
      }
    },
    delivery(index: number): Delivery {
      const draw = chances.delivery(index)
      const rank = rankOf(draw)
      const itemIndex = indexAt(rank)
      const one = item(itemIndex)
      const other = chances.issue(index)
      const site = siteOf(other)
      const day = days - Math.trunc((index * (days + 1)) / company.deliveries)
      const home = homeOf(rank, site)
      const place = day === 0 ? receiving : home
      const qty = (6 + below(other, 54, 8)) * 10 ** one.qtyScale
      const line = lineOf(one, place, day, qty, String(index + 1))
      const leaves = day > 0 && below(other, 100, 32) < 85
      const part =
        one.tracking === 'serial' ? 1 : Math.trunc((line.qty * (40 + below(other, 56, 20))) / 100)
      const issued = leaves ? { qty: part, day: 1 + below(other, day, 40) } : undefined
      return { line, home, site, lane: laneOf(itemIndex, site), day, issued }
    },
  }
}

type Issue = { site: number; lane: number; line: Line }

/** The same bucket stands on a correction once. */
function merged(issues: Iterable<Issue>): Issue[] {
  const byKey = new Map<string, Issue>()
  for (const issue of issues) {
    const { item, location, lot = '', serials = [], qty } = issue.line
    const key = `${issue.site}|${item.sku}|${location}|${lot}|${serials.join()}`
    const before = byKey.get(key)
    const sum = qty + (before?.line.qty ?? 0)
    byKey.set(key, { ...issue, line: { ...issue.line, ...before?.line, qty: sum } })
  }
  return [...byKey.values()]
}

/** By place and lane, and no more lines than stand on one document. */
function* parted<T extends { site: number; lane: number }>(company: DemoCompany, all: Iterable<T>) {
  const bySite = Map.groupBy(all, ({ site }) => site)
  for (const [site, { code, lanes }] of company.warehouses.entries()) {
    const byLane = Map.groupBy(bySite.get(site) ?? [], ({ lane }) => lane)
    for (let lane = 0; lane < lanes; lane++) {
      const own = byLane.get(lane) ?? []
      for (let at = 0; at < own.length; at += company.linesPerDocument)
        yield {
          site,
          warehouse: code,
          lane: `${code} ${lane}`,
          some: own.slice(at, at + company.linesPerDocument),
        }
    }
  }
}

function* receiptsOf(
  company: DemoCompany,
  daysAgo: number,
  deliveries: Iterable<Delivery>,
  reference: string,
): Generator<DemoDocument> {
  for (const { warehouse, lane, some } of parted(company, deliveries)) {
    const lines = some.map(({ line }) => line)
    yield { kind: 'receipt', warehouse, lane, reference, daysAgo, lines }
  }
}

function* issuesOf(company: DemoCompany, day: number, deliveries: readonly Delivery[]) {
  const issues = deliveries.map(({ site, lane, line, issued }): Issue => {
    const { unitCost: _, expiresInDays: __, ...rest } = line
    return { site, lane, line: { ...rest, qty: issued?.qty ?? 0 } }
  })
  for (const { site, warehouse, lane, some } of parted(company, merged(issues))) {
    const reason = reasons[(day + site) % reasons.length] ?? 'sample'
    const place = { warehouse, lane, reason, daysAgo: day }
    yield { kind: 'adjustment' as const, ...place, lines: some.map(({ line }) => line) }
  }
}

/** Line of a move. More than half of today's receipts are put away; other stock is moved or put on hold. */
type Moved = { site: number; lane: number; line: DemoMoveLine }

function* putAwaysOf(company: DemoCompany, deliveries: readonly Delivery[]) {
  const putAway = chanceOf(company.seed, company.platform, 'put-away')
  const moves = deliveries.flatMap(({ line, home: to, site, lane }, i): Moved[] => {
    const { unitCost: _, expiresInDays: __, ...rest } = line
    return below(putAway(i), 10) < 6 ? [{ site, lane, line: { ...rest, to } }] : []
  })
  yield* movesOf(company, moves)
}

function* relocationsOf(company: DemoCompany, story: ReturnType<typeof storyOf>) {
  const relocation = chanceOf(company.seed, company.platform, 'relocation')
  const moves: Moved[] = []
  for (let i = 0; i < company.relocations + company.holds; i++) {
    const rank = i % story.live
    const { item, site, lane, qty } = story.openingAt(rank)
    if (item.tracking === 'serial') continue
    const { expiresInDays: _, ...lot } = story.lotOf(item, company.days + 1)
    const isHold = i >= company.relocations
    const line = { item, ...lot, qty: Math.trunc(qty / 8), location: story.homeOf(rank, site) }
    const to = story.otherBin(rank, site, relocation(i))
    moves.push({ site, lane, line: { ...line, ...(isHold ? { toStatus: 'hold' } : { to }) } })
  }
  // One move changes places or statuses, never both.
  for (const isHold of [false, true])
    yield* movesOf(
      company,
      moves.filter(({ line }) => isHold === Boolean(line.toStatus)),
    )
}

function* movesOf(company: DemoCompany, moves: readonly Moved[]) {
  for (const { warehouse, lane, some } of parted(company, moves))
    yield { kind: 'move' as const, warehouse, lane, lines: some.map(({ line }) => line) }
}
