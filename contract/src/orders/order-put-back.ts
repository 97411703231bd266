import { z } from 'zod'
import { id } from '../fields.ts'

/** Stock picked for a cancelled quantity, with the location it has to be put back from. */
export const putBack = z.object({
  bucketId: z.string(),
  variantId: id,
  sku: z.string(),
  qty: z.string(),
  unit: z.string(),
  locationId: id,
  location: z.string(),
  /** The location it was picked from. */
  from: z.string(),
  lot: z.string().nullable(),
  serial: z.string().nullable(),
})
export type PutBack = z.output<typeof putBack>
