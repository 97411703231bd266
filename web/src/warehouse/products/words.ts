import type { Category, Variant } from '@stowage/contract/warehouse/catalog'

export const trackingWords: Record<Variant['tracking'], string> = {
  none: 'Not tracked',
  lot: 'By lot',
  serial: 'By serial number',
}

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

type Blocker = Record<string, unknown> & { type: string }

/** Why something cannot be archived, as sentences: at most five, and how many more there are. */
export function blockerLines(blockers: unknown): string[] {
  const all = Array.isArray(blockers) ? (blockers as Blocker[]) : []
  const lines = all.slice(0, 5).map(lineOf)
  const more = all.length - lines.length
  return more > 0 ? [...lines, `And ${more} more.`] : lines
}

const documents: Record<string, { the: string; a: string }> = {
  receipt: { the: 'The receipt', a: 'A receipt' },
  adjustment: { the: 'The adjustment', a: 'An adjustment' },
}

function lineOf({ type, sku, onHand, claims, code, unit, number }: Blocker): string {
  const document = documents[type]
  if (document)
    return typeof number === 'string'
      ? `${document.the} ${number} is still open.`
      : `${document.a} in another warehouse is still open.`
  if (type === 'barcode') return `Barcode ${String(code)} identifies the pack ${String(unit)}.`
  if (type !== 'stock') return 'Already in this state.'
  const name = typeof sku === 'string' ? sku : 'This'
  const isThere = onHand !== undefined && onHand !== '0'
  const isPromised = claims !== undefined && claims !== '0'
  if (isThere && isPromised) return `${name} is still in stock and reserved for orders.`
  return isPromised ? `${name} is still reserved for orders.` : `${name} is still in stock.`
}
