import { describe, expect, test } from 'vitest'
import { hasCheckDigit } from '../workspace/search/gtin-rules.ts'
import { chanceOf, splitmix, uuidOf } from './chance.ts'
import { lineShares, ordersOf } from './orders.ts'
import { pastDocumentsOf, todaysDocumentsOf } from './documents.ts'
import { itemsOf, ranksOf } from './items.ts'
import { manifestOf } from './manifest.ts'
import { popularity, weightsOf } from './popularity.ts'
import { counts, worlds, type DemoCompany } from './company.ts'

const sizes = ['small', 'large'] as const
const today = new Date('2026-11-24T14:30:00Z')

test('chance is splitmix64', () => {
  expect([0n, 1n, 2n].map((i) => splitmix(0n, i).toString(16))).toEqual([
    'e220a8397b1dcdaf',
    '6e789e6aa1b965f4',
    '6c45d188009454f',
  ])
  expect(chanceOf(1, 0, 'item')(5)).not.toBe(chanceOf(1, 1, 'item')(5))
  expect(uuidOf(1n, 2n)).toBe('00000000-0000-4001-8000-000000000002')
})

test.each([500, 5_000, 9_800, 50_000])('of %i items a fifth is asked for most', (items) => {
  const weights = weightsOf(items)
  const sum = (some: Uint32Array) => some.reduce((all, weight) => all + weight, 0)
  const share = sum(weights.slice(0, Math.round(items / 5))) / sum(weights)
  expect(share).toBeGreaterThan(0.76)
  expect(share).toBeLessThan(0.84)
  expect([...weights.slice(1)].every((weight, i) => weight <= (weights[i] ?? 0))).toBe(true)
  const rankOf = popularity(items)
  const chance = chanceOf(1, 0, 'test')
  const drawn = Array.from({ length: 20_000 }, (_, i) => rankOf(chance(i)))
  const top = drawn.filter((rank) => rank < items / 5).length / drawn.length
  expect(Math.abs(top - share)).toBeLessThan(0.02)
})

describe.each(sizes)('the %s workspace', (size) => {
  const company: DemoCompany = worlds[size]
  const documents = [...pastDocumentsOf(company), ...todaysDocumentsOf(company)]
  const manifest = manifestOf(company, today)

  test('is the same each time, and another with another seed', () => {
    expect(manifestOf(company, today)).toEqual(manifest)
    const other = manifestOf({ ...company, seed: 2 }, today)
    for (const part of ['items', 'customers', 'orders'])
      expect(other[part]?.sha256).not.toBe(manifest[part]?.sha256)
  })

  test('holds as much as it is said to', () => {
    const lines = (kind: string) =>
      documents.filter((one) => one.kind === kind).reduce((all, one) => all + one.lines.length, 0)
    const posted = lines('receipt') + lines('adjustment') + 2 * lines('move')
    const of = (kind: string) => documents.filter((one) => one.kind === kind).length
    expect(counts[size]).toEqual({
      warehouses: company.warehouses.length,
      locations: manifest['locations']?.rows,
      skus: company.skus,
      receipts: of('receipt'),
      moves: of('move'),
      adjustments: of('adjustment'),
      movements: expect.toSatisfy((all: number) => all > posted && all < posted * 2),
      orders: [...ordersOf(company, today)].length,
    })
  })

  test('names every item and barcode once, with right check digits', () => {
    const { item } = itemsOf(company.seed, company.platform)
    const items = Array.from({ length: company.skus }, (_, i) => item(i))
    const codes = items.flatMap(({ barcode, caseBarcode, caseOf }) =>
      caseOf ? [barcode, caseBarcode] : [barcode],
    )
    expect(new Set(items.map(({ sku }) => sku.toLowerCase())).size).toBe(company.skus)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.every(hasCheckDigit)).toBe(true)
    expect(items.every(({ barcode }) => /^0[24]\d{11}$/.test(barcode))).toBe(true)
  })

  test('closing is opening and in and out, of every bucket at every moment', () => {
    const buckets = new Map<string, number>()
    const change = (key: string, by: number) => buckets.set(key, (buckets.get(key) ?? 0) + by)
    for (const document of documents)
      for (const line of document.lines) {
        const { item, qty, location, lot = '', serials = [] } = line
        const key = (place: string) =>
          `${document.warehouse} ${item.sku} ${place} ${lot} ${serials.join()}`
        expect(qty).toBeGreaterThan(0)
        if (document.kind === 'receipt') change(key(location), qty)
        else {
          change(key(location), -qty)
          expect(buckets.get(key(location))).toBeGreaterThanOrEqual(0)
          if ('to' in line && line.to) change(key(line.to), qty)
        }
      }
  })

  test('asks most for a fifth of its items, and has run out of some', () => {
    const received = new Map<string, number>()
    const onHand = new Map<string, number>()
    for (const document of documents)
      for (const { item, qty } of document.lines) {
        const sign = { receipt: 1, adjustment: -1, move: 0 }[document.kind]
        onHand.set(item.sku, (onHand.get(item.sku) ?? 0) + sign * qty)
        if (document.kind === 'receipt' && document.daysAgo <= company.days)
          received.set(item.sku, (received.get(item.sku) ?? 0) + 1)
      }
    const busiest = [...received.values()].toSorted((a, b) => b - a)
    const sum = (some: readonly number[]) => some.reduce((all, n) => all + n, 0)
    const share = sum(busiest.slice(0, Math.round(company.skus / 5))) / sum(busiest)
    expect(share).toBeGreaterThan(0.76)
    expect(share).toBeLessThan(0.84)
    const out = [...onHand.values()].filter((qty) => qty === 0).length / company.skus
    expect(out).toBeGreaterThan(0.005)
    expect(out).toBeLessThan(0.04)
  })
  test('brings orders as far as each waits, and some of them back', () => {
    const all = [...ordersOf(company, today)]
    const moving = all.flatMap(({ progress }) => progress ?? [])
    const countOf = (stage: string) => moving.filter(({ until }) => until === stage).length
    for (const [stage, most] of Object.entries(company.waiting)) {
      expect(countOf(stage)).toBeGreaterThan(most / 2)
      expect(countOf(stage)).toBeLessThanOrEqual(most)
    }
    expect(countOf('collected')).toBeGreaterThan(company.fulfilled / 4)
    for (const { minutesAgo, progress } of all) {
      if (!progress) continue
      const { releasedAgo, pickedAgo, packedAgo, shippedAgo, deliveredAgo = 0 } = progress
      const times = [minutesAgo, releasedAgo, pickedAgo, packedAgo, shippedAgo, deliveredAgo]
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      expect(shippedAgo).toBeGreaterThanOrEqual(0)
    }
    const returned = all.flatMap((one) => one.returned ?? [])
    expect(new Set(returned.map(({ until }) => until)).size).toBeGreaterThan(5)
    const restocked = returned.filter(({ disposition }) => disposition === 'restock').length
    expect(restocked / returned.length).toBeGreaterThan(0.5)
    const lines = all.flatMap((order) => order.lines)
    expect(lines.filter(({ isShort }) => isShort).length / lines.length).toBeLessThan(0.02)
  })

  test('has orders in every state, with every kind of hold, in the order they were placed', () => {
    const all = [...ordersOf(company, today)]
    const shareOf = (state: string) => all.filter((one) => one.state === state).length / all.length
    expect(shareOf('on_hold')).toBeCloseTo(0.03, 2)
    expect(shareOf('cancelled')).toBeCloseTo(0.025, 2)
    expect(shareOf('draft')).toBeCloseTo(0.04, 2)
    expect(new Set(all.flatMap(({ hold }) => hold ?? [])).size).toBe(5)
    expect(new Set(all.map(({ channel }) => channel)).size).toBe(2)
    const minutes = all.map(({ minutesAgo }) => minutesAgo)
    expect(minutes).toEqual(minutes.toSorted((a, b) => b - a))
    expect(Math.min(...minutes)).toBeGreaterThan(0)
    const dated = all.filter(({ dueInDays, progress }) => dueInDays !== undefined && !progress)
    const late = dated.filter(({ dueInDays = 0 }) => dueInDays < 0)
    expect(late.length / dated.length).toBeGreaterThan(0.02)
    expect(late.length / dated.length).toBeLessThan(0.3)
    for (const { minutesAgo, dueInDays = 0 } of late)
      expect(minutesAgo).toBeGreaterThan(-dueInDays * 1_440)
  })
})

describe('a year of orders', () => {
  const company = worlds.large
  const orders = [...ordersOf(company, today)]
  const placedAt = ({ minutesAgo }: { minutesAgo: number }) =>
    new Date(today.getTime() - minutesAgo * 60_000)
  /** How busy the days and hours are that fit, compared with the mean. */
  const busyness = (fits: (at: Date) => boolean) => {
    const hours = Array.from(
      { length: company.orderDays * 24 },
      (_, i) => new Date(today.getTime() - i * 3_600_000),
    ).filter(fits).length
    const placed = orders.map(placedAt).filter(fits).length
    return placed / hours / (orders.length / (company.orderDays * 24))
  }

  test('is busier on Mondays and at noon', () => {
    expect(busyness((at) => at.getUTCDay() === 1)).toBeGreaterThan(1.05)
    expect(busyness((at) => at.getUTCDay() === 6)).toBeLessThan(0.9)
    expect(busyness((at) => at.getUTCHours() === 11)).toBeGreaterThan(1.5)
    expect(busyness((at) => at.getUTCHours() === 3)).toBeLessThan(0.2)
  })

  test('asks most for a fifth of the items, with 1.82 lines in the mean', () => {
    const { item } = itemsOf(company.seed, company.platform)
    const { indexAt } = ranksOf(company.skus)
    const popular = new Set(
      Array.from({ length: company.skus / 5 }, (_, rank) => item(indexAt(rank)).sku),
    )
    const lines = orders.flatMap((order) => order.lines)
    const share = lines.filter(({ sku }) => popular.has(sku)).length / lines.length
    expect(share).toBeGreaterThan(0.76)
    expect(share).toBeLessThan(0.84)
    const mean = lineShares.reduce((sum, percent, i) => sum + percent * (i + 1), 0) / 100
    expect(Math.abs(lines.length / orders.length / mean - 1)).toBeLessThan(0.03)
  })
})

test('the small workspace has deliveries and returns of each kind on any day of a year', () => {
  const returned = ['requested', 'authorized', 'received', 'inspected', 'closed', 'rejected']
  for (let hours = 0; hours < 365 * 24; hours += 23) {
    const day = new Date(today.getTime() + hours * 3_600_000)
    const orders = [...ordersOf(worlds.small, day)]
    const delivered = orders.filter(({ progress }) => progress?.deliveredAgo !== undefined)
    expect([day, delivered.length > 20]).toEqual([day, true])
    expect([day, orders.map((order) => order.returned?.until)]).toEqual([
      day,
      expect.arrayContaining(returned),
    ])
  }
})
