import { foldKey } from '@stowage/contract/folding'
import type { ImportOptions, MeasureUnit, RowError } from '@stowage/contract/workspace/imports'
import { readNumber as readDecimal } from '@stowage/contract/numbers'
import type { z } from 'zod'
import { controls } from '../../http/parse.ts'
import { inWhole } from './measures.ts'

/* How one row is read: by field, with every mistake noted. Pure. */

const longestShown = 100

/** The cells of one row by field, and what is wrong with them. */
export type Reading = {
  cells: ReadonlyMap<string, string>
  errors: RowError[]
  options: ImportOptions
}

export function note(
  { cells, errors }: Reading,
  column: string,
  code: RowError['code'],
  message: string,
): undefined {
  const value = (cells.get(column) ?? '').slice(0, longestShown)
  errors.push({ column, code, message, value })
}

/**
 * What the mapped columns of a row hold, without blank cells. The apostrophe that a spreadsheet puts
 * before what it would take for a formula is not part of the text.
 */
export function readingOf(
  cells: readonly string[],
  mapping: Readonly<Record<string, number>>,
  width: number,
  options: ImportOptions,
): Reading {
  const found = new Map<string, string>()
  for (const [field, column] of Object.entries(mapping)) {
    const text = (cells[column] ?? '').trim().replace(/^'(?=[=+\-@\t\r])/, '')
    if (text !== '') found.set(field, text)
  }
  const reading = { cells: found, errors: [], options }
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

/** What the rows of one group share; undefined for a row that is of none. */
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
