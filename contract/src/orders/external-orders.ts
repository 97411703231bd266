import { z } from 'zod'
import { put } from '../route.ts'
import { lineErrors, newOrder, order, promiseErrors } from './orders.ts'

/** The order as the shop has it now. Its channel and its external number are in the address. */
const externalOrder = newOrder.omit({ channelId: true, externalId: true })

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
