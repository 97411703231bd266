import { share, type Fraction } from '@stowage/contract/warehouse/quantities'

/**
 * Returns the value in micros of quanta of an item with `scale` decimals, when one unit costs `micros`:
 * multiplied first and rounded once, halves up.
 */
export const valueOf = (
  quanta: bigint,
  scale: number,
  micros: bigint,
  { numerator, denominator }: Fraction,
): bigint => share(quanta * micros, denominator, numerator * 10n ** BigInt(scale))

/** The value of a line divided among its pieces: none differs by more than one micro, and their sum is exact. */
export const valueOfPiece = (value: bigint, piece: number, pieces: number): bigint =>
  share(value, BigInt(piece + 1), BigInt(pieces)) - share(value, BigInt(piece), BigInt(pieces))

/** Converts the cost of one unit, in micros, to the cost of one base unit. */
export const costOfBaseUnit = (micros: bigint, { numerator, denominator }: Fraction): bigint =>
  share(micros, denominator, numerator)
