import type { Found } from '@stowage/contract/workspace/search'
import { itemOfScan } from '../../warehouse/products/items.ts'
import { inBaseUnits, unitsOf } from '../../warehouse/products/quantities.ts'

/** Returns the quantity of a scanned item in base units: one, or its pack. */
export async function scannedQuantity(slug: string, found: Found): Promise<string> {
  const named = await itemOfScan(slug, found)
  const unit = named && unitsOf(named.item).find(({ code }) => code === named.unit)
  const qty = found.qty ?? '1'
  return (unit && inBaseUnits(qty, unit)) ?? qty
}
