/* Quantities stay text on the screen too: what is added here is counted in millionths, as whole numbers. */

const million = 1_000_000n

const inMillionths = (text: string): bigint => {
  const [, sign, whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const value = BigInt(whole) * million + BigInt(decimals.slice(0, 6).padEnd(6, '0'))
  return sign ? -value : value
}

const asText = (value: bigint): string => {
  const size = value < 0n ? -value : value
  const decimals = (size % million).toString().padStart(6, '0').replace(/0+$/, '')
  const text = `${size / million}${decimals && `.${decimals}`}`
  return value < 0n ? `-${text}` : text
}

/** The sum of quantities, without decimals that are not needed. */
export const sumOf = (...quantities: readonly string[]): string =>
  asText(quantities.reduce((sum, one) => sum + inMillionths(one), 0n))

export const minus = (from: string, take: string): string =>
  asText(inMillionths(from) - inMillionths(take))

/** Below zero when `a` is less than `b`, zero when they are the same amount. */
export function compareQuantities(a: string, b: string): -1 | 0 | 1 {
  const difference = inMillionths(a) - inMillionths(b)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

export const isMoreThanZero = (quantity: string) => compareQuantities(quantity, '0') > 0

/** Stock that is not set aside for orders. */
export const freeOf = ({ onHand, allocated }: { onHand: string; allocated: string }) =>
  minus(onHand, allocated)

/** A unit and the base units in one of it: a case of twelve is 12/1. */
export type Unit = { code: string; numerator: string; denominator: string }

/**
 * Converts a quantity of a unit to base units; undefined if the result is not a whole number of millionths.
 */
export function inBaseUnits(
  quantity: string,
  { numerator, denominator }: Unit,
): string | undefined {
  const product = inMillionths(quantity) * BigInt(numerator)
  const divisor = BigInt(denominator)
  return product % divisor === 0n ? asText(product / divisor) : undefined
}

/** The units an item can be counted in, the base unit first. */
export const unitsOf = (item: { unit: string; units: readonly Unit[] }): Unit[] => [
  { code: item.unit, numerator: '1', denominator: '1' },
  ...item.units.filter(({ code }) => code !== item.unit),
]
