import { canonical } from '../customers/rules.ts'
import type { LineRow } from '../entry/queries.ts'

export type LineChanges = {
  /** Lines that stay, with their new values and how much more is open; negative for less. */
  kept: { before: LineRow; after: LineRow; more: bigint }[]
  added: LineRow[]
  removed: LineRow[]
  isChanged: boolean
}

const values = ({ qty, unitPrice, discount, tax, note }: LineRow) =>
  canonical([qty, unitPrice, discount, tax, note])

/**
 * Compares the lines of an order with those a shop sends. A line stays the same line if its item and unit
 * do, wherever it is in the list; what was cancelled of it stays cancelled. Quantities are quanta.
 */
export function compareLines(had: readonly LineRow[], wanted: readonly LineRow[]): LineChanges {
  const unmatched = [...had]
  const kept: LineChanges['kept'] = []
  const added: LineRow[] = []
  for (const line of wanted) {
    const isSame = (one: LineRow) => one.variantId === line.variantId && one.unit === line.unit
    const exact = unmatched.findIndex((one) => isSame(one) && values(one) === values(line))
    const at = exact >= 0 ? exact : unmatched.findIndex(isSame)
    const [before] = at >= 0 ? unmatched.splice(at, 1) : []
    if (before) kept.push(keep(before, line))
    else added.push(line)
  }
  const isChanged =
    added.length > 0 ||
    unmatched.length > 0 ||
    kept.some(({ before, after }) => values(before) !== values(after))
  return { kept, added, removed: unmatched, isChanged }
}

function keep(before: LineRow, { qty, unitPrice, discount, tax, total, note }: LineRow) {
  const cancelled = BigInt(before.cancelled) < BigInt(qty) ? before.cancelled : qty
  const open = (line: { qty: string; cancelled: string }) =>
    BigInt(line.qty) - BigInt(line.cancelled)
  const after = { ...before, qty, cancelled, unitPrice, discount, tax, total, note }
  return { before, after, more: open(after) - open(before) }
}
