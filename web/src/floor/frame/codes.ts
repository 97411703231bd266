import { isSameKey } from '@stowage/contract/folding'
import type { OpenTask } from '@stowage/contract/orders/picking'
import type { Found } from '@stowage/contract/workspace/search'

/** Whether a code is of the location of a task: its code in any case, or its barcode. */
export const isLocationOf = (
  { location, locationBarcode }: Pick<OpenTask, 'location' | 'locationBarcode'>,
  code: string,
): boolean => isSameKey(code, location) || code === locationBarcode

/** Whether a code is of the item of a task: its SKU, one of its barcodes, or the serial number to pick. */
export const isItemOf = (
  { sku, barcodes, serial }: Pick<OpenTask, 'sku' | 'barcodes' | 'serial'>,
  code: string,
): boolean =>
  isSameKey(code, sku) || barcodes.includes(code) || (serial !== null && isSameKey(code, serial))

/** Whether a code is the tote of a task. */
export const isToteOf = ({ tote }: Pick<OpenTask, 'tote'>, code: string): boolean =>
  tote !== null && isSameKey(code, tote)

type Stop = Pick<OpenTask, 'locationId' | 'variantId' | 'lot' | 'serial'>

/** Tasks with the same key are picked in one stop: the same item at the same location. */
export const stopKeyOf = ({ locationId, variantId, lot, serial }: Stop): string =>
  [locationId, variantId, lot, serial].join(' ')

type Item = Pick<OpenTask, 'variantId' | 'sku' | 'lot' | 'serial'>

const isOther = (found: string | null | undefined, own: string | null) =>
  found != null && own !== null && !isSameKey(found, own)

/** The same for what the server says a code is: a GS1 code, or the number of a lot or a serial of the item. */
export function isFoundItemOf({ variantId, lot, serial }: Item, found: Found): boolean {
  if (found.variantId !== variantId) return false
  if (found.kind === 'lot') return !isOther(found.label, lot)
  if (found.kind === 'serial') return !isOther(found.label, serial)
  return !isOther(found.gs1?.lot, lot) && !isOther(found.gs1?.serial, serial)
}
