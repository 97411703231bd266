import type { Gs1 } from '@stowage/contract/workspace/search'

/** Digits of a trade item number, in the lengths GS1 gives them. */
const gtin = /^(?:\d{8}|\d{12,14})$/

/**
 * True when the last digit of a GTIN is the one the others ask for: from the right, every other digit
 * counts threefold, and all add up to a multiple of ten (GS1 General Specifications, 7.9).
 */
export function hasCheckDigit(code: string): boolean {
  const sum = [...code]
    .toReversed()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}

/**
 * Returns a GTIN in the length in which all of them are compared, 14 digits; null for any other code. A
 * number of 9 to 11 digits is none: adding zeros would make it somebody else's.
 */
export const gtin14Of = (code: string): string | null =>
  gtin.test(code) ? code.padStart(14, '0') : null

const separator = '\u001d'

/** Of each application identifier: how many letters follow, exactly or at most. */
const fields: Readonly<Record<string, { length: number; isFixed?: true }>> = {
  '00': { length: 18, isFixed: true },
  '01': { length: 14, isFixed: true },
  '02': { length: 14, isFixed: true },
  '10': { length: 20 },
  ...Object.fromEntries(
    ['11', '12', '13', '15', '16', '17'].map((name) => [
      name,
      { length: 6, isFixed: true as const },
    ]),
  ),
  '20': { length: 2, isFixed: true },
  '21': { length: 20 },
  '22': { length: 20 },
  '30': { length: 8 },
  '37': { length: 8 },
  '240': { length: 30 },
  '241': { length: 30 },
  '250': { length: 30 },
  '251': { length: 30 },
  '400': { length: 30 },
  '410': { length: 13, isFixed: true },
  '414': { length: 13, isFixed: true },
  '420': { length: 20 },
  ...Object.fromEntries(
    ['310', '311', '312', '313', '320', '330', '340', '392', '393'].flatMap((name) =>
      Array.from({ length: 6 }, (_, decimals) => [
        `${name}${decimals}`,
        name.startsWith('39') ? { length: 15 } : { length: 6, isFixed: true as const },
      ]),
    ),
  ),
}

/** What scanners put in front of a code that is one of GS1. */
const symbology = /^\](?:C1|e0|d2|Q3|J1)/

/**
 * Reads a GS1 code: as scanners send it, with U+001D behind fields of open length, or as people read
 * it, with brackets. `undefined` for what is no GS1 code; `check_digit` for one whose number of an item or of
 * a parcel has a wrong one; `malformed` for what says it is one and then is not: an unknown field, one too
 * short or too long, an impossible day.
 * `year` is this year, which decides the century of a date.
 */
export function readGs1(code: string, year: number): Gs1 | 'malformed' | 'check_digit' | undefined {
  const bare = code.replace(symbology, '')
  const isDeclared = bare !== code || code.includes(separator)
  const isBracketed = /^\(\d{2,4}\)/.test(bare)
  // Without any sign only a number of an item or of a parcel in front is believed.
  if (!isDeclared && !isBracketed && !/^(?:01\d{14}(?:1|2|3|$)|00\d{18}$)/.test(bare))
    return undefined
  const pairs = isBracketed ? fromBrackets(bare) : fromElements(bare)
  const read = (pairs && meaningOf(pairs, year)) ?? 'malformed'
  return typeof read === 'object' || isDeclared || isBracketed ? read : undefined
}

type Pair = readonly [name: string, value: string]

function fromElements(text: string): Pair[] | undefined {
  const pairs: Pair[] = []
  let rest = text.startsWith(separator) ? text.slice(1) : text
  while (rest !== '') {
    const name = [2, 3, 4].map((length) => rest.slice(0, length)).find((one) => fields[one])
    const field = name && fields[name]
    if (!field) return undefined
    const end = rest.indexOf(separator, name.length)
    const last = end === -1 ? rest.length : end
    const value = rest.slice(name.length, field.isFixed ? name.length + field.length : last)
    pairs.push([name, value])
    rest = rest.slice(name.length + value.length)
    if (rest.startsWith(separator)) rest = rest.slice(1)
  }
  return pairs
}

function fromBrackets(text: string): Pair[] | undefined {
  const pairs = [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  const whole = pairs.map(([name, value]) => `(${name})${value}`).join('')
  return whole === text && pairs.every(([name]) => fields[name]) ? pairs : undefined
}

function meaningOf(pairs: readonly Pair[], year: number): Gs1 | 'check_digit' | undefined {
  const found = new Map<string, string>()
  for (const [name, value] of pairs) {
    const field = fields[name]
    const isLong = field?.isFixed
      ? value.length === field.length
      : value.length <= (field?.length ?? 0)
    if (!isLong || value === '' || value.includes(separator)) return undefined
    // The same twice is a repetition, two different ones are damage.
    if (found.has(name) && found.get(name) !== value) return undefined
    found.set(name, value)
  }
  const gtin = found.get('01') ?? found.get('02') ?? null
  const sscc = found.get('00') ?? null
  const count = found.get('37') ?? found.get('30') ?? null
  const numbers = [gtin, sscc].filter((number) => number !== null)
  if (!numbers.every((number) => /^\d+$/.test(number))) return undefined
  if (count !== null && !/^\d+$/.test(count)) return undefined
  const expiry = found.get('17')
  const expiresOn = expiry === undefined ? null : dayOf(expiry, year)
  if (expiresOn === undefined) return undefined
  if (!numbers.every(hasCheckDigit)) return 'check_digit'
  return {
    gtin,
    sscc,
    expiresOn,
    lot: found.get('10') ?? null,
    serial: found.get('21') ?? null,
    count: count === null ? null : String(BigInt(count)),
  }
}

/** YYMMDD as a day; day 00 is the last of the month. Years are those nearest to this one. */
function dayOf(text: string, thisYear: number): string | undefined {
  if (!/^\d{6}$/.test(text)) return undefined
  const [yy, month, day] = [0, 2, 4].map((at) => Number(text.slice(at, at + 2))) as [
    number,
    number,
    number,
  ]
  const century = Math.trunc(thisYear / 100) * 100
  const ahead = yy - (thisYear % 100)
  const year = century + yy + (ahead > 50 ? -100 : ahead < -49 ? 100 : 0)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day > last) return undefined
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day === 0 ? last : day)}`
}
