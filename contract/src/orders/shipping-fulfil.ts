import { z } from 'zod'
import { post } from '../route.ts'
import { versioned } from '../workspace/records.ts'
import { order } from './orders.ts'
import { measures } from './packing.ts'
import { left, policy } from './fulfillment-releases.ts'
import { howShipped, shipErrors, shipment } from './shipping.ts'

/** The steps of an order from its release until it leaves. */
const fulfilSteps = ['release', 'pick', 'pack', 'ship'] as const
export type FulfilStep = (typeof fulfilSteps)[number]

const when = 'an order is fulfilled, of which this is a step'

/** Apart from orders: it knows how they are packed and shipped, which pages of orders do without. */
export const fulfil = {
  fulfil: post('/tenant/:slug/orders/:orderId/fulfil', {
    summary:
      'Release, pick, pack and ship what is in stock of an order, one package per warehouse; a refusal names its `step`',
    allow: 'ship.confirm',
    conditionalRights: [
      { permission: 'order.release', when },
      { permission: 'pick.perform', when },
      { permission: 'pack.skip_scan', when },
      { permission: 'order.ship_short', when: '`shipShort` is true' },
    ],
    body: versioned.extend({
      policy,
      ...measures,
      ...howShipped,
      /** Ships a part of an order that ships complete, although the rest waits. */
      shipShort: z.boolean().default(false),
    }),
    reply: z.object({
      order,
      shipments: z.array(shipment.pick({ id: true, number: true, warehouseCode: true })),
      /** Lines of the order that are not shipped, with the reason. */
      left: z.array(left),
    }),
    errors: [...shipErrors, 'nothing_to_release'],
    idempotent: true,
  }),
}
