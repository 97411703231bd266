import { measuredBy } from '@stowage/contract/import-kinds'
import type { ImportField } from '@stowage/contract/workspace/import-kind'
import {
  lengthUnits,
  weightUnits,
  type ImportOptions,
  type MatchReason,
} from '@stowage/contract/workspace/imports'
import { decimalMarks, readNumber, type DecimalMark } from '@stowage/contract/numbers'
import { columnKey as keyOf, formatMapping, type Format } from './format-rules.ts'

export type Mapping = Record<string, number>

/** Words by which a kind of file finds the columns of its fields. */
export type ColumnWords = {
  /**
   * Other words people put above a column, by field; case, spaces and marks do not count. The name and the label
   * of the field come first, unless its name stands among them.
   */
  synonyms: Readonly<Record<string, readonly string[]>>
  /** Where a plain `Weight` above a column, of all that stand there, says the unit of this field. */
  plainWeight?(columns: readonly string[]): { field: string; unit: 'kg' } | undefined
  /** Returns which columns are missing besides the required ones, in a sentence. */
  mappingProblem?(mapping: Readonly<Mapping>): string | undefined
}

/** Fields and column names of a kind of file. */
export type Columns = { fields: readonly ImportField[] } & ColumnWords

/** A proposal: the column of each field, and why it is that one. */
type Suggestion = { mapping: Mapping; matched: Record<string, MatchReason> }

/**
 * Returns which column each field is likely read from: the one mapped last time under the same words, else the
 * one whose words are the field's name, its label, or another word for it. The columns of a known export are known,
 * unless somebody has chosen others for the same columns last time.
 */
export function suggestMapping(
  kind: Columns,
  columns: readonly string[],
  last?: { columns: readonly string[]; mapping: Readonly<Mapping> },
  format?: Format,
): Suggestion {
  const keys = columns.map(keyOf)
  const isAsLast = last !== undefined && last.columns.map(keyOf).join() === keys.join()
  if (format && !isAsLast) {
    const mapping = formatMapping(format, columns)
    return { mapping, matched: reasonsFor(mapping, 'format') }
  }
  if (format && isAsLast)
    return { mapping: { ...last.mapping }, matched: reasonsFor(last.mapping, 'last_import') }
  const suggestion: Suggestion = { mapping: {}, matched: {} }
  for (const field of kind.fields) {
    const found = findColumn(field, kind, keys, suggestion.mapping, last)
    if (!found) continue
    suggestion.mapping[field.name] = found.at
    suggestion.matched[field.name] = found.reason
  }
  return suggestion
}

const reasonsFor = (mapping: Readonly<Mapping>, reason: MatchReason) =>
  Object.fromEntries(Object.keys(mapping).map((name) => [name, reason]))

function findColumn(
  field: ImportField,
  kind: Columns,
  keys: readonly string[],
  mapping: Readonly<Mapping>,
  last?: { columns: readonly string[]; mapping: Readonly<Mapping> },
): { at: number; reason: MatchReason } | undefined {
  const { name, label } = field
  const remembered = last && keyOf(last.columns[last.mapping[name] ?? -1] ?? '')
  const words = [remembered, ...wordsOf(field, kind, keys)]
  const taken = Object.values(mapping)
  for (const [i, word] of words.entries()) {
    if (word === undefined || word === '') continue
    const at = keys.indexOf(keyOf(word))
    if (at < 0 || taken.includes(at)) continue
    const isOwnName = [name, label].map(keyOf).includes(keyOf(word))
    return { at, reason: i === 0 ? 'last_import' : isOwnName ? 'name' : 'other_name' }
  }
  return undefined
}

/** The words for a field. A plain `Weight` may be in any unit, unless the whole file says in which. */
function wordsOf(
  { name, label, measure }: ImportField,
  { synonyms, plainWeight }: Columns,
  keys: readonly string[],
): readonly string[] {
  const others = synonyms[name] ?? []
  if (others.includes(name)) return others
  const isPlain = measure === undefined || plainWeight?.(keys)?.field === name
  return [name, ...(isPlain ? [label] : []), ...others]
}

/** The unit that the words above a column end in. */
function unitIn<Unit extends string>(words: string, units: readonly Unit[]): Unit | undefined {
  const names: Record<string, string> = { grams: 'g', gram: 'g', ing: 'g', lbs: 'lb', inches: 'in' }
  const last =
    words
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.at(-1) ?? ''
  return units.find((unit) => unit === (names[last] ?? last))
}

type Last = { columns: readonly string[]; mapping: Readonly<Mapping>; options: ImportOptions }

/**
 * Returns the likely number format of a file: the units as its columns say them, or as they were chosen for
 * the same columns last time; the decimal mark as `rows` show it, where none of them shows another.
 */
export function suggestOptions(
  kind: Columns,
  columns: readonly string[],
  mapping: Readonly<Mapping>,
  rows: readonly (readonly string[])[],
  last?: Last,
): ImportOptions {
  const headOf = (field: string) => columns[mapping[field] ?? -1] ?? ''
  const unitOf = <Unit extends string>(
    fields: readonly string[],
    units: readonly Unit[],
    remembered: Unit | null | undefined,
  ): Unit | null => {
    const mapped = fields.filter((field) => mapping[field] !== undefined)
    const found = mapped.map((field) => unitIn(headOf(field), units)).find((unit) => unit)
    const isSame = mapped.some(
      (field) =>
        last && keyOf(last.columns[last.mapping[field] ?? -1] ?? '') === keyOf(headOf(field)),
    )
    return found ?? (isSame ? remembered : undefined) ?? null
  }
  const plain = kind.plainWeight?.(columns.map(keyOf))
  const isPlain = plain !== undefined && keyOf(headOf(plain.field)) === 'weight'
  return {
    decimalMark: markIn(kind.fields, rows, mapping),
    weightUnit:
      unitOf(measuredBy(kind.fields, 'weight'), weightUnits, last?.options.weightUnit) ??
      (isPlain ? plain.unit : null),
    lengthUnit: unitOf(measuredBy(kind.fields, 'length'), lengthUnits, last?.options.lengthUnit),
  }
}

/** The only mark that all numbers of these rows can be read with; null where it does not matter or is unclear. */
function markIn(
  fields: readonly ImportField[],
  rows: readonly (readonly string[])[],
  mapping: Readonly<Mapping>,
): DecimalMark | null {
  const columns = fields.flatMap(({ name, isNumber, measure }) =>
    isNumber || measure ? (mapping[name] ?? []) : [],
  )
  const isRead = { '.': false, ',': false }
  for (const row of rows)
    for (const at of columns) {
      const text = (row[at] ?? '').trim()
      const fits = decimalMarks.filter((mark) => readNumber(text, mark).kind === 'number')
      const [only] = fits
      if (fits.length === 1 && only !== undefined) isRead[only] = true
    }
  const shown = decimalMarks.filter((mark) => isRead[mark])
  return shown.length === 1 ? (shown[0] ?? null) : null
}

/** Returns which units are missing, in a sentence; undefined if none is. */
export function optionsProblem(
  fields: readonly ImportField[],
  mapping: Readonly<Mapping>,
  { weightUnit, lengthUnit }: ImportOptions,
): string | undefined {
  const has = (names: readonly string[]) => names.some((name) => mapping[name] !== undefined)
  if (has(measuredBy(fields, 'weight')) && weightUnit === null)
    return 'Choose the unit of the weights.'
  if (has(measuredBy(fields, 'length')) && lengthUnit === null)
    return 'Choose the unit of the lengths.'
  return undefined
}

/** Returns what is wrong with a mapping, in a sentence; undefined if it can be used. */
export function mappingProblem(
  { fields, mappingProblem: other }: Columns,
  mapping: Readonly<Mapping>,
  width: number,
  fixed: Readonly<Record<string, string>> = {},
): string | undefined {
  const unknown = [...Object.keys(mapping), ...Object.keys(fixed)].find(
    (name) => !fields.some((field) => field.name === name),
  )
  if (unknown !== undefined) return `The field ${unknown} doesn’t exist.`
  const own = fields.find(({ name, canBeFixed }) => name in fixed && !canBeFixed)
  if (own) return `${own.label} can’t be the same for all rows.`
  const beyond = Object.values(mapping).find((column) => column >= width)
  if (beyond !== undefined) return `The file has no column ${beyond + 1}.`
  const missing = fields.find(
    ({ name, required }) => required && mapping[name] === undefined && !fixed[name],
  )
  if (missing)
    return missing.canBeFixed
      ? `Choose the column for ${missing.label}, or enter it for all rows.`
      : `Choose the column for ${missing.label}.`
  return other?.(mapping)
}

export type State =
  | 'uploaded'
  | 'validated'
  | 'applying'
  | 'done'
  | 'done_with_errors'
  | 'failed'
  | 'cancelled'
  | 'undone'

type Verb = 'validate' | 'apply' | 'cancel' | 'undo'

/** The states each step may be taken from, and the one it leads to. */
const steps: Record<Verb, { from: readonly State[]; to: State }> = {
  validate: { from: ['uploaded', 'validated'], to: 'validated' },
  apply: { from: ['validated'], to: 'applying' },
  cancel: { from: ['uploaded', 'validated'], to: 'cancelled' },
  undo: { from: ['done', 'done_with_errors'], to: 'undone' },
}

export const mayStep = (verb: Verb, state: State): boolean => steps[verb].from.includes(state)
export const stateAfter = (verb: Verb): State => steps[verb].to
/** Returns the states that people can bring a file into from this one. */
export const allowedFrom = (state: State): readonly State[] =>
  Object.values(steps).flatMap(({ from, to }) => (from.includes(state) ? [to] : []))
