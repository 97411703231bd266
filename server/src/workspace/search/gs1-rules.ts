import { cleanScan, fieldSeparator as separator, withoutSign } from '@stowage/contract/scan-text'
import type { Gs1 } from '@stowage/contract/workspace/search'
import { hasCheckDigit } from './gtin-rules.ts'

/**
 * Fields of a GS1 code; `item` is the item's own code, where fields of ANSI MH10.8.2 name one instead of a
 * GTIN.
 */
export type ScannedFields = Gs1 & { item: string | null }

/** Length of the value after each application identifier: exact if `isFixed`, else the maximum. */
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

/** The 82 characters of GS1 (General Specifications, figure 7.11-1). Others were no separator, and are damage. */
const gs1Text = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/

/**
 * Reads a GS1 code: as scanners send it, with U+001D behind fields of open length, as people read it, with brackets, as
 * an address (GS1 Digital Link), or as the fields of an ISO/IEC 15434 envelope. `undefined` for what is no GS1 code;
 * `check_digit` for one whose number of an item or of a parcel has a wrong one; `malformed` for what says it is one and
 * then is not: an unknown field, one too short or too long, a character no field may have, an impossible day.
 * `year` is this year, which decides the century of a date.
 */
export function readGs1(
  scanned: string,
  year: number,
): ScannedFields | 'malformed' | 'check_digit' | undefined {
  const code = cleanScan(scanned)
  const bare = withoutSign(code)
  const own = dataIdentifiers.exec(bare)
  if (own) return fieldsOf(bare.slice(own[0].length)) ?? 'malformed'
  const linked = fromAddress(bare)
  if (linked) return meaningOf(linked, year) ?? 'malformed'
  const isDeclared = code.includes(separator)
  const isBracketed = /^\(\d{2,4}\)/.test(bare)
  // Without any sign only a number of an item or of a parcel in front is believed.
  if (!isDeclared && !isBracketed && !/^(?:01\d{14}(?:1|2|3|$)|00\d{18}$)/.test(bare))
    return undefined
  const pairs = isBracketed ? fromBrackets(bare) : fromElements(bare)
  const read = (pairs && meaningOf(pairs, year)) ?? 'malformed'
  if (typeof read === 'object' || isDeclared || isBracketed) return read
  // An item's number with its check digit, and then what belongs in no field: a scanner that sends another separator.
  const isItem = hasCheckDigit(bare.slice(2, 16)) && bare.startsWith('01')
  return isItem && !gs1Text.test(bare) ? 'malformed' : undefined
}

/** Returns the code by which an item is looked up: its number, if the scan carries one, or the scan as it is. */
export function itemCodeOf(scanned: string): string {
  // The year only decides the century of dates, and none is asked for.
  const read = readGs1(scanned, 2000)
  const named = typeof read === 'object' ? (read.gtin ?? read.item) : null
  return named ?? withoutSign(cleanScan(scanned))
}

/** The number of an item or of a parcel and what is behind it, in the path of a GS1 Digital Link. */
const linkedNumber = /^(.*?)\/(01\/\d{8,14}|00\/\d{18})(\/.*)?$/

/** Reads the fields in the path and the query of a GS1 Digital Link, an address of any host. */
function fromAddress(text: string): Pair[] | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const { pathname, searchParams } = new URL(text)
  const [, , key, more = ''] = linkedNumber.exec(pathname.replace(/\/$/, '')) ?? []
  if (key === undefined) return undefined
  const parts = `${key}${more}`.split('/').map(decoded)
  const inPath = parts.flatMap((name, i): Pair[] =>
    i % 2 === 0 ? [[name, parts[i + 1] ?? '']] : [],
  )
  const inQuery = [...searchParams].filter(([name]) => /^\d{2,4}$/.test(name))
  return [...inPath, ...inQuery]
    .filter(([name]) => fields[name])
    .map(([name, value]) => [name, name === '01' ? value.padStart(14, '0') : value] as const)
}

/** Returns the text of a part of an address, or the part itself where it is none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Format 06 of ISO/IEC 15434: fields that begin with a data identifier of ANSI MH10.8.2. */
// oxlint-disable-next-line no-control-regex -- the envelope consists of control characters
const dataIdentifiers = /^\[\)>\u001e?06\u001d?/
const meanings = { P: 'item', '1P': 'item', '1T': 'lot', S: 'serial', Q: 'count' } as const

function fieldsOf(text: string): ScannedFields | undefined {
  const found: ScannedFields = { ...noFields, item: null }
  for (const field of text.split(separator)) {
    const [, name = '', value = ''] = /^(\d{0,3}[A-Z])(.+)$/.exec(field) ?? []
    const meaning = Object.hasOwn(meanings, name) && meanings[name as keyof typeof meanings]
    if (meaning === 'count' && !/^\d+$/.test(value)) return undefined
    if (meaning) found[meaning] ??= value
  }
  return found.item === null ? undefined : found
}

const noFields: Gs1 = {
  gtin: null,
  lot: null,
  expiresOn: null,
  serial: null,
  count: null,
  weight: null,
  sscc: null,
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

function meaningOf(
  pairs: readonly Pair[],
  year: number,
): ScannedFields | 'check_digit' | undefined {
  const found = new Map<string, string>()
  for (const [name, value] of pairs) {
    const field = fields[name]
    const isLong = field?.isFixed
      ? value.length === field.length
      : value.length <= (field?.length ?? 0)
    if (!isLong || !gs1Text.test(value)) return undefined
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
  const weight = weightOf(pairs)
  if (weight === undefined) return undefined
  if (!numbers.every(hasCheckDigit)) return 'check_digit'
  return {
    item: null,
    gtin,
    weight,
    sscc,
    expiresOn,
    lot: found.get('10') ?? null,
    serial: found.get('21') ?? null,
    count: count === null ? null : String(BigInt(count)),
  }
}

const weighed = { '310': 'kg', '320': 'lb' } as const

/** The net weight (310n in kilograms, 320n in pounds, n decimals); null without one, undefined for one of letters. */
function weightOf(pairs: readonly Pair[]): Gs1['weight'] | undefined {
  const [name, value = ''] = pairs.find(([one]) => /^3[12]0\d$/.test(one)) ?? []
  if (name === undefined) return null
  if (!/^\d{6}$/.test(value)) return undefined
  const unit = weighed[name.slice(0, 3) as keyof typeof weighed]
  return { value: decimal(BigInt(value), Number(name[3])), unit }
}

/** Returns units of 10^-`decimals` as a decimal number without needless zeros. */
function decimal(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}

/** How many of these units the unit of a weight is, where it is a whole number of them. */
const perUnit: Record<'kg' | 'lb', Readonly<Record<string, bigint>>> = {
  kg: { kg: 1n, g: 1000n },
  lb: { lb: 1n, lbs: 1n, oz: 16n },
}

type Fraction = { numerator: bigint; denominator: bigint }

/** Returns the weight that a code carries in the base unit of an item; undefined for items that are not weighed in it. */
export function weightIn(unit: string, { weight }: Pick<Gs1, 'weight'>): Fraction | undefined {
  if (!weight) return undefined
  const factor = perUnit[weight.unit][unit.toLowerCase()]
  if (factor === undefined) return undefined
  const [whole = '', rest = ''] = weight.value.split('.')
  return { numerator: BigInt(whole + rest) * factor, denominator: 10n ** BigInt(rest.length) }
}

/** The same as a decimal number, such as `1.25`. */
export function weightText(unit: string, gs1: Pick<Gs1, 'weight'>): string | undefined {
  const weight = weightIn(unit, gs1)
  return weight && decimal(weight.numerator, String(weight.denominator).length - 1)
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
