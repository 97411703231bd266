import { readNumber } from '@stowage/contract/numbers'
import { microsOf } from '@stowage/contract/warehouse/quantities'
import { note, type Reading } from '../../workspace/imports/cells.ts'
import type { ReadRow } from '../../workspace/imports/kinds.ts'
import type { Charges } from './amount-rules.ts'
import { discountsIncludeLines, hasChargesPerLine } from './import-formats.ts'

/* What the rows of one order say of it beside its lines. Amounts are in millionths of the currency. */

/** Leaves the whole order out where its first row says so. */
export function leaveOut(rows: readonly ReadRow[]): void {
  const reason = rows[0]?.reading.skipAll
  if (reason === undefined) return
  for (const { reading } of rows) {
    reading.skip = reason
    reading.errors.length = 0
  }
}

/** An amount of a cell; zero where it is blank, and where something is wrong with it, which is noted. */
function amountIn(reading: Reading, field: string): bigint {
  const text = reading.cells.get(field)
  if (text === undefined) return 0n
  const number = readNumber(text, reading.options.decimalMark ?? undefined)
  if (number.kind === 'number' && /^\d{1,12}(?:\.|$)/.test(number.value))
    return microsOf(number.value)
  note(reading, field, 'validation_failed', 'Enter an amount, such as 4.90')
  return 0n
}

/**
 * Returns the amount of a row, by which charges of the order are shared. Errors are reported when its line is
 * read.
 */
function worthOf({ cells, options }: Reading): bigint {
  const [qty, price] = ['quantity', 'unit_price'].map((field) => {
    const number = readNumber(cells.get(field) ?? '', options.decimalMark ?? undefined)
    return number.kind === 'number' && number.value.length <= 18 ? microsOf(number.value) : 0n
  })
  return ((qty ?? 0n) * (price ?? 0n)) / 1_000_000n
}

/** Parts of an amount in proportion; the last one gets what division leaves. */
function shares(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  const even = weights.map((_, i) => (i === weights.length - 1 ? amount : 0n))
  if (all === 0n) return even
  let [left, behind] = [amount, all]
  return weights.map((weight) => {
    const share = behind === 0n ? 0n : (left * weight) / behind
    left -= share
    behind -= weight
    return share
  })
}

/**
 * Shipping, discount and tax of an order: of its first row, or of each row its own part. Tax and discount of the order
 * are shared by what its rows cost, so of rows that are left out neither counts.
 */
export function readCharges(rows: readonly ReadRow[]): Charges & { taxes: bigint[] } {
  const [first] = rows
  if (!first) return { shippingChargeMicros: '0', orderDiscountMicros: '0', taxes: [] }
  const { format } = first.reading
  const kept = rows.map(({ reading }) => reading.skip === undefined)
  const weights = rows.map(({ reading }) => worthOf(reading))
  const sumOf = (amounts: readonly bigint[]) =>
    amounts.reduce((sum, amount, i) => sum + (kept[i] ? amount : 0n), 0n)
  const shipping = hasChargesPerLine(format)
    ? sumOf(rows.map(({ reading }) => amountIn(reading, 'shipping_charge')))
    : amountIn(first.reading, 'shipping_charge')
  const ofLines = discountsIncludeLines(format)
    ? rows.reduce((sum, { reading }) => sum + amountIn(reading, 'discount'), 0n)
    : 0n
  const said = amountIn(first.reading, 'order_discount') - ofLines
  const discount = sumOf(shares(said > 0n ? said : 0n, weights))
  return {
    shippingChargeMicros: String(shipping),
    orderDiscountMicros: String(discount),
    taxes: shares(amountIn(first.reading, 'order_tax'), weights),
  }
}
