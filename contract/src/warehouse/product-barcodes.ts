import { z } from 'zod'
import { scannedCode } from '../scan-text.ts'
import { unitCode } from './product-units.ts'

export const barcodeText = scannedCode('Barcode', { max: 128 })

export const newBarcode = z.object({
  code: barcodeText,
  unit: unitCode.nullable().default(null),
  isPrimary: z.boolean().default(false),
})

export const barcode = z.object({
  code: z.string(),
  /** Null is one base unit. */
  unit: z.string().nullable(),
  symbology: z.string(),
  isPrimary: z.boolean(),
})
