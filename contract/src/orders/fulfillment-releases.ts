import { z } from 'zod'
import { leftReasons } from '../blockers.ts'
import { id } from '../fields.ts'
import { post } from '../route.ts'
import { versioned } from '../workspace/records.ts'
import { pickPolicies } from '../warehouse/pick-policies.ts'
import { order } from './orders.ts'

/** Quantity of a line that was not released, with the reason. */
export const left = z.object({
  lineNo: z.int(),
  sku: z.string(),
  qty: z.string(),
  reason: z.enum(leftReasons),
})
export type Left = z.output<typeof left>

/** Without it, the policy of each warehouse or else of the workspace. That of a product comes before all. */
export const policy = z.enum(pickPolicies).optional()

/**
 * Routes that release orders into fulfillments and unrelease them. Kept apart from the fulfillment routes
 * because these use the order schemas, which floor pages don't load.
 */
export const releases = {
  release: post('/tenant/:slug/orders/:orderId/release', {
    summary: 'Release an order for picking: one fulfillment per warehouse, with its locations',
    allow: 'order.release',
    conditionalRights: [{ permission: 'order.ship_short', when: '`shipShort` is true' }],
    body: versioned.extend({
      policy,
      /** Releases a part of an order that ships complete, although the rest can't be picked. */
      shipShort: z.boolean().optional(),
    }),
    reply: z.object({
      order,
      fulfillments: z.array(z.object({ id, number: z.string(), warehouse: z.string() })),
      left: z.array(left),
    }),
    errors: ['lock_timeout', 'nothing_to_release'],
    idempotent: true,
  }),
  unrelease: post('/tenant/:slug/orders/:orderId/unrelease', {
    summary: 'Take back the release of an order of which nothing is picked',
    allow: 'order.release',
    body: versioned,
    reply: z.object({ order }),
    errors: ['lock_timeout', 'picked_goods'],
    idempotent: true,
  }),
}
