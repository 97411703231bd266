import type { OrderState, Share } from '@stowage/contract/orders/orders'
import { numbersLike } from '../../workspace/documents/number-rules.ts'

/** The states that can follow each state of an order. */
export const orderTransitions: Record<OrderState, readonly OrderState[]> = {
  draft: ['confirmed', 'cancelled'],
  confirmed: ['released', 'on_hold', 'cancelled'],
  on_hold: ['confirmed', 'cancelled'],
  released: ['in_fulfillment', 'confirmed', 'on_hold', 'cancelled'],
  in_fulfillment: ['partially_shipped', 'shipped', 'cancelled'],
  partially_shipped: ['shipped', 'closed_short'],
  shipped: ['completed'],
  completed: [],
  closed_short: [],
  cancelled: [],
}

/** How much of an order is promised: of what is neither cancelled nor shipped, nothing, a part or all. */
export function reservationStateOf(promised: bigint, backordered: bigint): Share {
  if (promised === 0n) return 'none'
  return backordered === 0n ? 'full' : 'partial'
}

/** How many decimals amounts of a currency have, such as 2 for EUR and 0 for JPY. */
export function decimalsOf(currency: string): number {
  const known = decimals.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const found = format.resolvedOptions().maximumFractionDigits ?? 2
  decimals.set(currency, found)
  return found
}
/** By currency, because a formatter takes longer to make than an order to add up. */
const decimals = new Map<string, number>()

/** Returns which numbers of orders a search means. */
export const numbersOf = (q: string) => numbersLike('SO', q)

/**
 * Returns how the number of a shop may be spelled: as it is typed, in capitals or small letters, and with or without
 * the `#` that shops show before it.
 */
export function externalNumbersOf(q: string): string[] {
  const bare = q.trim().replace(/^#+/, '')
  const typed = bare === '' ? [q.trim()] : [bare, `#${bare}`]
  return [
    ...new Set(typed.flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()])),
  ].filter((text) => text !== '')
}

/** When an order was promised to ship, as the list asks for it. */
export type Promised = 'overdue' | 'day' | 'week' | 'none'

const minute = 60_000
const hour = 60 * minute

/** Returns the filters of the list for a promised time, seen from `at`. */
export function dueFilters(promised: Promised | undefined, at: Date): Record<string, string> {
  // By the minute, so that the total of a list is asked for once in it (`countOnce`).
  const minuteBegan = at.getTime() - (at.getTime() % minute)
  const inHours = (count: number) => new Date(minuteBegan + count * hour).toISOString()
  switch (promised) {
    case undefined:
      return {}
    case 'overdue':
      return { dueBefore: inHours(0) }
    case 'day':
      return { dueFrom: inHours(0), dueBefore: inHours(24) }
    case 'week':
      return { dueFrom: inHours(0), dueBefore: inHours(7 * 24) }
    case 'none':
      return { withoutDue: 'yes' }
  }
}
