import { foldKey } from '@stowage/contract/folding'
import { one, toQuanta, type Fraction } from '@stowage/contract/warehouse/quantities'

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

export type ReadBarcode = { symbology: string; gtin14: string | null }

/**
 * Returns a GTIN in the length in which all of them are compared, 14 digits; null for any other code. A
 * number of 9 to 11 digits is none: adding zeros would make it somebody else's.
 */
export const gtin14Of = (code: string): string | null =>
  gtin.test(code) ? code.padStart(14, '0') : null

/** What a barcode is, by its text; undefined for a GTIN whose check digit is wrong. */
export function readBarcode(code: string): ReadBarcode | undefined {
  const gtin14 = gtin14Of(code)
  if (gtin14 === null) return { symbology: 'code128', gtin14 }
  if (!hasCheckDigit(code)) return undefined
  const symbology = { 8: 'ean8', 12: 'upca', 13: 'ean13', 14: 'itf14' }[code.length] ?? 'ean13'
  return { symbology, gtin14 }
}

type Backorder = { policy: 'inherit' | 'deny' | 'limit' | 'allow'; limit: string | null }

/** How many may be sold that are not there, in quanta; null is any number. */
export function backorderLimit(
  { policy, limit }: Backorder,
  scale: number,
  inherited: bigint | null,
): { limit: bigint | null } | { nearest: string[] } {
  if (policy === 'inherit') return { limit: inherited }
  if (policy === 'deny') return { limit: 0n }
  if (policy === 'allow') return { limit: null }
  const read = toQuanta(limit ?? '0', scale)
  return 'quanta' in read ? { limit: read.quanta } : read
}

const kindNames = { service: 'a service', virtual_kit: 'a virtual kit' } as const

type Kept = { sku: string; state: 'active' | 'archived'; kind: 'stocked' | keyof typeof kindNames }

/** Why nothing of an item comes into the stock or leaves it, in a sentence; undefined where it may. */
export function whyNotKept({ sku, state, kind }: Kept): string | undefined {
  if (state === 'archived') return `${sku} is archived`
  return kind === 'stocked' ? undefined : `${sku} is ${kindNames[kind]} and isn’t kept in stock`
}

type Placed = { name: string; parentId: string | null }

/** What a category is called and what it stands below after a change. */
export const afterChange = (
  before: Placed,
  {
    name = before.name,
    parentId = before.parentId,
  }: { name?: string | undefined; parentId?: string | null | undefined },
): Placed => ({ name, parentId })

/** Whether a category is this one or stands below it, however far. */
export function isWithin(
  categories: readonly { id: string; parentId: string | null }[],
  id: string | null,
  top: string,
): boolean {
  const parents = new Map(categories.map((one) => [one.id, one.parentId]))
  for (let at = id; at !== null; at = parents.get(at) ?? null) if (at === top) return true
  return false
}

export type Unit = { code: string; numerator: string; denominator: string }

/** The unit of this name as a fraction of the base unit; undefined when the item has none. */
export function unitOf(
  name: string | null | undefined,
  base: string,
  units: readonly Unit[],
): Fraction | undefined {
  if (name === null || name === undefined) return one
  const key = foldKey(name)
  if (key === foldKey(base)) return one
  const unit = units.find(({ code }) => foldKey(code) === key)
  return unit && { numerator: BigInt(unit.numerator), denominator: BigInt(unit.denominator) }
}

/**
 * Returns the folded words the text index holds of a variant: its whole SKU, what stands between spaces in
 * its names, options and barcodes, and the parts of those with marks in them.
 */
export function wordsOf(
  product: { name: string; brand: string; tags: readonly string[] },
  variant: { sku: string; name: string; options: Readonly<Record<string, string>> },
  barcodes: readonly string[],
): string[] {
  const texts = [
    variant.sku,
    product.name,
    variant.name,
    product.brand,
    ...product.tags,
    ...Object.values(variant.options),
    ...barcodes,
  ]
  const terms = foldKey(texts.join(' ')).split(/\s+/)
  const words = [foldKey(variant.sku), ...terms.flatMap((term) => [term, ...partsOf(term)])]
  return [...new Set(words.filter((word) => partsOf(word).length > 0))]
}

const partsOf = (term: string): string[] => term.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/**
 * What to look for in the text index, as a tsquery: every word must begin some word of the item. A
 * code with marks in it, such as `MUG-1`, is also one word by itself.
 */
export function searchTerms(text: string): string | undefined {
  const lexeme = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}':*`
  const terms = foldKey(text)
    .split(/\s+/)
    .flatMap((term) => {
      const words = partsOf(term)
      if (words.length === 0) return []
      const parts = words.map(lexeme).join(' & ')
      return words.length === 1 && words[0] === term ? [parts] : [`(${lexeme(term)} | (${parts}))`]
    })
  return terms.length > 0 ? terms.slice(0, 10).join(' & ') : undefined
}
