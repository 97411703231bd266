import { z } from 'zod'
import { id } from '../fields.ts'
import type { Rights, Things } from '../noun.ts'
import { changed, note, ofLot, qty, reason, shipment } from '../workspace/event-fields.ts'

export const things = {
  order: { name: 'Order', page: 'orders/$id', isHit: true },
} as const satisfies Things

export const rights = {
  words: {
    'order.read': 'view orders',
    'order.create': 'create orders',
    'order.update': 'edit orders',
    'order.confirm': 'confirm orders',
    'order.hold': 'put orders on hold and take them off hold',
    'order.release': 'release orders for picking',
    'order.cancel': 'cancel orders',
    'order.ship_short': 'ship a part of an order that ships complete',
    'order.price.override': 'change prices of order lines',
  },
  roles: {
    'order.read': [
      'warehouse_manager',
      'picker',
      'packer',
      'shipper',
      'returns_clerk',
      'accountant',
      'viewer',
      'integration',
    ],
    'order.*': ['order_manager'],
    'order.create': ['integration'],
    'order.update': ['integration'],
    'order.confirm': ['integration'],
    'order.hold': ['warehouse_manager'],
    'order.release': ['warehouse_manager'],
    'order.cancel': ['integration'],
    'order.ship_short': ['warehouse_manager'],
  },
} as const satisfies Rights

export const events = () => ({
  order: {
    each: {
      number: z.string(),
      channelId: id,
      /** The number of the order in the shop. */
      externalId: z.string().nullable(),
    },
    types: {
      created: { importId: id.optional() },
      updated: {
        changed: changed.optional(),
        added: z.int().optional(),
        lineNo: z.int().optional(),
        sku: z.string().optional(),
        qty: qty.optional(),
      },
      confirmed: {},
      held: { kind: z.string(), note },
      hold_released: {},
      released: { fulfillments: z.array(z.string()) },
      unreleased: {},
      picking_started: {},
      partially_shipped: { shipment },
      shipped: { shipment: shipment.optional() },
      shipment_voided: { shipment, reason },
      completed: {},
      closed_short: { reason },
      backordered: { lineNo: z.int(), sku: z.string(), qty, ...ofLot },
      unreserved: {
        lineNo: z.int(),
        sku: z.string(),
        qty,
        reason,
        /** The number of the order that got it, if one was named. */
        toOrder: z.string().nullable(),
      },
      cancelled: { reason },
      line_cancelled: { lineNo: z.int(), sku: z.string(), qty },
    },
  },
})
