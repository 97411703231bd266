import { isSameKey } from '@stowage/contract/folding'

type Location = { location: string; locationBarcode: string | null }

/**
 * Checks whether a scan is of this location: its code in any case, also in the form of our labels, or its
 * barcode.
 */
export const isLocation = (scanned: string, { location, locationBarcode }: Location): boolean =>
  isSameKey(scanned.replace(/^L:/, ''), location) || scanned === locationBarcode
