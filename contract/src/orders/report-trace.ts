import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { pageOf, pageQuery } from '../lists.ts'
import { get } from '../route.ts'
import { promiseModes, splitPolicies } from './channels.ts'

/**
 * Reasons for which a line, or a component of a kit, is where it is: one warehouse has all of the order, all of the line, it
 * is divided, the rest waits, the rest or all of it was out of stock when the order was confirmed, a person cancelled it,
 * nothing was asked for yet.
 */
export const traceReasons = [
  'whole_order',
  'whole_line',
  'divided',
  'waiting',
  'rest_cancelled',
  'out_of_stock',
  'cancelled',
  'not_confirmed',
] as const

const traced = z.object({
  lineNo: z.int(),
  /** Kit component; null for other items. */
  componentId: id.nullable(),
  variantId: id,
  sku: z.string(),
  requested: z.string(),
  /** Cancelled quantity; `outOfStock` is the part that was out of stock when the order was confirmed. */
  cancelled: z.string(),
  outOfStock: z.string(),
  reason: z.enum(traceReasons),
  /** The lot that was put on hold or recalled, so the line waits. */
  stopped: z
    .object({ lot: z.string(), lotState: z.enum(['hold', 'recalled']), by: z.string().nullable() })
    .nullable(),
  warehouses: z.array(
    z.object({
      warehouseId: id,
      warehouse: z.string(),
      /** Available when the order was planned, and what of it this line was given. */
      availableThen: z.string(),
      given: z.string(),
      /** Now. */
      available: z.string(),
      incoming: z.string(),
      promised: z.string(),
      backordered: z.string(),
    }),
  ),
})

const explanation = z.object({
  policy: z.enum(splitPolicies).nullable(),
  mode: z.enum(promiseModes).nullable(),
  plannedAt: instant.nullable(),
  lines: z.array(traced),
})
export type Explanation = z.output<typeof explanation>

const step = z.object({
  id: z.string(),
  /** Such as `order.confirmed` or `backorder.promised`. */
  type: z.string(),
  at: instant,
  /** Null where nobody in particular did it. */
  by: z.string().nullable(),
  lineNo: z.int().nullable(),
  /** Changes by name: quantities, the SKU, the reason, the fields. */
  data: z.record(z.string(), z.unknown()),
})
export type TimelineStep = z.output<typeof step>

export const trace = {
  explain: get('/tenant/:slug/orders/:orderId/explain', {
    summary: 'Why each line of an order is reserved where it is, or waits',
    allow: 'order.read',
    reply: explanation,
  }),
  timeline: get('/tenant/:slug/orders/:orderId/timeline', {
    summary: 'What happened to an order, newest first',
    allow: 'order.read',
    query: pageQuery.omit({ q: true }),
    reply: pageOf(step),
  }),
}
