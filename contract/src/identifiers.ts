import { decimalMarks, type DecimalMark } from './numbers.ts'

/*
 * Identifiers as files hold them: order numbers, SKUs, barcodes, codes, phone numbers and postal codes.
 * They are texts, but spreadsheets and scripts write them as numbers:
 *
 * - `="00123"` and `'00123` are the text 00123, whatever it looks like.
 * - `1001.0` is 1001. `1,234,567` and `1’234’567` are 1234567. Of a point or a space between groups of three nobody
 *   knows whether it is part of the code; it is read where the decimal mark of the file is known, else refused.
 * - `4.5079E+4` is 45079. `4.50789E+11` has lost its last digits and is refused, as is `#N/A`.
 */

export type ReadIdentifier = { value: string } | { problem: string }

/** Phone numbers and postal codes have spaces of their own, phone numbers points, too. */
export type IdentifierKind = 'code' | 'postal' | 'phone'

type Options = { kind?: IdentifierKind | undefined; decimalMark?: DecimalMark | undefined }

const literal = /^="((?:[^"]|"")*)"$/
const spreadsheetError = /^#(?:N\/[AD]|NV|#+|[\p{Lu}/0-9]{2,12}[!?])$/u
const scientific = /^(\d+)(?:[.,٫](\d+))?\s?(?:[eE]|[×xX]\s?10\s?\^)\s?(\+?)\s?(\d{1,3})$/
const withZeros = /^(\d+)[.,٫]0{1,2}$/
const grouped = /^\d{1,3}(?:([.,٬'’ \u00a0\u2009\u202f])\d{3})(?:\1\d{3})*$/
/** Lakhs, as India writes them. */
const inLakhs = /^\d{1,2}(?:(,)\d{2})+,\d{3}$/
/** A long number a spreadsheet has kept 15 digits of. */
const longestExact = 15

const problem = (text: string): ReadIdentifier => ({ problem: text })

const western = (text: string) =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))

/** Reads an identifier from a cell. `problem` is a sentence that says why it cannot be known. */
export function readIdentifier(cell: string, options: Options = {}): ReadIdentifier {
  const text = cell.trim()
  if (text.startsWith("'")) return { value: text.slice(1).trim() }
  const inside = literal.exec(text)?.[1]
  if (inside !== undefined) return { value: inside.replaceAll('""', '"').trim() }
  if (spreadsheetError.test(text))
    return problem('The spreadsheet shows an error in this cell. Enter the value')
  const number = western(text)
  const [, whole, decimals = '', sign, exponent] = scientific.exec(number) ?? []
  // `1E10` can be a code: spreadsheets write a sign, and scripts a decimal mark.
  if (whole !== undefined && (sign !== '' || decimals !== ''))
    return restored(whole, decimals, Number(exponent))
  const digits = withZeros.exec(number)?.[1]
  if (digits !== undefined) return { value: digits }
  const [, mark] = grouped.exec(number) ?? inLakhs.exec(number) ?? []
  return mark === undefined ? { value: text } : ungrouped(text, number, mark, options)
}

/** The number, where the shortened form still has all of its digits. */
function restored(whole: string, decimals: string, exponent: number): ReadIdentifier {
  const count = whole.length + exponent
  if (decimals.length >= exponent && count <= longestExact && /^0*$/.test(decimals.slice(exponent)))
    return { value: whole + decimals.slice(0, exponent) }
  return problem(
    'A spreadsheet has shortened this number. Format the column as text and enter it again',
  )
}

const ownMarks: Record<IdentifierKind, string> = { code: '', postal: ' ', phone: ' .' }

function ungrouped(
  text: string,
  number: string,
  mark: string,
  { kind = 'code', decimalMark }: Options,
): ReadIdentifier {
  if (mark === decimalMark || ownMarks[kind].includes(mark)) return { value: text }
  const digits = number.replace(/\D/g, '')
  const isUnclear = mark === ' ' || (mark === '.' && decimalMark === undefined)
  if (isUnclear)
    return problem(`This can mean ${digits} or ${text}. Enter ${digits}, or '${text} as text`)
  return { value: digits }
}

/** Returns whether a spreadsheet would read this as a formula. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text)

/** Writes an identifier so `readIdentifier` gives it back: with an apostrophe where it looks like a number. */
export function writeIdentifier(text: string): string {
  const isSame = [undefined, ...decimalMarks].every((decimalMark) => {
    const read = readIdentifier(text, { decimalMark })
    return 'value' in read && read.value === text
  })
  return isSame && !isFormula(text) ? text : `'${text}`
}

/** Writes any other text so `readText` gives it back; a spreadsheet does not run it either. */
export const writeText = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** Reads any other text: `="…"` is what it says, and the apostrophe before a formula is not part of it. */
export function readText(cell: string): string {
  const text = cell.trim()
  const inside = literal.exec(text)?.[1]
  if (inside !== undefined) return inside.replaceAll('""', '"').trim()
  return text.replace(/^'(?='*[=+\-@\t\r])/, '')
}

/** Writes a cell of a CSV file so that it is read back unchanged. */
export const writeCell = (cell: string) =>
  isFormula(cell) && !literal.test(cell) ? `'${cell}` : cell
