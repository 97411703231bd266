import { z } from 'zod'
import { id } from '../fields.ts'
import type { Rights, Things } from '../noun.ts'
import { ofOrder, reason, shipment } from '../workspace/event-fields.ts'
import { parcel } from '../tracking.ts'

export const things = {
  shipment: { name: 'Shipment', page: 'shipping?q=$label', isHit: true },
} as const satisfies Things

export const rights = {
  words: {
    'ship.confirm': 'ship orders',
    'ship.void': 'void shipments',
  },
  roles: {
    'ship.confirm': ['shipper'],
    'ship.*': ['warehouse_manager'],
  },
} as const satisfies Rights

export const events = () => ({
  shipment: {
    each: {
      ...ofOrder,
      fulfillmentId: id,
      carrier: z.string(),
      service: z.string(),
      tracking: z.string(),
    },
    types: {
      shipped: { packages: z.array(parcel).optional() },
      updated: { packages: z.array(parcel).optional() },
      delivered: {},
      exception: { reason },
      lost: { reason },
      returned: { reason },
      voided: { shipment, reason },
    },
  },
})
