import { below, chanceOf, pick } from './chance.ts'
import type { DemoCompany } from './company.ts'
import { itemsOf } from './items.ts'
import { popularity } from './popularity.ts'

/** An order as a shop would send it; quantities are whole units. */
export type DemoOrder = {
  customer: number
  /** Placed so many minutes before now. */
  minutesAgo: number
  /** Promised so many days after it was placed. */
  shipWithin: number
  /** What is not available: it waits, or is cancelled. */
  mode: 'backorder' | 'cancel_rest'
  state: 'draft' | 'confirmed' | 'on_hold' | 'cancelled'
  lines: { sku: string; qty: number; cents: number }[]
}

export type DemoCustomer = { code: string; name: string; city: string; country: string }

type Place = { city: string; country: string }

const firstNames = ['Ada', 'Bruno', 'Clara', 'Dario', 'Edith', 'Farid', 'Greta', 'Hugo'] as const
const lastNames = ['Almeida', 'Berg', 'Costa', 'Duval', 'Ek', 'Fischer', 'Grant', 'Horn'] as const
const places: readonly [Place, ...Place[]] = [
  { city: 'Berlin', country: 'DE' },
  { city: 'Lyon', country: 'FR' },
  { city: 'Porto', country: 'PT' },
  { city: 'Graz', country: 'AT' },
  { city: 'Ghent', country: 'BE' },
]

/** Orders are spread over the last four days. */
const historyMinutes = 4 * 24 * 60

/** How many of a hundred orders have this many lines. */
const lineShares = [58, 22, 9, 5, 3, 3] as const

/** The customers of a company, one for about eight orders. */
export function customersOf({ seed, platform, orders }: DemoCompany): DemoCustomer[] {
  const chance = chanceOf(seed, platform, 'customer')
  return Array.from({ length: Math.max(1, Math.trunc(orders / 8)) }, (_, i) => {
    const draw = chance(i)
    return {
      code: `C-${String(i + 1).padStart(4, '0')}`,
      name: `${pick(draw, firstNames)} ${pick(draw, lastNames, 8)}`,
      ...pick(draw, places, 16),
    }
  })
}

/**
 * The orders of a company, the oldest first. Most ask for one unit of a popular item; a few are drafts, on
 * hold or cancelled, and some of the oldest are late.
 */
export function* ordersOf(company: DemoCompany): Generator<DemoOrder> {
  const { seed, platform, skus, orders } = company
  const { item } = itemsOf(seed, platform)
  const rankOf = popularity(skus)
  const chance = chanceOf(seed, platform, 'order')
  const lineChance = chanceOf(seed, platform, 'order line')
  const customers = customersOf(company).length
  for (let i = 0; i < orders; i++) {
    const draw = chance(i)
    const count = lineCount(below(draw, 100))
    let waiting: DemoOrder['lines'][number] | undefined
    const chosen = new Map<string, DemoOrder['lines'][number]>()
    for (let l = 0; l < count; l++) {
      const lineDraw = lineChance(i * lineShares.length + l)
      // A step that shares no divisor with the number of items spreads the popular ones over the catalog.
      const { sku, price, tracking, canBackorder } = item((rankOf(lineDraw) * 37) % skus)
      const qty = tracking === 'serial' ? 1 : unitsOf(below(lineDraw, 100, 24))
      if (canBackorder) waiting = { sku, qty, cents: price }
      chosen.set(sku, { sku, qty, cents: price })
    }
    yield {
      customer: below(draw, customers, 8),
      minutesAgo: Math.trunc(((orders - i) * historyMinutes) / orders) - below(draw, 10, 16),
      shipWithin: 1 + below(draw, 3, 20),
      state: stateOf(below(draw, 100, 32)),
      mode: waiting ? 'backorder' : 'cancel_rest',
      // Only what can wait is ordered so: anything else that is short would refuse the order.
      lines: waiting ? [waiting] : [...chosen.values()],
    }
  }
}

function lineCount(draw: number): number {
  let rest = draw
  const index = lineShares.findIndex((share) => (rest -= share) < 0)
  return index + 1
}

const unitsOf = (draw: number) => (draw < 82 ? 1 : draw < 94 ? 2 : 3 + (draw % 4))

const stateOf = (draw: number): DemoOrder['state'] =>
  draw < 6 ? 'draft' : draw < 9 ? 'on_hold' : draw < 12 ? 'cancelled' : 'confirmed'
