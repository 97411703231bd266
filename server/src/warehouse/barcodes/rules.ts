import { gtin14Of, hasCheckDigit } from '../../workspace/search/gs1-rules.ts'

export type ReadBarcode = { symbology: string; gtin14: string | null }

/** What a barcode is, by its text; undefined for a GTIN whose check digit is wrong. */
export function readBarcode(code: string): ReadBarcode | undefined {
  const gtin14 = gtin14Of(code)
  if (gtin14 === null) return { symbology: 'code128', gtin14 }
  if (!hasCheckDigit(code)) return undefined
  const symbology = { 8: 'ean8', 12: 'upca', 13: 'ean13', 14: 'itf14' }[code.length] ?? 'ean13'
  return { symbology, gtin14 }
}
