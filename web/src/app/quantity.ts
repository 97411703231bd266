import { readNumber } from '@stowage/contract/numbers'

/**
 * Converts a typed quantity to the decimal text of the contract: `1,5` and `1.5` both become '1.5'. Returns
 * undefined for text that is no quantity or has two readings, such as `1.000`: see `ambiguityOf`.
 */
export function readQuantity(typed: string): string | undefined {
  const read = readNumber(typed)
  return read.kind === 'number' ? read.value : undefined
}

/** Both numbers that what was typed can mean: '1.000' is '1000' or '1.0000'. */
export function ambiguityOf(typed: string): readonly [string, string] | undefined {
  const [, sign = '', amount = ''] = /^([+\-\u2212]?)(.*)$/s.exec(typed.trim()) ?? []
  const read = readNumber(amount)
  return read.kind === 'ambiguous'
    ? [`${sign}${read.grouped}`, `${sign}${read.decimal}0`]
    : undefined
}

/** A quantity as it is put into a field, so it can be read in one way only. */
export const asTyped = (quantity: string) => ambiguityOf(quantity)?.[1] ?? quantity

/** An amount of money as it is put into a field: with two decimals where it has any, '14.9' as '14.90'. */
export const moneyAsTyped = (amount: string) => asTyped(amount.replace(/^(-?\d+\.\d)$/, '$10'))

/** The same for a change, which may have a sign: '-1.5', '3'. */
export function readChange(typed: string): string | undefined {
  const text = typed.trim().replace(/^\u2212/, '-')
  const amount = readQuantity(text.replace(/^[+-]/, ''))
  return amount !== undefined && text.startsWith('-') ? `-${amount}` : amount
}

/** Without the zeros a number of decimals adds: '12.50' is '12.5', '12.00' is '12'. */
export const withoutZeros = (quantity: string) =>
  quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity
