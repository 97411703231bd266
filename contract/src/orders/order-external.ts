import { z } from 'zod'
import { get, put } from '../route.ts'
import { hasOneCustomer, newOrder, oneCustomer, orderFields, sentLines } from './order-inputs.ts'
import { lineErrors, order, promiseErrors } from './orders.ts'

/**
 * The order as the shop has it now. Its channel and its external number are in the address. Of an order that exists,
 * what is left out stays; lines that are given replace those the shop gave before.
 */
const externalOrder = z
  .object(orderFields)
  .partial()
  .extend({
    /** Instead of `customerId`. */
    customer: newOrder.shape.customer,
    placedAt: newOrder.shape.placedAt,
    currency: newOrder.shape.currency,
    /** Needed for a new order. */
    lines: sentLines.optional(),
    confirm: newOrder.shape.confirm,
  })
  .refine(hasOneCustomer, oneCustomer)

export const externalOrders = {
  details: get('/tenant/:slug/orders/by-external/:channel/:external', {
    summary: 'The order of a channel with this external number. The channel is an id or a code',
    allow: 'order.read',
    reply: z.object({ order }),
  }),
  put: put('/tenant/:slug/orders/by-external/:channel/:external', {
    summary:
      'Create the order of a channel with this external number, or change it while it is not released. ' +
      'The channel is an id or a code',
    allow: 'order.create',
    conditionalRights: [
      { permission: 'order.update', when: 'the order exists, so always' },
      { permission: 'order.confirm', when: '`confirm` is given' },
      { permission: 'customer.manage', when: '`customer` is given' },
    ],
    body: externalOrder,
    reply: z.object({
      order,
      /** `unchanged`: the order was already like this and keeps its version. */
      result: z.enum(['created', 'updated', 'unchanged']),
    }),
    errors: [...lineErrors, ...promiseErrors, 'invalid_transition', 'duplicate_key'],
  }),
}
