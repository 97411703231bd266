import type { adjustmentStates } from '@stowage/contract/warehouse/adjustments'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'

type AdjustmentState = (typeof adjustmentStates)[number]

/** The states that can follow each state of an adjustment. */
export const adjustmentTransitions: Record<AdjustmentState, readonly AdjustmentState[]> = {
  draft: ['posted', 'pending_approval', 'cancelled'],
  pending_approval: ['posted', 'draft'],
  posted: ['reversed'],
  cancelled: [],
  reversed: [],
}

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
