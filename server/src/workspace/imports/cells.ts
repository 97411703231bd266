import { foldKey } from '@stowage/contract/folding'
import { readIdentifier, readText } from '@stowage/contract/identifiers'
import type { ImportField, ImportFormat } from '@stowage/contract/workspace/import-kind'
import type { ImportOptions, MeasureUnit, RowError } from '@stowage/contract/workspace/imports'
import { readNumber as readDecimal } from '@stowage/contract/numbers'
import type { z } from 'zod'
import { controls } from '../../http/parse.ts'
import type { FormatReading } from './format-rules.ts'
import { inWhole } from './measures.ts'
import { readDay, readTime, type CellValue } from './times.ts'

/* How one row is read: by field, with every mistake noted. Pure. */

const longestShown = 100

/** The cells of one row by field, and what is wrong with them. */
export type Reading = {
  cells: ReadonlyMap<string, string>
  errors: RowError[]
  /** Values the row is imported without, and why. */
  hints: RowError[]
  options: ImportOptions
  /** The export the file is of, and why it says the row, or the whole record of it, is left out. */
  format: ImportFormat | null
  skip?: string | undefined
  skipAll?: string | undefined
  /** Texts by field, for rows in which it is blank. */
  fixed: Readonly<Record<string, string>>
}

/** Formats of the cells of a file. */
type Written = {
  fields: readonly ImportField[]
  options: ImportOptions
  fixed?: Readonly<Record<string, string>>
  format?: ImportFormat | null
  readFormat?: ((cells: readonly string[]) => FormatReading) | undefined
}

/** Notes what is wrong with a cell; of several problems the first. */
export function note(
  { cells, errors }: Reading,
  column: string,
  code: RowError['code'],
  message: string,
): undefined {
  if (column !== '' && errors.some((error) => error.column === column)) return undefined
  const value = (cells.get(column) ?? '').slice(0, longestShown)
  errors.push({ column, code, message, value })
}

/** Returns the texts in the mapped columns of a row, without blank cells. */
export function readingOf(
  cells: readonly string[],
  mapping: Readonly<Record<string, number>>,
  width: number,
  { fields, options, fixed = {}, format = null, readFormat }: Written,
): Reading {
  const found = new Map<string, string>()
  const { cells: said = {}, skip, skipAll } = readFormat?.(cells) ?? {}
  const reading: Reading = {
    cells: found,
    errors: [],
    hints: [],
    options,
    format,
    skip,
    skipAll,
    fixed,
  }
  for (const { name, identifier: kind } of fields) {
    const own = said[name] ?? cells[mapping[name] ?? -1] ?? ''
    const cell = own.trim() === '' ? (fixed[name] ?? '') : own
    const { decimalMark } = options
    const text = kind
      ? readIdentifier(cell, { kind, decimalMark: decimalMark ?? undefined })
      : { value: readText(cell) }
    const value = 'value' in text ? text.value : cell.trim()
    if (value !== '') found.set(name, value)
    if ('problem' in text) note(reading, name, 'validation_failed', text.problem)
  }
  for (const [field, text] of found)
    if (text.includes('\u2400') || text.includes('\uFFFD') || controls.test(text))
      note(reading, field, 'validation_failed', 'This cell contains control characters')
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    note(reading, '', 'validation_failed', 'This row has more cells than there are columns')
  return reading
}

/** The cell as the schema makes it; undefined for a blank one and for one that is wrong. */
export function read<S extends z.ZodType>(
  reading: Reading,
  field: string,
  schema: S,
  toValue: (text: string) => unknown = (text) => text,
): z.output<S> | undefined {
  const text = reading.cells.get(field)
  if (text === undefined) return undefined
  const result = schema.safeParse(toValue(text))
  if (result.success) return result.data
  return note(reading, field, 'validation_failed', result.error.issues[0]?.message ?? 'Not valid')
}

/** Returns the key shared by the rows of one group; undefined for a row without a group. */
export function groupKeyOf(
  { reading }: { reading: Reading },
  { field }: { field: string },
): string | undefined {
  const text = reading.cells.get(field)
  return text === undefined ? undefined : foldKey(text)
}

export function requireCell(reading: Reading, field: string, label: string): void {
  if (!reading.cells.has(field)) note(reading, field, 'validation_failed', `${label} is required`)
}

/**
 * A number as people write it, as the decimal text the product keeps, by the rule of
 * `contract/src/numbers.ts`. What can mean two numbers is refused.
 */
export function readNumber(reading: Reading, field: string): string | undefined {
  const text = reading.cells.get(field)
  if (text === undefined) return undefined
  const number = readDecimal(text, reading.options.decimalMark ?? undefined)
  if (number.kind === 'number') return number.value
  const message =
    number.kind === 'ambiguous'
      ? `This can mean ${number.grouped} or ${number.decimal}. Enter ${number.grouped} or ${number.decimal}0`
      : 'Enter a number, such as 12 or 0.5'
  return note(reading, field, 'validation_failed', message)
}

/**
 * A weight or length in the unit of the file, as whole grams or millimetres. Metric units convert exactly or
 * are refused; pounds, ounces and inches never are whole, and are rounded to the nearest.
 */
export function readMeasure<S extends z.ZodType>(
  reading: Reading,
  field: string,
  schema: S,
  unit: MeasureUnit | null,
): z.output<S> | undefined {
  const text = readNumber(reading, field)
  if (text === undefined) return undefined
  const whole = inWhole(text, unit ?? (field.endsWith('_g') ? 'g' : 'mm'))
  if ('value' in whole) return read(reading, field, schema, () => whole.value)
  const nearest = whole.nearest.join(' or ')
  return note(reading, field, 'uom_not_exact', `Nearest: ${nearest} ${unit}`)
}

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'ja'])
const no = new Set(['no', 'n', 'false', '0', 'nein'])

export function readYesNo(reading: Reading, field: string): boolean | undefined {
  const text = reading.cells.get(field)?.toLowerCase()
  if (text === undefined) return undefined
  if (yes.has(text)) return true
  if (no.has(text)) return false
  return note(reading, field, 'validation_failed', 'Enter yes or no')
}

/** A point in time; without an offset it is of the warehouse’s `timezone`. */
export function readMoment<S extends z.ZodType>(
  reading: Reading,
  field: string,
  schema: S,
  timezone: string,
  { isEnd = false } = {},
): z.output<S> | undefined {
  return readAs(reading, field, schema, (text) => readTime(text, timezone, { isEnd }))
}

/** A day, as people write it. */
export function readCalendarDay<S extends z.ZodType>(
  reading: Reading,
  field: string,
  schema: S,
): z.output<S> | undefined {
  return readAs(reading, field, schema, readDay)
}

function readAs<S extends z.ZodType>(
  reading: Reading,
  field: string,
  schema: S,
  toText: (text: string) => CellValue<string>,
): z.output<S> | undefined {
  const text = reading.cells.get(field)
  if (text === undefined) return undefined
  const told = toText(text)
  if ('problem' in told) return note(reading, field, 'validation_failed', told.problem)
  return read(reading, field, schema, () => told.value)
}

/** One of the words, in any case. */
export function readWord<const Word extends string>(
  reading: Reading,
  field: string,
  words: readonly Word[],
): Word | undefined {
  const text = reading.cells.get(field)?.toLowerCase()
  if (text === undefined) return undefined
  const found = words.find((word) => word === text)
  return found ?? note(reading, field, 'validation_failed', `Enter one of: ${words.join(', ')}`)
}

/** Several words in one cell, between commas or semicolons. One that has such a mark is in quotation marks. */
export const wordsIn = (text: string): string[] =>
  [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=[,;]|$)|([^,;]*))(?:[,;]|$)/g)]
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter((word) => word !== '')

/**
 * The state of a record after its row: one that was archived comes back, unless the row says that it is archived, as
 * an export does. Other words are those of other systems.
 */
export function readState(
  reading: Reading,
  field: string,
  was: 'active' | 'archived' | undefined,
): 'active' | 'archived' {
  if (reading.cells.get(field)?.toLowerCase() !== 'archived') return 'active'
  if (was === 'archived') return 'archived'
  const message = was
    ? 'An import doesn’t archive records. Archive it on its page'
    : 'This record is archived and doesn’t exist here. Leave the row out or change the state'
  note(reading, field, 'validation_failed', message)
  return 'active'
}
