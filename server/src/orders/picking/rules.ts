import { isSameKey } from '@stowage/contract/folding'

type Location = { location: string; locationBarcode: string | null }

/** Whether a scan is of this location: its code in any case, also as our labels have it, or its barcode. */
export const isLocation = (scanned: string, { location, locationBarcode }: Location): boolean =>
  isSameKey(scanned.replace(/^L:/, ''), location) || scanned === locationBarcode
