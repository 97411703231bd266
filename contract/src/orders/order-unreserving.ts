import { z } from 'zod'
import { id, line } from '../fields.ts'
import { post } from '../route.ts'
import { quantity } from '../warehouse/fields.ts'
import { versioned } from '../workspace/records.ts'
import { order } from './orders.ts'

export const unreserving = {
  unreserve: post('/tenant/:slug/orders/:orderId/lines/:lineId/unreserve', {
    summary:
      'Take reserved stock that is not allocated away from a line, for another order that waits for it',
    allow: 'stock.unreserve',
    body: versioned.extend({
      qty: quantity,
      /** Without it, from whichever warehouses have it reserved. */
      warehouseId: id.optional(),
      /** The order that gets it; without it, the orders that are served first. */
      toOrderId: id.optional(),
      reason: line('Reason', { min: 1, max: 200 }),
    }),
    reply: z.object({ order }),
    errors: ['uom_not_exact', 'picked_goods', 'nobody_waits', 'lock_timeout'],
    idempotent: true,
  }),
}
