import { microsOf, plainMoney, share } from '@stowage/contract/warehouse/quantities'
import type { LineRow } from './queries.ts'
import { changedValues } from '../../workspace/records/rules.ts'
import { decimalsOf } from './rules.ts'

/** An exact amount: `n / d` millionths of a currency. */
type Amount = { n: bigint; d: bigint }

const none: Amount = { n: 0n, d: 1n }
const amountOf = (micros: bigint | string): Amount => ({ n: BigInt(micros), d: 1n })
const plus = (a: Amount, b: Amount): Amount =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d }
const minus = (a: Amount, b: Amount): Amount => plus(a, { n: -b.n, d: b.d })
const times = (a: Amount, n: bigint, d: bigint): Amount => ({ n: a.n * n, d: a.d * d })
const isLess = (a: Amount, b: Amount) => a.n * b.d < b.n * a.d
const least = (a: Amount, b: Amount) => (isLess(b, a) ? b : a)

/** Rounds to whole `unit`s, halves away from zero; no amount is negative. */
const rounded = ({ n, d }: Amount, unit = 1n): bigint =>
  ((2n * n + d * unit) / (2n * d * unit)) * unit

/** Adds up exactly. Amounts of one denominator first, because most lines have the same. */
function sumOf(amounts: readonly Amount[]): Amount {
  const byDenominator = new Map<bigint, bigint>()
  for (const { n, d } of amounts) byDenominator.set(d, (byDenominator.get(d) ?? 0n) + n)
  return [...byDenominator].map(([d, n]) => ({ n, d })).reduce(plus, none)
}

type Priced = Pick<LineRow, 'qty' | 'qtyScale' | 'unitNumerator' | 'unitDenominator' | 'unitPrice'>
type Costed = Priced & Pick<LineRow, 'cancelled' | 'discount' | 'tax'>

/**
 * Returns the amount of the whole ordered quantity of a line. Its price is per unit in which it was entered.
 */
function grossOf({ qty, qtyScale, unitNumerator, unitDenominator, unitPrice }: Priced): Amount {
  if (unitPrice === null) return none
  const n = BigInt(unitPrice) * BigInt(qty) * BigInt(unitDenominator)
  return { n, d: BigInt(unitNumerator) * 10n ** BigInt(qtyScale) }
}

/** The discount of a line; one that equals the amount as it is shown takes all of it and no more. */
const discountOf = (line: Priced & Pick<LineRow, 'discount'>): Amount =>
  least(amountOf(line.discount), grossOf(line))

/**
 * The exact amounts of what is still wanted of a line: its share of what was ordered, so it is the same in how
 * many steps the rest was cancelled.
 */
function wantedOf(line: Costed) {
  const [wanted, ordered] = [BigInt(line.qty) - BigInt(line.cancelled), BigInt(line.qty)]
  return {
    gross: times(grossOf(line), wanted, ordered),
    discount: times(discountOf(line), wanted, ordered),
    tax: times(amountOf(line.tax), wanted, ordered),
  }
}

/** The amounts of what is still wanted of a line, in millionths of the currency, each rounded once. */
export function wantedAmounts(line: Costed) {
  const { gross, discount, tax } = wantedOf(line)
  return {
    discount: rounded(discount),
    tax: rounded(tax),
    total: rounded(minus(gross, discount)),
  }
}

/** Returns the amount of a line without tax, before cancellations, in millionths of the currency. */
export const lineTotal = (line: Priced & Pick<LineRow, 'discount'>): bigint =>
  rounded(minus(grossOf(line), discountOf(line)))

/** The smallest unit of a currency in millionths. */
const unitOf = (currency: string) => 10n ** BigInt(6 - Math.min(decimalsOf(currency), 6))

/** Checks whether the discount of a line exceeds its amount, both exact and as displayed. */
export function isOverDiscounted(
  line: Priced & Pick<LineRow, 'discount'>,
  currency: string,
): boolean {
  const gross = grossOf(line)
  const shown = amountOf(rounded(gross, unitOf(currency)))
  const discount = amountOf(line.discount)
  return isLess(gross, discount) && isLess(shown, discount)
}

/** Charges of an order besides its lines, in millionths of the currency. */
export type Charges = { shippingChargeMicros: string; orderDiscountMicros: string }

export const noCharges: Charges = { shippingChargeMicros: '0', orderDiscountMicros: '0' }

/** The charges of an order as they are stored; those that are not given stay. */
export const chargesOf = (
  {
    shippingCharge,
    orderDiscount,
  }: { shippingCharge?: string | undefined; orderDiscount?: string | undefined },
  before: Charges,
): Charges => ({
  shippingChargeMicros:
    shippingCharge === undefined ? before.shippingChargeMicros : String(microsOf(shippingCharge)),
  orderDiscountMicros:
    orderDiscount === undefined ? before.orderDiscountMicros : String(microsOf(orderDiscount)),
})

/** Checks whether the discount of an order exceeds its lines and shipping, rounded as displayed. */
export function isOrderOverDiscounted(
  lines: readonly Costed[],
  { shippingChargeMicros, orderDiscountMicros }: Charges,
  currency: string,
): boolean {
  const all = sumOf([...lines.map(netOf), amountOf(shippingChargeMicros)])
  return rounded(all, unitOf(currency)) < BigInt(orderDiscountMicros)
}

/** Returns the amount of the whole ordered quantity of a line, without tax. */
const netOf = (line: Costed): Amount => minus(grossOf(line), discountOf(line))

/**
 * The totals of what is still wanted of an order, in millionths of its currency. They are added up exactly, and each
 * is rounded once to the smallest unit of the currency, halves away from zero. The discount of the order follows
 * what is wanted of its lines in proportion; what of it is more than the lines cost is taken off the shipping.
 * Shipping is charged while anything is wanted.
 */
export function totalsOf(lines: readonly Costed[], charges: Charges, currency: string) {
  const wanted = lines.map(wantedOf)
  const gross = sumOf(wanted.map((line) => line.gross))
  const ofLines = sumOf(wanted.map((line) => line.discount))
  const tax = sumOf(wanted.map((line) => line.tax))
  const isWanted = lines.some(({ qty, cancelled }) => qty !== cancelled)
  const shipping = isWanted ? amountOf(charges.shippingChargeMicros) : none
  const discount = plus(ofLines, orderDiscountOf(lines, minus(gross, ofLines), shipping, charges))
  const unit = unitOf(currency)
  return {
    subtotalMicros: String(rounded(gross, unit)),
    discountMicros: String(rounded(discount, unit)),
    shippingMicros: String(rounded(shipping, unit)),
    taxMicros: String(rounded(tax, unit)),
    totalMicros: String(rounded(plus(minus(plus(gross, shipping), discount), tax), unit)),
  }
}

function orderDiscountOf(
  lines: readonly Costed[],
  wanted: Amount,
  shipping: Amount,
  { orderDiscountMicros }: Charges,
): Amount {
  if (orderDiscountMicros === '0') return none
  const ordered = sumOf(lines.map(netOf))
  const discount = amountOf(orderDiscountMicros)
  const ofLines = least(discount, ordered)
  const share = ordered.n === 0n ? none : times(ofLines, wanted.n * ordered.d, wanted.d * ordered.n)
  return plus(share, least(minus(discount, ofLines), shipping))
}

/** New values of an existing line; quantities are quanta, amounts millionths of the currency. */
export type LineValues = Partial<
  Pick<LineRow, 'qty' | 'unitPrice' | 'discount' | 'tax' | 'note' | 'externalLineId' | 'metadata'>
>

/**
 * A line with other values; what is not given stays. Discount and tax follow another quantity in proportion, unless
 * they are given.
 */
export function changedLine(line: LineRow, given: LineValues): LineRow {
  if (changedValues(line, given).length === 0) return line
  const { qty = line.qty } = given
  const follow = (amount: string) => String(share(BigInt(amount), BigInt(qty), BigInt(line.qty)))
  const { discount = follow(line.discount), tax = follow(line.tax) } = given
  const after = { ...line, ...given, qty, discount, tax }
  return { ...after, total: String(lineTotal(after)) }
}

/** Returns the ordered quantity of a line in its unit, as decimal text. */
export const unitQtyOf = ({ qty, qtyScale, unitNumerator, unitDenominator }: Priced): string =>
  plainMoney(
    share(
      BigInt(qty),
      BigInt(unitDenominator) * 10n ** 6n,
      BigInt(unitNumerator) * 10n ** BigInt(qtyScale),
    ),
  )
