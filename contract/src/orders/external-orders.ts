import { z } from 'zod'
import { put } from '../route.ts'
import { lineErrors, newOrder, order, orderFields, promiseErrors, sentLines } from './orders.ts'

/**
 * The order as the shop has it now. Its channel and its external number are in the address. Of an order that exists,
 * what is left out stays; lines that are given replace those the shop gave before.
 */
const externalOrder = z.object(orderFields).partial().extend({
  placedAt: newOrder.shape.placedAt,
  currency: newOrder.shape.currency,
  /** Needed for a new order. */
  lines: sentLines.optional(),
  confirm: newOrder.shape.confirm,
})

export const externalOrders = {
  put: put('/tenant/:slug/orders/by-external/:channel/:external', {
    summary:
      'Create the order of a channel with this external number, or change it while it is not released. ' +
      'The channel is an id or a code',
    allow: 'order.create',
    conditionalRights: [
      { permission: 'order.update', when: 'the order exists, so always' },
      { permission: 'order.confirm', when: '`confirm` is given' },
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
