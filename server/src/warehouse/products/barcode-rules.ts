import { foldKey, isSameKey } from '@stowage/contract/folding'
import { readGs1 } from '../../workspace/search/gs1-rules.ts'
import { gtin14Of, hasCheckDigit } from '../../workspace/search/gtin-rules.ts'

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
