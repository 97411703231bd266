import { foldKey, isSameKey } from '@stowage/contract/folding'
import { toQuanta, type Fraction, one } from '@stowage/contract/warehouse/quantities'
import { readGs1 } from '../../workspace/search/gs1-rules.ts'
import { gtin14Of, hasCheckDigit } from '../../workspace/search/gtin-rules.ts'

type Backorder = { policy: 'inherit' | 'deny' | 'limit' | 'allow'; limit: string | null }

/** Returns the most that may be sold beyond the stock, in quanta; null is any number. */
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

type CheckedItem = {
  sku: string
  state: 'active' | 'archived'
  kind: 'stocked' | keyof typeof kindNames
}

/** Returns a sentence if an item is archived or isn’t kept in stock; undefined otherwise. */
export function whyNotKept({ sku, state, kind }: CheckedItem): string | undefined {
  if (state === 'archived') return `${sku} is archived`
  return kind === 'stocked' ? undefined : `${sku} is ${kindNames[kind]} and isn’t kept in stock`
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

/** A word as it stands in a tsvector or a tsquery. */
export const quoted = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`

const partsOf = (term: string): string[] => term.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/**
 * Returns the search terms as a tsquery: every word must begin some word of the item. A code with
 * punctuation, such as `MUG-1`, is also a single word. Undefined if there are none.
 */
export function searchTerms(text: string): string | undefined {
  const lexeme = (word: string) => `${quoted(word)}:*`
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

type Prices = {
  sellPrice?: string | null | undefined
  purchasePrice?: string | null | undefined
}

/**
 * Rights to set these prices, of which those that are `unset` are not given: null for new variants, which start without,
 * undefined for changes, where null removes one.
 */
export const priceRightsFor = (variants: readonly Prices[], unset: null | undefined) => ({
  'catalog.price.update': variants.some(({ sellPrice = unset }) => sellPrice !== unset),
  'catalog.cost.update': variants.some(({ purchasePrice = unset }) => purchasePrice !== unset),
})

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

export type ReadBarcode = { symbology: string; gtin14: string | null }

/** Parses a barcode by its text; undefined for a GTIN with a wrong check digit. */
export function readBarcode(code: string): ReadBarcode | undefined {
  const gtin14 = gtin14Of(code)
  if (gtin14 === null) return { symbology: 'code128', gtin14 }
  if (!hasCheckDigit(gtin14)) return undefined
  return { symbology: symbologyOf(code, gtin14), gtin14 }
}

function symbologyOf(code: string, gtin14: string): string {
  // Another spelling of its number, such as an ISBN with hyphens: printed as it is, it reads as it is.
  if (!gtin14.endsWith(code)) return code.length === 8 ? 'upce' : 'code128'
  return { 8: 'ean8', 12: 'upca', 13: 'ean13', 14: 'itf14' }[code.length] ?? 'ean13'
}

type Barcode = { code: string; gtin14: string | null }
type Item = {
  sku: string
  barcodes: readonly Barcode[]
  lot: string | null
  serial: string | null
}

/** Returns the barcode that a scan is of, if it is one of these. */
export const barcodeIn = <B extends Barcode>(barcodes: readonly B[], scanned: string) => {
  const gtin14 = gtin14Of(scanned)
  return barcodes.find((one) => one.code === scanned || (gtin14 !== null && one.gtin14 === gtin14))
}

/**
 * Checks whether a scan is of this item: its SKU in any case, one of its barcodes, or the serial number
 * itself. A GS1 code that names a lot or a serial number has to name this one. `year` decides the century of
 * its dates.
 */
export function isItem(
  scanned: string,
  { sku, barcodes, lot, serial }: Item,
  year: number,
): boolean {
  const names = [sku, ...(serial === null ? [] : [serial])]
  if (names.some((name) => isSameKey(scanned, name))) return true
  if (barcodeIn(barcodes, scanned)) return true
  const gs1 = readGs1(scanned, year)
  if (typeof gs1 !== 'object') return false
  const named = gs1.gtin ?? gs1.item
  if (named === null) return false
  const isSame = (said: string | null, own: string | null) =>
    said === null || own === null || foldKey(said) === foldKey(own)
  return (
    (barcodeIn(barcodes, named) !== undefined || isSameKey(named, sku)) &&
    isSame(gs1.lot, lot) &&
    isSame(gs1.serial, serial)
  )
}
