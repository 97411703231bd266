import type { Category } from '@stowage/contract/warehouse/categories'
import type { Variant } from '@stowage/contract/warehouse/product-variants'
import { wordsOf } from '../../app/words.ts'

export const trackingWords = wordsOf<Variant['tracking']>({
  none: 'Not tracked',
  lot: 'By lot',
  serial: 'By serial number',
})

export const backorderWords = wordsOf<Variant['backorder']['policy']>({
  inherit: 'Workspace default',
  deny: 'Not allowed',
  allow: 'Allowed',
  limit: 'Up to a limit',
})

export const symbologyWords = (symbology: string) =>
  ({ ean13: 'EAN-13', ean8: 'EAN-8', upca: 'UPC-A', itf14: 'ITF-14', code128: 'Code 128' })[
    symbology
  ] ?? symbology.toUpperCase()

/** 'blue, large': what tells a variant from the others of its product. */
export const optionsText = (options: Variant['options']) => Object.values(options).join(', ')

/** The name of an item: its product's, and its own where it has one. */
export const itemName = ({ productName, name }: Pick<Variant, 'productName' | 'name'>) =>
  name === '' ? productName : `${productName} ${name}`

/** 'Kitchen / Mugs' for each category, in the order of the alphabet. */
export function categoryPaths(items: readonly Category[]): { value: string; label: string }[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const pathOf = (item: Category): string => {
    const above = item.parentId === null ? undefined : byId.get(item.parentId)
    return above ? `${pathOf(above)} / ${item.name}` : item.name
  }
  return items
    .map((item) => ({ value: item.id, label: pathOf(item) }))
    .sort((a, b) => a.label.localeCompare(b.label))
}
