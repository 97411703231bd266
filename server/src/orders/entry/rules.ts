import type { OrderState, Share } from '@stowage/contract/orders/orders'
import { microsOf } from '@stowage/contract/warehouse/quantities'

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
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2

/** Divides and rounds halves away from zero; nothing here is negative. */
const roundTo = (value: bigint, by: bigint) => (2n * value + by) / (2n * by)
