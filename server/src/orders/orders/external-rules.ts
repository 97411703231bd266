import { changedValues } from '../../workspace/records/rules.ts'
import { changedLine, type LineValues } from './amount-rules.ts'
import type { LineRow } from './queries.ts'

/** A line a shop sends, read as a new one, and what of it was given. */
export type SentLine = { line: LineRow; given: LineValues }

export type LineChanges = {
  /** Lines that stay, with their new values and how much more is open; negative for less. */
  kept: { before: LineRow; after: LineRow; more: bigint }[]
  added: LineRow[]
  removed: LineRow[]
  isChanged: boolean
}

/** Counts the given values of a sent line that differ from those of a line. */
const differences = (before: LineRow, { given }: SentLine) => changedValues(before, given).length

/**
 * Compares the lines of an order with those a shop sends. A line stays the same line if its item, its unit and the
 * shop’s id of it do, wherever it is in the list; what was cancelled of it stays cancelled, and what is not given of it
 * stays too. Lines that were added to the order here stay. Quantities are quanta.
 */
export function compareLines(had: readonly LineRow[], sent: readonly SentLine[]): LineChanges {
  const unmatched = [...had]
  const kept: LineChanges['kept'] = []
  const added: LineRow[] = []
  for (const one of sent) {
    const candidates = unmatched
      .filter((before) => isSameLine(before, one.line))
      .toSorted((a, b) => rank(a, one) - rank(b, one))
    const [before] = candidates
    if (!before) {
      added.push(one.line)
      continue
    }
    unmatched.splice(unmatched.indexOf(before), 1)
    kept.push(keep(before, one.given))
  }
  const removed = unmatched.filter(({ isAdded }) => !isAdded)
  const stays = unmatched.filter(({ isAdded }) => isAdded).map((before) => keep(before, {}))
  const isChanged =
    added.length > 0 ||
    removed.length > 0 ||
    kept.some(({ before, after }) => changedValues(before, after).length > 0)
  return { kept: [...kept, ...stays], added, removed, isChanged }
}

const isSameLine = (before: LineRow, { variantId, unit, externalLineId }: LineRow) =>
  before.variantId === variantId &&
  before.unit === unit &&
  (before.externalLineId === null ||
    externalLineId === null ||
    before.externalLineId === externalLineId)

/** The line with the same id of the shop first, then one the shop gave, then the one that differs least. */
const rank = (before: LineRow, one: SentLine) =>
  (before.externalLineId !== null && before.externalLineId === one.line.externalLineId ? 0 : 1000) +
  (before.isAdded ? 100 : 0) +
  differences(before, one)

function keep(before: LineRow, given: LineValues) {
  const changed = changedLine(before, given)
  const isLess = BigInt(changed.qty) < BigInt(before.cancelled)
  const after = { ...changed, cancelled: isLess ? changed.qty : before.cancelled }
  const open = (line: LineRow) => BigInt(line.qty) - BigInt(line.cancelled)
  return { before, after, more: open(after) - open(before) }
}
