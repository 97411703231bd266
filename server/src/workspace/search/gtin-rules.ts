/** Digits of a trade item number, in the lengths GS1 gives them. */
const gtin = /^(?:\d{8}|\d{12,14})$/

/**
 * True when the last digit of a GTIN is the one the others ask for: from the right, every other digit
 * counts threefold, and all add up to a multiple of ten (GS1 General Specifications, 7.9).
 */
export const hasCheckDigit = (code: string): boolean => weightedSum(code) % 10 === 0

const weightedSum = (code: string) =>
  [...code]
    .toReversed()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 1 ? 3 : 1), 0)

const withCheckDigit = (digits: string) =>
  `${digits}${(10 - (weightedSum(`${digits}0`) % 10)) % 10}`

/**
 * Returns a GTIN in the length in which all of them are compared, 14 digits; null for any other code. UPC-E stands for the
 * UPC-A it is short for, an ISBN with hyphens for the number of its barcode. A number of 9 to 11 digits is none: adding
 * zeros would make it somebody else's.
 */
export function gtin14Of(code: string): string | null {
  const digits = isbnOf(code) ?? upcAOf(code) ?? code
  return gtin.test(digits) ? digits.padStart(14, '0') : null
}

/**
 * Returns the twelve digits that the eight of UPC-E stand for (General Specifications, 5.2.2.4); undefined for other codes.
 * Eight digits can be an EAN-8 too. No EAN-8 of GS1 begins with 0; one that begins with 1 is taken for what it is.
 */
function upcAOf(code: string): string | undefined {
  const [, system, a = '', b = '', c = '', d = '', e = '', last = ''] =
    /^([01])(\d)(\d)(\d)(\d)(\d)(\d)\d$/.exec(code) ?? []
  if (system === undefined || (system === '1' && hasCheckDigit(code))) return undefined
  const long =
    {
      0: `${a}${b}${last}0000${c}${d}${e}`,
      1: `${a}${b}${last}0000${c}${d}${e}`,
      2: `${a}${b}${last}0000${c}${d}${e}`,
      3: `${a}${b}${c}00000${d}${e}`,
      4: `${a}${b}${c}${d}00000${e}`,
    }[last] ?? `${a}${b}${c}${d}${e}0000${last}`
  const whole = `${system}${long}${code.slice(-1)}`
  return hasCheckDigit(whole) ? whole : undefined
}

/** Returns the thirteen digits of an ISBN that is written with hyphens or blanks, also of an old one of ten. */
function isbnOf(code: string): string | undefined {
  if (!/^(?:97[89][- ])?\d{1,5}[- ]\d{1,7}[- ]\d{1,7}[- ][\dX]$/.test(code)) return undefined
  const digits = code.replaceAll(/[- ]/g, '')
  if (digits.length === 13) return hasCheckDigit(digits) ? digits : undefined
  const sum = [...digits].reduce(
    (total, digit, i) => total + (10 - i) * (digit === 'X' ? 10 : Number(digit)),
    0,
  )
  return digits.length === 10 && sum % 11 === 0
    ? withCheckDigit(`978${digits.slice(0, 9)}`)
    : undefined
}
