import type { MeasureUnit } from '@stowage/contract/workspace/imports'

type Unit = {
  /** Grams or millimetres of one, as a fraction. */
  numerator: bigint
  denominator: bigint
  /** Never a whole number of grams or millimetres, so the nearest is taken. */
  isRounded: boolean
}

const metric = (numerator: bigint): Unit => ({ numerator, denominator: 1n, isRounded: false })
const imperial = (numerator: bigint, denominator: bigint): Unit => ({
  numerator,
  denominator,
  isRounded: true,
})

/** The ounce, the pound and the inch as the agreement of 1959 defines them. */
const units: Record<MeasureUnit, Unit> = {
  g: metric(1n),
  kg: metric(1000n),
  oz: imperial(28_349_523_125n, 1_000_000_000n),
  lb: imperial(45_359_237n, 100_000n),
  mm: metric(1n),
  cm: metric(10n),
  m: metric(1000n),
  in: imperial(254n, 10n),
}

/**
 * Converts a decimal text to whole grams or millimetres without floating point. What a metric unit cannot say
 * in whole ones is answered with the two nearest values in that unit.
 */
export function inWhole(
  text: string,
  unit: MeasureUnit,
): { value: number } | { nearest: [string, string] } {
  const [whole = '', decimals = ''] = text.split('.')
  const { numerator, denominator, isRounded } = units[unit]
  const dividend = BigInt(whole + decimals) * numerator
  const divisor = denominator * 10n ** BigInt(decimals.length)
  const [quotient, rest] = [dividend / divisor, dividend % divisor]
  if (rest === 0n) return { value: Number(quotient) }
  if (isRounded) return { value: Number(quotient + (rest * 2n >= divisor ? 1n : 0n)) }
  return { nearest: [inUnit(quotient, numerator), inUnit(quotient + 1n, numerator)] }
}

/** Formats grams or millimetres in a metric unit that has `size` of them. */
function inUnit(quotient: bigint, size: bigint): string {
  const places = String(size).length - 1
  if (places === 0) return String(quotient)
  const digits = String(quotient).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
}
