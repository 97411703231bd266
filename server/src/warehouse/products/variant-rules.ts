import { foldKey } from '@stowage/contract/folding'
import { toQuanta } from '@stowage/contract/warehouse/quantities'

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

type CheckedItem = {
  sku: string
  state: 'active' | 'archived'
  kind: 'stocked' | keyof typeof kindNames
}

/** Why nothing of an item comes into the stock or leaves it, in a sentence; undefined where it may. */
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

/** Who may not see prices or costs does not set them either. */
export const priceRightsFor = (variants: readonly Prices[]) => ({
  'catalog.price.update': variants.some(({ sellPrice }) => sellPrice != null),
  'catalog.cost.update': variants.some(({ purchasePrice }) => purchasePrice != null),
})
