import type { Bucket } from './correction-queries.ts'
import type { StockLine } from './lines.ts'

/** A line by what it says: a difference, or a number compared with the one that was expected. */
export type Correction = { quanta: bigint; expected: bigint | null }

/** A line of a correction; `expected` is the quantity that was seen when it was counted. */
export type CorrectionLine = StockLine & {
  serial: { serialId: string; code: string } | null
  mode: 'delta' | 'set'
  expected: string | null
}

/** Converts the quantities of a line to numbers. */
export const correctionOf = ({ quanta, expected }: CorrectionLine): Correction => ({
  quanta: BigInt(quanta),
  expected: expected === null ? null : BigInt(expected),
})

/** The difference a line asks for, if what it expects is what is there. */
export const deltaOf = ({ quanta, expected }: Correction): bigint => quanta - (expected ?? 0n)

type Worth = { qty: bigint; value: bigint }

/**
 * Returns the value of the differences in micros at the average cost, increases and decreases added so that
 * one cannot hide the other; half a micro is rounded up. Items without a cost count as zero.
 */
export const worthOf = (
  deltas: readonly { variantId: string; delta: bigint }[],
  worth: ReadonlyMap<string, Worth>,
): bigint =>
  deltas.reduce((sum, { variantId, delta }) => {
    const { qty, value } = worth.get(variantId) ?? { qty: 0n, value: 0n }
    const size = delta < 0n ? -delta : delta
    return qty === 0n ? sum : sum + (2n * value * size + qty) / (2n * qty)
  }, 0n)

/** By bucket or item: the sum of what several lines do to it. */
export function summed<T extends { delta: bigint }>(
  lines: readonly T[],
  keyOf: (line: T) => string,
): { first: T; delta: bigint }[] {
  const sums = new Map<string, { first: T; delta: bigint }>()
  for (const line of lines) {
    const sum = sums.get(keyOf(line))
    sums.set(
      keyOf(line),
      sum ? { ...sum, delta: sum.delta + line.delta } : { first: line, delta: line.delta },
    )
  }
  return [...sums.values()]
}

/** Quanta that are missing in a bucket for this difference; zero when it has enough. */
export function missingIn({ onHand, allocated }: Bucket, delta: bigint): bigint {
  const short = allocated - onHand - delta
  return delta < 0n && short > 0n ? short : 0n
}
