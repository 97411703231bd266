import { z } from 'zod'
import { id, instant, paragraph } from '../fields.ts'
import { bigId, asFile, pageOf, pageQuery, sortedBy } from '../lists.ts'
import { get, post } from '../route.ts'
import { createdByFields, quantity } from './fields.ts'
import { one } from '../workspace/records.ts'
import { moment } from '../moments.ts'
import { chosenItem, itemChoice } from './stock.ts'
import { itemRef } from './stock-replies.ts'

const where = { ...itemRef, warehouseId: id, warehouseCode: z.string() }

/** Stock that a member reserved by hand. `qty` is what was asked for, whatever became of it. */
const reservation = z.object({
  id,
  ...where,
  qty: z.string(),
  note: z.string(),
  expiresAt: instant.nullable(),
  state: z.enum(['active', 'released', 'expired']),
  createdAt: instant,
  ...createdByFields,
})
export type Reservation = z.output<typeof reservation>

/** One part of a "Reserved" or "Backordered" number: an order line in one warehouse, or a manual reservation. */
const claim = z.object({
  claimId: bigId,
  source: z.enum(['order', 'manual']),
  /** Order of the reserved line; null for a manual reservation. */
  orderId: id.nullable(),
  number: z.string().nullable(),
  lineNo: z.int().nullable(),
  /** Absent without the right to read orders. */
  customer: z.string().nullable().optional(),
  /** Manual reservation; null for an order line. */
  reservationId: id.nullable(),
  note: z.string().nullable(),
  expiresAt: instant.nullable(),
  ...where,
  reserved: z.string(),
  backordered: z.string(),
  priority: z.int(),
  dueAt: instant.nullable(),
  createdAt: instant,
})
export type StockClaim = z.output<typeof claim>

export const reservations = {
  list: get('/tenant/:slug/stock/reservations', {
    summary: 'What stock is reserved for: order lines and manual reservations, newest first',
    allow: 'stock.read',
    query: pageQuery.extend({
      warehouse: id.optional(),
      variant: id.optional(),
      source: z.enum(['order', 'manual']).optional(),
      sort: sortedBy('-createdAt'),
      ...asFile,
    }),
    reply: pageOf(claim),
  }),
  create: post('/tenant/:slug/stock/reservations', {
    summary: 'Reserve available stock by hand',
    allow: 'stock.reserve.override',
    body: z
      .object({
        warehouseId: id,
        ...itemChoice,
        qty: quantity,
        /** When it ends by itself; without it, when it is released. */
        expiresAt: moment.nullable().default(null),
        note: paragraph('Note', { max: 1000 }).default(''),
      })
      .refine(chosenItem, { path: ['sku'], message: 'Identify the item in exactly one way' }),
    status: 201,
    reply: one('reservation', reservation),
    errors: [
      'barcode_unknown',
      'uom_unknown',
      'uom_not_exact',
      'amount_too_large',
      'insufficient_stock',
      'lock_timeout',
    ],
    idempotent: true,
  }),
  release: post('/tenant/:slug/stock/reservations/:reservationId/release', {
    summary: 'Release a manual reservation; its stock goes to waiting orders first',
    allow: 'stock.reserve.override',
    body: z.object({}),
    reply: one('reservation', reservation),
    errors: ['invalid_transition', 'picked_goods', 'lock_timeout'],
    idempotent: true,
  }),
}
