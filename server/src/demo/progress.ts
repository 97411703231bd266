import type { ReturnState } from '@stowage/contract/orders/returns'
import type { DispositionKind, ReturnCondition } from '@stowage/contract/orders/return-inputs'
import { below, chanceOf, pick } from './chance.ts'
import type { DemoCompany } from './company.ts'
import type { DemoItem } from './items.ts'

/* How far orders come after their confirmation. Times are minutes before today. */

/** Steps an order can wait for, the newest orders first. */
const stages = ['to_release', 'to_pick', 'to_pack', 'to_ship', 'to_collect'] as const
type Stage = (typeof stages)[number] | 'collected'

export type DemoProgress = {
  /** Step the order waits for; `collected` if it left with its carrier. */
  until: Stage
  carrier: 'Parcel Post' | 'Swift Freight'
  releasedAgo: number
  pickedAgo: number
  packedAgo: number
  shippedAgo: number
  /** Undefined for an order that is still on its way. */
  deliveredAgo: number | undefined
}

/** Return of an order: some pieces of one of its lines. */
export type DemoReturn = {
  sku: string
  until: Exclude<ReturnState, 'expired'>
  reasonCode: 'wrong_item' | 'damaged'
  condition: ReturnCondition
  disposition: DispositionKind
  receivedAgo: number
}

const minutesOfDay = 24 * 60

/**
 * Returns how far the order with this number comes if it is confirmed, the oldest being number 0; undefined for one
 * that nobody touches. Of the newest, some wait for each step, and every second one before them is shipped.
 */
export function progressOf({ seed, platform, orders, fulfilled, waiting }: DemoCompany) {
  const chance = chanceOf(seed, platform, 'order progress')
  const until = (age: number): Stage => {
    let rest = age
    for (const stage of stages) if ((rest -= waiting[stage]) < 0) return stage
    return 'collected'
  }
  return (i: number, minutesAgo: number): DemoProgress | undefined => {
    const age = orders - 1 - i
    if (age >= fulfilled || isForgotten(i)) return undefined
    const draw = chance(i)
    const stage = until(age)
    // The promised day of the others is yet to come.
    if (stage === 'collected' && i % 2 === 1) return undefined
    // Orders that wait for their carrier were packed within hours.
    const wanted =
      stage === 'to_collect'
        ? minutesAgo - 20 - below(draw, 300)
        : 90 + below(draw, 900) + below(draw, 6, 20) * 150
    const took = Math.max(0, Math.min(wanted, Math.trunc((minutesAgo * 3) / 4)))
    const after = (quarters: number) => minutesAgo - Math.trunc((took * quarters) / 4)
    const deliveredAgo = after(4) - minutesOfDay - below(draw, 2 * minutesOfDay, 32)
    return {
      until: stage,
      carrier: below(draw, 10, 44) < 7 ? 'Parcel Post' : 'Swift Freight',
      releasedAgo: after(1),
      pickedAgo: after(2),
      packedAgo: after(3),
      shippedAgo: after(4),
      deliveredAgo: stage === 'collected' && deliveredAgo > 0 ? deliveredAgo : undefined,
    }
  }
}

/** Checks whether an order is one of the few left behind: they are late. */
export const isForgotten = (i: number) => i % 37 === 5

/** Lines per thousand for which the first location is found empty. */
const shortPerThousand = 8

/** Returns a function that checks whether the picker of a line finds nothing. */
export function shortnessOf({ seed, platform }: DemoCompany) {
  const chance = chanceOf(seed, platform, 'short pick')
  return (order: number, line: number) => below(chance(order * 8 + line), 1_000) < shortPerThousand
}

/** States that returns reach, in turn, so even a few are in every state. */
const ends = [
  'received',
  'authorized',
  'closed',
  'inspected',
  'requested',
  'closed',
  'rejected',
  'closed',
  'received',
  'closed',
  'authorized',
  'closed',
  'cancelled',
] as const
/** Dispositions of returned items, in percent. */
const dispositions = [
  ['restock', 72],
  ['refurbish', 8],
  ['quarantine', 5],
  ['scrap', 10],
  ['return_to_vendor', 5],
] as const

/** Draws what comes back of delivered orders, in their order. */
export function returnsOf({ seed, platform }: DemoCompany) {
  const chance = chanceOf(seed, platform, 'return')
  // A few orders would have too few returns to show each state.
  const factor = 8
  let count = 0
  return (
    order: number,
    items: readonly DemoItem[],
    deliveredAgo: number | undefined,
  ): DemoReturn | undefined => {
    if (deliveredAgo === undefined) return undefined
    const item = items.find(
      ({ returnPercent, unit, tracking }, k) =>
        unit === 'each' &&
        tracking === 'none' &&
        below(chance(order * 8 + k), 100) < factor * returnPercent,
    )
    if (!item) return undefined
    const draw = chance(order * 8 + 7)
    const until = ends[count++ % ends.length] ?? 'closed'
    let rest = below(draw, 100, 8)
    const [disposition] = dispositions.find(([, share]) => (rest -= share) < 0) ?? dispositions[0]
    const isBroken = disposition !== 'restock'
    return {
      sku: item.sku,
      until,
      reasonCode: isBroken ? 'damaged' : 'wrong_item',
      condition: isBroken ? pick(draw, ['damaged', 'used'], 40) : pick(draw, ['new', 'opened'], 40),
      disposition,
      receivedAgo: Math.trunc(deliveredAgo / 2),
    }
  }
}
