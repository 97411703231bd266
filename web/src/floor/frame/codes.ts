import { isSameKey } from '@stowage/contract/folding'
import type { OpenTask } from '@stowage/contract/orders/picking'

/** Checks whether a code is the location of a task: its code in any case, or its barcode. */
export const isLocationOf = (
  { location, locationBarcode }: Pick<OpenTask, 'location' | 'locationBarcode'>,
  code: string,
): boolean => isSameKey(code, location) || code === locationBarcode

/**
 * Checks whether a code is the item of a task: its SKU, one of its barcodes, or the serial number to pick.
 */
export const isItemOf = (
  { sku, barcodes, serial }: Pick<OpenTask, 'sku' | 'barcodes' | 'serial'>,
  code: string,
): boolean =>
  isSameKey(code, sku) || barcodes.includes(code) || (serial !== null && isSameKey(code, serial))

/** Checks whether a code is the tote of a task. */
export const isToteOf = ({ tote }: Pick<OpenTask, 'tote'>, code: string): boolean =>
  tote !== null && isSameKey(code, tote)

type Stop = Pick<OpenTask, 'locationId' | 'variantId' | 'lot' | 'serial'>

/** Tasks with the same key are picked in one stop: the same item at the same location. */
export const stopKeyOf = ({ locationId, variantId, lot, serial }: Stop): string =>
  [locationId, variantId, lot, serial].join(' ')
