import type { OrderState, Share } from '@stowage/contract/orders/orders'
import { microsOf, type Fraction } from '@stowage/contract/warehouse/quantities'
import { numbersLike } from '../../workspace/numbers/rules.ts'
import { canonical } from '../customers/rules.ts'

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

/** The names of the values that differ from what is stored. */
export const changedValues = <Values extends object>(
  before: { [Name in keyof Values]: unknown },
  after: Values,
): (keyof Values & string)[] =>
  (Object.keys(after) as (keyof Values & string)[]).filter(
    (name) => canonical(before[name]) !== canonical(after[name]),
  )

/** How much of an order is promised: of what is neither cancelled nor shipped, nothing, a part or all. */
export function reservationStateOf(promised: bigint, backordered: bigint): Share {
  if (promised === 0n) return 'none'
  return backordered === 0n ? 'full' : 'partial'
}

type Priced = { qty: string; unitPrice?: string | undefined; discount: string; tax: string }

/** The amount of a line in millionths of the currency: price times quantity, rounded once, and its parts. */
export function amountsOf({ qty, unitPrice, discount, tax }: Priced) {
  const [whole = '', decimals = ''] = qty.split('.')
  const scale = 10n ** BigInt(decimals.length)
  const gross =
    unitPrice === undefined ? 0n : roundTo(microsOf(unitPrice) * BigInt(whole + decimals), scale)
  return { gross, discount: microsOf(discount), tax: microsOf(tax) }
}
export type Amounts = ReturnType<typeof amountsOf>

type Kept = { qty: string; cancelled: string; total: string; discount: string; tax: string }

/**
 * The amounts of what is still wanted of a stored line, whose own amounts are of all that was ordered: in
 * proportion to the quantity, each rounded once, so that it is the same in how many steps it was cancelled.
 */
export function wantedAmounts({ qty, cancelled, total, discount, tax }: Kept): Amounts {
  const ordered = BigInt(qty)
  const shareOf = (amount: bigint) => roundTo(amount * (ordered - BigInt(cancelled)), ordered)
  return {
    gross: shareOf(BigInt(total) + BigInt(discount)),
    discount: shareOf(BigInt(discount)),
    tax: shareOf(BigInt(tax)),
  }
}

/** What a stored line costs: quanta of an item, at a price in micros for one `unit` of it. */
export const grossOf = (unitPrice: bigint, quanta: bigint, qtyScale: number, unit: Fraction) =>
  roundTo(unitPrice * quanta * unit.denominator, unit.numerator * 10n ** BigInt(qtyScale))

/**
 * The totals of an order in millionths of the currency. Each sum is rounded once to the smallest unit of
 * the currency, which has `decimals` places, halves away from zero; the total is what they add up to.
 */
export function totalsOf(lines: readonly Amounts[], decimals: number) {
  const unit = 10n ** BigInt(6 - Math.min(decimals, 6))
  const sum = (name: keyof Amounts) =>
    roundTo(
      lines.reduce((all, line) => all + line[name], 0n),
      unit,
    ) * unit
  const [subtotal, discount, tax] = [sum('gross'), sum('discount'), sum('tax')]
  return { subtotal, discount, tax, total: subtotal - discount + tax }
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

/** Divides and rounds halves away from zero; nothing here is negative. */
const roundTo = (value: bigint, by: bigint) => (2n * value + by) / (2n * by)

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
