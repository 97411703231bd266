import { isSameKey } from '@stowage/contract/folding'
import { type ListedVariant, variants } from '@stowage/contract/warehouse/product-variants'
import type { Found } from '@stowage/contract/workspace/search'
import { load, queryClient, send } from '../../app/api.ts'

/** An item as somebody named it, and what one of it is: a base unit, or the pack of the barcode. */
export type NamedItem = { item: ListedVariant; unit: string }

/** Returns the name of an item: its product, and what distinguishes the variant. */
export const nameOf = ({ productName, name }: Pick<ListedVariant, 'productName' | 'name'>) =>
  [productName, name].filter((part) => part !== '').join(', ')

const few = { limit: '8', count: 'none' } as const

/** Items whose words or codes begin so. */
export const itemsLike = (slug: string, q: string) =>
  load(variants.list, { params: { slug }, query: { ...few, state: 'active', q } })

/** The item with this very SKU or barcode, or undefined. */
export function exactItem(items: readonly ListedVariant[], code: string): NamedItem | undefined {
  for (const item of items) {
    if (isSameKey(item.sku, code)) return { item, unit: item.unit }
    const barcode = item.barcodes.find((one) => one.code === code)
    if (barcode) return { item, unit: barcode.unit ?? item.unit }
  }
  return undefined
}

/** Asks for the item with this SKU or barcode; what only resembles it counts when nothing else does. */
export async function findItem(slug: string, code: string): Promise<NamedItem | undefined> {
  const { items } = await send(variants.list, {
    params: { slug },
    query: { ...few, state: 'active', q: code },
  })
  const [only] = items
  return (
    exactItem(items, code) ??
    (only && items.length === 1 ? { item: only, unit: only.unit } : undefined)
  )
}

/** The item a scan has named, and the pack it stands for; undefined for every other scan. */
export async function itemOfScan(slug: string, found: Found): Promise<NamedItem | undefined> {
  const { sku, unit } = found
  if (sku === null || found.variantId === null) return undefined
  // Each piece of a delivery asks again for the same item.
  const { items } = await queryClient.fetchQuery({ ...itemsLike(slug, sku), staleTime: 60_000 })
  const named = exactItem(items, sku)
  return named && { item: named.item, unit: unit ?? named.unit }
}
