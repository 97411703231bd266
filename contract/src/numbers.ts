/*
 * Rules by which a number that a person typed or a file holds is read, in forms and in imports alike:
 *
 * - Thousands may be grouped, by one mark throughout: space, apostrophe, point or comma, always in
 *   groups of three. A grouped number may have decimals behind another mark.
 * - `1.234,5`, `1,234.5`, `1.234.567`, `1 234,5`, `0,250` and `1,5` can be read in one way only.
 * - One point or comma with exactly three digits behind it, such as `1.000`, is ambiguous: 1000 to some,
 *   1 to others. It is read only where the decimal mark is known; otherwise the person is asked.
 * - Arabic and Persian digits and marks are read like their Western counterparts.
 */

export const decimalMarks = ['.', ','] as const
export type DecimalMark = (typeof decimalMarks)[number]

export type ReadNumber =
  | { kind: 'number'; value: string }
  /** Both values it can have, as plain decimal texts. */
  | { kind: 'ambiguous'; grouped: string; decimal: string }
  | { kind: 'invalid' }

const invalid: ReadNumber = { kind: 'invalid' }
const grouped = /^(\d{1,3}(?:([ '.,٬])\d{3})(?:\2\d{3})*)(?:([.,٫])(\d{1,6}))?$/
const plain = /^(\d{1,15})(?:([.,٫])(\d{1,6}))?$/
const ambiguous = /^[1-9]\d{0,2}[.,]\d{3}$/

const western = (text: string) =>
  text
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .replace(/[’ʼ]/g, "'")

const valueOf = (whole: string, decimals = ''): ReadNumber => {
  const digits = whole.replace(/^0+(?=\d)/, '')
  if (digits.length > 15) return invalid
  return { kind: 'number', value: decimals === '' ? digits : `${digits}.${decimals}` }
}

/** Reads a number without a sign. `mark` is the decimal mark where it is known. */
export function readNumber(typed: string, mark?: DecimalMark): ReadNumber {
  const text = western(typed)
  if (ambiguous.test(text)) {
    const [whole = '', rest = ''] = text.split(/[.,]/)
    if (mark !== undefined)
      return text.includes(mark) ? valueOf(whole, rest) : valueOf(whole + rest)
    return { kind: 'ambiguous', grouped: whole + rest, decimal: `${whole}.${rest}` }
  }
  const [, whole, decimalMark, decimals] = plain.exec(text) ?? []
  if (whole !== undefined)
    return isOtherMark(decimalMark, mark) ? invalid : valueOf(whole, decimals)
  const [, groups, groupMark, behind, rest] = grouped.exec(text) ?? []
  if (groups === undefined || behind === groupMark || groupMark === mark) return invalid
  if (groups.startsWith('0') || isOtherMark(behind, mark)) return invalid
  return valueOf(groups.replace(/\D/g, ''), rest)
}

/** Checks whether the mark before the decimals differs from the expected decimal mark. */
const isOtherMark = (found: string | undefined, mark: DecimalMark | undefined) =>
  mark !== undefined && found !== undefined && found !== '٫' && found !== mark
