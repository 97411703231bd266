import { z } from 'zod'
import { id } from '../fields.ts'
import type { Rights, Things } from '../noun.ts'
import { qty, reason } from '../workspace/event-fields.ts'

export const things = {
  return: { name: 'Return', page: 'returns/$id', isHit: true },
} as const satisfies Things

export const rights = {
  words: {
    'return.read': 'view returns',
    'return.create': 'create and cancel returns',
    'return.authorize': 'authorize and reject returns',
    'return.receive': 'receive returns',
    'return.inspect': 'inspect returns',
    'return.dispose': 'decide what becomes of returned items',
    'return.refund': 'ask for refunds of returns',
  },
  roles: {
    'return.read': ['receiver', 'order_manager', 'viewer'],
    'return.*': ['warehouse_manager', 'returns_clerk'],
    'return.create': ['order_manager', 'integration'],
    'return.authorize': ['order_manager'],
    'return.receive': ['receiver'],
  },
} as const satisfies Rights

export const events = () => {
  const returned = {
    sku: z.string(),
    variantId: id,
    orderLineId: id.nullable(),
    qty,
    reasonCode: z.string(),
  }
  const decided = z.array(z.object({ sku: z.string(), disposition: z.string(), qty }))
  return {
    return: {
      each: {
        number: z.string(),
        orderId: id.nullable(),
        orderNumber: z.string().nullable(),
        /** The number of the order in the shop. */
        externalId: z.string().nullable(),
        customerId: id.nullable(),
      },
      types: {
        created: { lines: z.array(z.object(returned)) },
        authorized: {},
        rejected: { reason },
        cancelled: { reason },
        expired: { expectedBy: z.string().nullable() },
        received: { lines: z.array(z.object({ ...returned, condition: z.string() })) },
        inspected: { dispositions: decided },
        disposed: { dispositions: decided },
        closed: {},
        refund_requested: { lines: z.array(z.object(returned)) },
      },
    },
  }
}

export const audit = ['RETURN_PHOTO_ADDED', 'RETURN_PHOTO_REMOVED'] as const
