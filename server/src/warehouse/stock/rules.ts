import { fromQuanta, share, type Fraction } from '@stowage/contract/warehouse/quantities'
import type { Bucket } from './correction-queries.ts'
import type { StockLine } from './lines.ts'

/** More rows than anybody reads; those beyond are one row. */
const mostRows = 200

/** Rows with their quanta written out; the sum stays what it was. */
export function sharesOf(
  rows: readonly { label: string; qty: string }[],
  scale: number,
): { label: string; qty: string }[] {
  const first = rows.slice(0, rows.length > mostRows ? mostRows - 1 : mostRows)
  const rest = rows.slice(first.length)
  const together = rest.reduce((sum, { qty }) => sum + BigInt(qty), 0n)
  return [
    ...first,
    ...(rest.length > 0 ? [{ label: `${rest.length} more`, qty: String(together) }] : []),
  ].map(({ label, qty }) => ({ label, qty: fromQuanta(qty, scale) }))
}

const dayMs = 86_400_000

/** The dates of so many days up to the one of `at`, oldest first. */
export const daysUpTo = (at: Date, count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    new Date(at.getTime() - (count - 1 - i) * dayMs).toISOString().slice(0, 10),
  )

/** Checks whether a day is over, everywhere on earth. */
export const isOver = (day: string, at: Date): boolean =>
  day < new Date(at.getTime() - dayMs / 2).toISOString().slice(0, 10)

/** Returns the balance at the end of each day, going back from the current one by the changes after it. */
export function balancesOf(
  days: readonly string[],
  now: bigint,
  changes: readonly { day: string; delta: string }[],
): { day: string; quanta: bigint }[] {
  return days.map((day) => ({
    day,
    quanta: changes.reduce(
      (sum, change) => (change.day > day ? sum - BigInt(change.delta) : sum),
      now,
    ),
  }))
}

/** No transaction lives longer than this, so older answers stay as they are. */
const settledAfterMs = 30_000

/**
 * The moment an as-of question means: `known` null is all that is known by now. `settled` is false
 * while a movement stamped before may still be committed. Undefined for a moment that is still to come.
 */
export function momentOf({ at, known }: { at: string; known: string }, now: Date) {
  const moment = new Date(at)
  const learned = known === 'then' ? moment : known === 'now' ? null : new Date(known)
  const latest = Math.max(moment.getTime(), learned?.getTime() ?? 0)
  if (latest > now.getTime()) return undefined
  const settledBefore = now.getTime() - settledAfterMs
  return {
    at: moment,
    known: learned,
    knownAt: learned ?? now,
    settled: learned !== null && latest <= settledBefore,
  }
}

/** Takes quanta of these in their order, up to so many in all; what gives nothing is left out. */
export function takeUpTo<Part extends { free: string }>(
  parts: readonly Part[],
  most: bigint,
): Part[] {
  let left = most
  return parts.flatMap((part) => {
    const free = BigInt(part.free)
    const take = free < left ? free : left
    if (take <= 0n) return []
    left -= take
    return [{ ...part, free: String(take) }]
  })
}

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
 * Returns the value of the differences in micros at the average cost, increases and decreases added so
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
