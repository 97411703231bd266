import { gtin14Of, hasCheckDigit } from '../../workspace/search/gtin-rules.ts'

export type ReadBarcode = { symbology: string; gtin14: string | null }

/** What a barcode is, by its text; undefined for a GTIN whose check digit is wrong. */
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
