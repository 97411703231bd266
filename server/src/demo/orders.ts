import { below, chanceOf, splitmix } from './chance.ts'
import type { DemoCompany } from './company.ts'
import { itemsOf, ranksOf, soldOutEvery, type DemoItem } from './items.ts'
import { popularity } from './popularity.ts'
import {
  isForgotten,
  progressOf,
  returnsOf,
  shortnessOf,
  type DemoProgress,
  type DemoReturn,
} from './progress.ts'
import { momentsOf } from './moments.ts'

/** The kinds of holds, in turn. */
const holdKinds = ['payment', 'address', 'fraud', 'stock', 'manual'] as const
type HoldKind = (typeof holdKinds)[number]

/** An order as a shop would send it; quantities are whole units. */
export type DemoOrder = {
  customer: number
  channel: 'shop' | 'manual'
  /** Placed so many minutes before now. */
  minutesAgo: number
  /** Promised on the day so many days from now, before now for a late one; undefined for one without a date. */
  dueInDays: number | undefined
  priority: number
  /** Handling of unavailable quantities: backorder or cancel them. */
  mode: 'backorder' | 'cancel_rest'
  state: 'draft' | 'confirmed' | 'on_hold' | 'cancelled'
  hold: HoldKind | undefined
  isPaid: boolean
  lines: { sku: string; qty: number; cents: number; isShort: boolean }[]
  /** How far it comes once it is confirmed; undefined for one that nobody touches. */
  progress: DemoProgress | undefined
  returned: DemoReturn | undefined
}

/** Number of a hundred orders by their lines, from one line on: 1.82 lines in the mean. */
export const lineShares = [58, 22, 9, 5, 3, 3] as const

/** Orders that are older and were never shipped have no promised date: all of them would be late. */
const promisedDays = 10

/**
 * The orders of a company up to `today`, the oldest first. Popular items are ordered most, and more on some
 * weekdays and at some hours. A few orders are drafts, on hold or cancelled, some of the
 * newest are late, and some wait for stock.
 */
export function* ordersOf(company: DemoCompany, today: Date): Generator<DemoOrder> {
  const { seed, platform, skus } = company
  const { item } = itemsOf(seed, platform)
  const { live, indexAt } = ranksOf(skus)
  const rankOf = popularity(live)
  const soldOut = Math.trunc(skus / soldOutEvery)
  const chance = chanceOf(seed, platform, 'order')
  const lineChance = chanceOf(seed, platform, 'order line')
  const customers = countCustomers(company)
  const progress = progressOf(company)
  const isShort = shortnessOf(company)
  const nextReturn = returnsOf(company)
  for (const [i, minutesAgo] of momentsOf(company, today).entries()) {
    const draw = chance(i)
    const count = lineCount(below(draw, 100))
    const chosen = new Map<string, DemoOrder['lines'][number]>()
    const items: DemoItem[] = []
    let canWait = true
    for (let attempt = 0; chosen.size < count; attempt++) {
      const lineDraw = splitmix(lineChance(i), BigInt(attempt))
      // One line in fifty asks for an item that is sold out.
      const isSoldOut = below(lineDraw, 50, 40) === 0
      const index = isSoldOut
        ? soldOutEvery * (1 + below(lineDraw, soldOut, 16)) - 1
        : indexAt(rankOf(lineDraw))
      const one = item(index)
      const { sku, price, tracking, canBackorder } = one
      if (chosen.has(sku)) continue
      // Now and then a business orders more than there is.
      const many = i % bulkEvery === 5 && chosen.size === 0 ? bulk : 1
      const qty = tracking === 'serial' ? 1 : many * unitsOf(below(lineDraw, 100, 24))
      canWait &&= canBackorder
      chosen.set(sku, { sku, qty, cents: price, isShort: isShort(i, chosen.size) })
      items.push(one)
    }
    const state = stateOf(i)
    const onItsWay = state === 'confirmed' ? progress(i, minutesAgo) : undefined
    yield {
      customer: below(draw, customers, 8),
      channel: below(draw, 100, 36) < 85 ? 'shop' : 'manual',
      minutesAgo,
      dueInDays: onItsWay ? promisedIn(minutesAgo, draw) : dueInDays(i, minutesAgo, draw),
      priority: below(draw, 100, 28) < 8 ? 8 : 5,
      // Anything that may not wait would refuse the whole order.
      mode: canWait ? 'backorder' : 'cancel_rest',
      state,
      hold:
        state === 'on_hold' ? holdKinds[Math.trunc(i / holdEvery) % holdKinds.length] : undefined,
      isPaid: below(draw, 100, 32) < 90,
      lines: [...chosen.values()],
      progress: onItsWay,
      returned: nextReturn(i, items, onItsWay?.deliveredAgo),
    }
  }
}

/** Returns in how many days a fulfilled order is due: two to four days after it was placed. */
const promisedIn = (minutesAgo: number, draw: bigint) =>
  2 + below(draw, 3, 20) - Math.trunc(minutesAgo / minutesOfDay)

/** Returns in how many days an untouched order is due. Forgotten orders and one in twelve others are late. */
function dueInDays(i: number, minutesAgo: number, draw: bigint): number | undefined {
  const daysAgo = Math.trunc(minutesAgo / minutesOfDay)
  if (daysAgo >= promisedDays) return undefined
  const isLate = daysAgo >= 2 && (isForgotten(i) || below(draw, 12, 44) === 0)
  return isLate ? -1 - below(draw, daysAgo - 1, 20) : 1 + below(draw, 5, 20)
}

const minutesOfDay = 24 * 60

/** One customer for about eight orders. */
export const countCustomers = ({ orders }: DemoCompany) => Math.max(1, Math.trunc(orders / 8))

function lineCount(draw: number): number {
  let rest = draw
  const index = lineShares.findIndex((share) => (rest -= share) < 0)
  return index + 1
}

const unitsOf = (draw: number) => (draw < 82 ? 1 : draw < 94 ? 2 : 3 + (draw % 4))

const bulkEvery = 29
const bulk = 24

/** 3 % on hold, 2.5 % cancelled and 4 % drafts, so even a small workspace has each of them. */
const holdEvery = 33
const stateOf = (i: number): DemoOrder['state'] =>
  i % holdEvery === 7
    ? 'on_hold'
    : i % 40 === 11
      ? 'cancelled'
      : i % 25 === 3
        ? 'draft'
        : 'confirmed'
