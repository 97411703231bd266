import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { bigId, asFile, pageOf, pageQuery, sortedBy } from '../lists.ts'
import { get, patch } from '../route.ts'
import { one } from '../workspace/records.ts'
import { itemRef } from '../warehouse/stock-replies.ts'
import { priority } from './order-inputs.ts'

/** A part of an order line that waits for stock in one warehouse. */
const backorder = z.object({
  claimId: bigId,
  orderId: id,
  number: z.string(),
  lineNo: z.int(),
  customerId: id.nullable(),
  customer: z.string().nullable(),
  ...itemRef,
  warehouseId: id,
  warehouseCode: z.string(),
  waiting: z.string(),
  reserved: z.string(),
  /** On its way to the warehouse. */
  incoming: z.string(),
  /** Available in other warehouses in sight. */
  elsewhere: z.string(),
  priority: z.int(),
  promisedShipAt: instant.nullable(),
  /** When stock was first asked for. */
  since: instant,
})
export type Backorder = z.output<typeof backorder>

export const backorders = {
  list: get('/tenant/:slug/orders/backorders', {
    summary: 'Order lines waiting for stock, in the order they are served',
    allow: 'order.read',
    query: pageQuery.extend({
      warehouse: id.optional(),
      variant: id.optional(),
      customer: id.optional(),
      /** Only what another warehouse in sight has available. */
      elsewhere: z.enum(['any', 'available']).default('any'),
      sort: sortedBy('urgency', 'since'),
      ...asFile,
    }),
    reply: pageOf(backorder),
  }),
  prioritize: patch('/tenant/:slug/orders/backorders/:claim', {
    summary: 'Set the priority of a waiting order line: 9 is served first',
    allow: 'order.update',
    body: z.object({ priority }),
    reply: one('backorder', backorder),
    errors: ['lock_timeout'],
  }),
}
