import { z } from 'zod'
import { code, id, line, paragraph } from '../fields.ts'
import { batchOf } from '../batches.ts'
import { bigId } from '../lists.ts'
import { scanText } from '../scan-text.ts'
import { quantity } from './fields.ts'
import { stockStatuses } from './stock-replies.ts'

/* What is said of a movement. */

/** An item by its id, its SKU or a barcode, which also says the unit; exactly one of them. */
export const itemChoice = {
  variantId: id.optional(),
  sku: line('SKU', { max: 64 }).optional(),
  barcode: scanText('Scan or type the barcode').optional(),
  unit: line('Unit', { max: 20 }).optional(),
}
export const chosenItem = <
  T extends { variantId?: unknown; sku?: unknown; barcode?: unknown; bucketId?: unknown },
>(
  given: T,
) =>
  [given.variantId, given.sku, given.barcode, given.bucketId].filter((one) => one !== undefined)
    .length === 1

const moveLine = z
  .object({
    ...itemChoice,
    /** Instead of item and place: the bucket itself. */
    bucketId: bigId.optional(),
    fromLocationId: id.optional(),
    status: z.enum(stockStatuses).default('available'),
    lotCode: code('Lot', { max: 64 }).optional(),
    serial: code('Serial number', { max: 64 }).optional(),
    qty: quantity,
    toLocationId: id.optional(),
    toStatus: z.enum(stockStatuses).optional(),
  })
  .refine(chosenItem, { path: ['sku'], message: 'Identify the item in exactly one way' })
  .refine((given) => given.bucketId !== undefined || given.fromLocationId !== undefined, {
    path: ['fromLocationId'],
    message: 'Enter the current location',
  })
  .refine((given) => given.bucketId === undefined || given.lotCode === undefined, {
    path: ['lotCode'],
    message: 'The stock line already has a lot',
  })
  .refine((given) => given.bucketId === undefined || given.serial === undefined, {
    path: ['serial'],
    message: 'The stock line already has a serial number',
  })
  .refine((given) => given.toLocationId !== undefined || given.toStatus !== undefined, {
    path: ['toLocationId'],
    message: 'Enter the new location',
  })

export const newMove = z.object({
  lines: z.array(moveLine).min(1, 'Add at least one line').max(1000),
  reasonCode: line('Reason', { max: 40 }).optional(),
  note: paragraph('Note', { max: 1000 }).optional(),
})

/** Several moves in one call: all of them or none, or each by itself. */
export const moveBatch = batchOf(newMove, { name: 'lines', count: ({ lines }) => lines.length })
