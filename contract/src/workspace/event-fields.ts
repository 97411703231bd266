import { z } from 'zod'
import { id } from '../fields.ts'

/* Fields that events of several nouns carry. */

export const qty = z.string()
export const note = z.string()
export const reason = z.string()
/** The number of a shipment. */
export const shipment = z.string()
/** Names of the fields that differ afterwards. */
export const changed = z.array(z.string())

/** Events of every record. */
export const record = { created: {}, updated: { changed }, archived: {}, restored: {} }

/** Fields of every event of something that belongs to an order. */
export const ofOrder = {
  number: z.string(),
  orderId: id,
  orderNumber: z.string(),
  /** The number of the order in the shop. */
  externalId: z.string().nullable(),
}

/** The lot whose hold or recall is the reason, and the reason given for that. */
export const ofLot = {
  lot: z.string().optional(),
  lotState: z.enum(['hold', 'recalled']).optional(),
  reason: reason.optional(),
}
