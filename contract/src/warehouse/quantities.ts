/*
 * Quantities are text outside and whole quanta inside: "2.50" of a variant counted in hundredths
 * is 250n. No number of the language ever holds one.
 */

/** A fraction of one unit in another: a case of twelve is 12/1. */
export type Fraction = { numerator: bigint; denominator: bigint }

/** The base unit itself. */
export const one: Fraction = { numerator: 1n, denominator: 1n }

const pattern = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/

/** True for text that can be a quantity at all, such as `12`, `-3` or `0.250`. */
export const isQuantity = (text: string): boolean => pattern.test(text)

/** The nearest exact quantities, below and above: in the unit, or in base units where it can write neither. */
export type Nearest = { nearest: string[]; isInBaseUnits?: true }

/**
 * `text` of a unit in quanta of a variant with `scale` decimals. Where that is no whole number of
 * quanta, the nearest quantities that are.
 */
export function toQuanta(
  text: string,
  scale: number,
  unit: Fraction = one,
): { quanta: bigint } | Nearest {
  const [, sign, whole = '', decimals = ''] = pattern.exec(text) ?? []
  if (sign === undefined) throw new TypeError(`${text} isn’t a quantity`)
  const typed = BigInt(whole + decimals) * (sign ? -1n : 1n)
  const numerator = typed * unit.numerator * 10n ** BigInt(scale)
  const denominator = unit.denominator * 10n ** BigInt(decimals.length)
  if (numerator % denominator === 0n) return { quanta: numerator / denominator }
  const below = numerator / denominator - (numerator < 0n ? 1n : 0n)
  const around = [below, below + 1n]
  const nearest = around.flatMap((quanta) => inUnit(quanta, scale, unit))
  if (nearest.length > 0) return { nearest }
  return { nearest: around.map((quanta) => fromQuanta(quanta, scale)), isInBaseUnits: true }
}

/** Quanta with exactly `scale` decimals. */
export function fromQuanta(quanta: bigint | string, scale: number): string {
  const value = BigInt(quanta)
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const text =
    scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(digits.length - scale)}`
  return value < 0n ? `-${text}` : text
}

/** Quanta in a unit, if that can be written with six decimals. */
function inUnit(quanta: bigint, scale: number, unit: Fraction): string[] {
  const million = quanta * unit.denominator * 10n ** 6n
  const divisor = unit.numerator * 10n ** BigInt(scale)
  if (million % divisor !== 0n) return []
  const text = fromQuanta(million / divisor, 6)
  return [text.replace(/\.?0+$/, '')]
}

/** An amount of money, such as "12.50", in millionths of its currency. */
export function microsOf(amount: string): bigint {
  const [whole = '', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(6, '0'))
}

/** Millionths of a currency as an amount without needless zeros: 12500000 is "12.5". */
export const plainMoney = (micros: bigint | string): string =>
  fromQuanta(micros, 6).replace(/\.?0+$/, '')

/** `value` x `times` / `by`, halves rounded up; none may be negative. */
export const share = (value: bigint, times: bigint, by: bigint): bigint =>
  (2n * value * times + by) / (2n * by)
