import { fromQuanta } from '@stowage/contract/warehouse/quantities'

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

/** No transaction lives longer than this, so that older answers stay as they are. */
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
