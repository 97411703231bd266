import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Bucket } from './bucket-queries.ts'

export type AdjustmentState = 'draft' | 'pending_approval' | 'posted' | 'cancelled' | 'reversed'

/** Where an adjustment can go from each state. */
export const adjustmentSteps: Record<AdjustmentState, readonly AdjustmentState[]> = {
  draft: ['posted', 'pending_approval', 'cancelled'],
  pending_approval: ['posted', 'draft'],
  posted: ['reversed'],
  cancelled: [],
  reversed: [],
}

/** A line by what it says: a difference, or a number compared with the one that was expected. */
export type Correction = { quanta: bigint; expected: bigint | null }

/** The difference a line asks for, if what it expects is what is there. */
export const deltaOf = ({ quanta, expected }: Correction): bigint => quanta - (expected ?? 0n)

type Reason = { state: string; applies: readonly string[]; requiresNote: boolean; name: string }

/** Why this reason cannot be given for these differences, if it cannot. */
export function refusalOfReason(
  reason: Reason | undefined,
  deltas: readonly bigint[],
  note: string,
): { code: 'reason_unknown' | 'note_required'; message: string } | undefined {
  if (reason?.state !== 'active')
    return { code: 'reason_unknown', message: 'This reason doesn’t exist.' }
  const needed = [
    ...(deltas.some((delta) => delta > 0n) ? ['adjust_up'] : []),
    ...(deltas.some((delta) => delta < 0n) ? ['adjust_down'] : []),
  ]
  const missing = needed.find((use) => !reason.applies.includes(use))
  if (missing !== undefined)
    return {
      code: 'reason_unknown',
      message: `“${reason.name}” can’t be used to ${missing === 'adjust_up' ? 'increase' : 'decrease'} stock.`,
    }
  if (reason.requiresNote && note === '')
    return { code: 'note_required', message: `“${reason.name}” needs a note.` }
  return undefined
}

type Worth = { qty: bigint; value: bigint }

/**
 * What the differences are worth in micros at the average cost, ups and downs added, so that one
 * cannot hide the other; half a micro counts as one. What has no cost yet is worth nothing.
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

type EditedLine = {
  sku: string
  qtyScale: number
  place: { code: string }
  status: string
  mode: string
  quanta: string
  expected: string | null
}
type Edited = {
  reasonCode: string
  note: string
  effectiveAt: string | null
  lines: readonly EditedLine[]
}

/** What an edit has changed of a draft, for the audit log; a line in words. */
export function changedFields(
  before: Edited,
  after: Edited,
): Record<string, { from: unknown; to: unknown }> {
  const fieldsOf = ({ reasonCode, note, effectiveAt, lines }: Edited) => ({
    reasonCode,
    note,
    effectiveAt,
    lines: lines.map(wordsOf),
  })
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const names = Object.keys(from) as (keyof typeof from)[]
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
      .map((name) => [name, { from: from[name], to: to[name] }]),
  )
}

function wordsOf({ sku, qtyScale, place, status, mode, quanta, expected }: EditedLine): string {
  const qty = fromQuanta(quanta, qtyScale)
  const counted = expected === null ? '' : `, expected ${fromQuanta(expected, qtyScale)}`
  return `${sku} at ${place.code}, ${status}: ${mode} ${qty}${counted}`
}
