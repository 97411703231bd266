import type { adjustments } from '@stowage/contract/warehouse/adjustments'
import type { CallOf } from '../../app/transport.ts'
import { ambiguityOf, readQuantity, withoutZeros } from '../../app/quantity.ts'
import { compareQuantities, minus, sumOf } from '../products/quantities.ts'

/** Item and location of a cell. */
export type Subject = {
  variantId: string
  sku: string
  unit: string
  /** Number of decimals in the quantities of the item. */
  scale: number
  locationId: string
  location: string
}

/** A cell that was typed into and not sent yet. */
export type Edit = Subject & {
  /** Ledger quantity when the value was typed. */
  seen: string
  /** As it was understood, or as it stands where it was not. */
  typed: string
  /** Quantity the server found instead of `seen`. */
  now?: string
}

/** By `keyOf`. */
export type Edits = Readonly<Record<string, Edit>>

/** Maximum number of lines of an adjustment, and of edits. */
export const mostSent = 1000

export const keyOf = ({ variantId, locationId }: Pick<Subject, 'variantId' | 'locationId'>) =>
  `${variantId} ${locationId}`

/** Returns the problem of the typed value; undefined if it can be sent. */
export function problemOf({ typed, scale, unit }: Edit): string | undefined {
  const read = readQuantity(typed)
  const meanings = ambiguityOf(typed)
  if (meanings)
    return `"${typed}" can mean ${meanings.map(withoutZeros).join(' or ')}. Type ${meanings.join(' or ')}.`
  if (read === undefined) return `"${typed}" isn’t a quantity. Enter a number, such as 12 or 0.`
  const decimals = withoutZeros(read).split('.')[1]?.length ?? 0
  if (decimals <= scale) return undefined
  return scale === 0
    ? `${unit} is counted in whole numbers.`
    : `${read} has more than ${scale} decimals.`
}

/** Returns the new quantity and the difference. The edit must have no problem. */
export function effectOf({ typed, seen }: Edit) {
  const after = withoutZeros(readQuantity(typed) ?? '0')
  return { before: withoutZeros(seen), after, delta: minus(after, seen) }
}

/** Returns the current ledger quantity of a cell. `onHand` is undefined for a cell that is not loaded. */
export const presentOf = (edit: Edit, onHand: string | undefined) => edit.now ?? onHand ?? edit.seen

/** Somebody has moved something since this was typed. */
export const isStale = (edit: Edit, onHand: string | undefined) =>
  compareQuantities(presentOf(edit, onHand), edit.seen) !== 0

/** Leaves a cell as the ledger has it. */
export function without(edits: Edits, key: string): Edits {
  if (!(key in edits)) return edits
  const { [key]: _, ...rest } = edits
  return rest
}

/** Value typed into a cell. `present` is the ledger quantity of that cell. */
export type Typed = { subject: Subject; present: string; typed: string }

/** Puts these into their cells; what the ledger says already is no change, and no change the same edits. */
export function typedInto(edits: Edits, all: readonly Typed[]): Edits {
  const next = new Map(Object.entries(edits))
  let isSame = true
  for (const { subject, present, typed } of all) {
    const key = keyOf(subject)
    const before = next.get(key)
    const seen = withoutZeros(present)
    const read = readQuantity(typed)
    if (read !== undefined && compareQuantities(read, present) === 0) {
      if (next.delete(key)) isSame = false
    } else if (before?.typed !== typed || before.seen !== seen || before.now !== undefined) {
      next.set(key, { ...subject, seen, typed })
      isSame = false
    }
  }
  return isSame ? edits : Object.fromEntries(next)
}

/** Keeps the typed value although the quantity has changed, and takes the current quantity as seen. */
export function keepEdit(edits: Edits, key: string, onHand: string | undefined): Edits {
  const edit = edits[key]
  if (!edit) return edits
  const { seen: _, now: __, typed, ...subject } = edit
  return typedInto(edits, [{ subject, present: presentOf(edit, onHand), typed }])
}

/** Adds the current quantities of a refusal to the edits. `current` finds them by the index of the line. */
export function found(
  edits: Edits,
  keys: readonly string[],
  current: (at: number, seen: string) => string | undefined,
): Edits {
  const all = { ...edits }
  keys.forEach((key, at) => {
    const edit = all[key]
    const now = edit && current(at, edit.seen)
    if (now !== undefined) all[key] = { ...edit, now: withoutZeros(now) } as Edit
  })
  return all
}

/** The differences added up, by unit: '+3 each'. */
export function sumsOf(edits: readonly Edit[]): { unit: string; delta: string }[] {
  const units = [...new Set(edits.map(({ unit }) => unit))]
  return units.map((unit) => ({
    unit,
    delta: sumOf(...edits.filter((one) => one.unit === unit).map((one) => effectOf(one).delta)),
  }))
}

export type GridWork = { edits: Edits; reason: string; note: string }
export const noWork = (): GridWork => ({ edits: {}, reason: '', note: '' })
export const hasWork = ({ edits }: GridWork) => Object.keys(edits).length > 0

export const bodyOf = (
  { edits, reason, note }: GridWork,
  warehouseId: string,
): CallOf<typeof adjustments.create>['body'] => ({
  warehouseId,
  reasonCode: reason,
  note: note.trim(),
  lines: Object.values(edits).map((edit) => ({
    mode: 'set' as const,
    variantId: edit.variantId,
    locationId: edit.locationId,
    qty: effectOf(edit).after,
    expected: edit.seen,
  })),
})

/** Edits before each step, and edits that were undone. */
export type History = { past: readonly Edits[]; future: readonly Edits[] }
export const noHistory: History = { past: [], future: [] }
const mostRemembered = 200

/** After a step away from `before`. */
export const stepped = ({ past }: History, before: Edits): History => ({
  past: [...past, before].slice(-mostRemembered),
  future: [],
})

type HistoryStep = { history: History; edits: Edits } | undefined

/** One step back from `now`; undefined at the beginning. */
export function undone({ past, future }: History, now: Edits): HistoryStep {
  const edits = past.at(-1)
  return edits && { edits, history: { past: past.slice(0, -1), future: [now, ...future] } }
}

/** One step on again; undefined where nothing was taken back. */
export function redone({ past, future }: History, now: Edits): HistoryStep {
  const [edits, ...rest] = future
  return edits && { edits, history: { past: [...past, now], future: rest } }
}
