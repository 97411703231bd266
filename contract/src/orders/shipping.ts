import { z } from 'zod'
import { idList } from '../id-lists.ts'
import { id, instant, line } from '../fields.ts'
import { changedSince, asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { get, patch, post } from '../route.ts'
import { createdByFields, money } from '../warehouse/fields.ts'
import { version, versioned } from '../workspace/records.ts'
import { moment } from '../moments.ts'
import { packageSchema } from './fulfillments.ts'
import { mostParcels, parcel, parcels, trackingNumber } from '../tracking.ts'

const shipmentStates = ['shipped', 'delivered', 'exception', 'lost', 'returned', 'voided'] as const
export type ShipmentState = (typeof shipmentStates)[number]

export const shipment = z.object({
  id,
  number: z.string(),
  orderId: id,
  order: z.string(),
  /** The number of the order in the shop. */
  externalId: z.string().nullable(),
  customer: z.string().nullable(),
  fulfillmentId: id,
  fulfillment: z.string(),
  warehouseId: id,
  warehouseCode: z.string(),
  state: z.enum(shipmentStates),
  carrier: z.string(),
  service: z.string(),
  tracking: z.string(),
  /** In the currency of the workspace. */
  cost: z.string().nullable(),
  shippedAt: instant,
  deliveredAt: instant.nullable(),
  /** When its carrier took it, and with which manifest. */
  handedOverAt: instant.nullable(),
  manifestId: id.nullable(),
  manifest: z.string().nullable(),
  /** Why it was voided, or what went wrong. */
  note: z.string(),
  moveId: z.string(),
  version,
  createdAt: instant,
  ...createdByFields,
  packages: z.array(packageSchema),
})
export type Shipment = z.output<typeof shipment>

const summary = shipment.omit({ packages: true }).extend({
  packageCount: z.int(),
  parcels: z.array(parcel),
  /** Weight of all weighed packages; null if none is weighed. */
  weightG: z.int().nullable(),
})
export type ShipmentSummary = z.output<typeof summary>

const fields = {
  carrier: line('Carrier', { max: 60 }),
  service: line('Service', { max: 60 }),
  /** Tracking number of all its packages, except those with their own. */
  tracking: trackingNumber,
  cost: money.nullable(),
}

/** Fields of a new parcel: carrier, service, tracking and cost. */
export const howShipped = {
  carrier: fields.carrier.default(''),
  service: fields.service.default(''),
  tracking: fields.tracking.default(''),
  cost: fields.cost.default(null),
}

const one = z.object({ shipment })
const refusals = ['invalid_transition', 'lock_timeout'] as const
const postErrors = ['location_blocked', 'allocation_changed', 'period_closed'] as const
export const shipErrors = [
  ...refusals,
  ...postErrors,
  'order_incomplete',
  'lot_on_hold',
  'lot_expired',
] as const

const reasoned = (label: string) => versioned.extend({ reason: line(label, { min: 1, max: 500 }) })

const trouble = {
  allow: 'ship.confirm',
  body: reasoned('What went wrong'),
  reply: one,
  errors: ['lock_timeout'],
  idempotent: true,
} as const

export const shipping = {
  list: get('/tenant/:slug/shipping/shipments', {
    summary:
      'Shipments, the latest first; `q` is a part of the number or the tracking number, or how that of a package begins',
    allow: 'order.read',
    query: pageQuery.extend({
      state: words(shipmentStates).optional(),
      warehouse: id.optional(),
      order: id.optional(),
      fulfillment: id.optional(),
      carrier: z.string().max(60).optional(),
      /** Filters by handover to the carrier; `no` lists shipments waiting to be handed over. */
      handedOver: z.enum(['yes', 'no']).optional(),
      manifest: id.optional(),
      ...changedSince,
      sort: sortedBy('-shippedAt', 'number', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(summary),
  }),
  details: get('/tenant/:slug/shipping/shipments/:shipmentId', {
    summary: 'A shipment with its packages',
    allow: 'order.read',
    reply: one,
  }),
  ship: post('/tenant/:slug/shipping/shipments', {
    summary:
      'Ship a packed fulfillment, or some of its packages, which become a fulfillment of their own; their order is shipped or partly so',
    allow: 'ship.confirm',
    conditionalRights: [
      { permission: 'stock.backdate', when: 'a `shippedAt` is given' },
      { permission: 'order.ship_short', when: '`shipShort` is true' },
    ],
    body: z.object({
      fulfillmentId: id,
      ...howShipped,
      /** Closed packages that are shipped before the rest; without it, all of a packed fulfillment. */
      packageIds: idList({
        min: [1, 'Choose a package'],
        max: [mostParcels, `Ship at most ${mostParcels} packages at once`],
      }).optional(),
      /** Packages with a tracking number of their own. */
      packages: parcels.optional(),
      shippedAt: moment.optional(),
      /** Ships a part of an order that ships complete, although the rest isn't packed. */
      shipShort: z.boolean().default(false),
    }),
    status: 201,
    reply: one,
    errors: [...shipErrors, 'future_date_refused', 'not_in_stock_then'],
    idempotent: true,
  }),
  update: patch('/tenant/:slug/shipping/shipments/:shipmentId', {
    summary:
      'Change carrier, service, cost or tracking numbers of a shipment that is not voided; packages that are not named keep theirs',
    allow: 'ship.confirm',
    body: versioned.extend(z.object({ ...fields, packages: parcels }).partial().shape),
    reply: one,
    errors: ['invalid_transition', 'handed_over'],
  }),
  void: post('/tenant/:slug/shipping/shipments/:shipmentId/void', {
    summary: 'Void a shipment: its stock is back in the stage location, reserved for its order',
    allow: 'ship.void',
    body: reasoned('Reason'),
    reply: one,
    errors: [
      'lock_timeout',
      ...postErrors,
      'already_reversed',
      'serial_duplicate',
      'handed_over',
      'over_return',
    ],
    idempotent: true,
  }),
  deliver: post('/tenant/:slug/shipping/shipments/:shipmentId/deliver', {
    summary: 'Note that a shipment was delivered',
    allow: 'ship.confirm',
    body: versioned.extend({ deliveredAt: moment.optional() }),
    reply: one,
    errors: ['lock_timeout', 'future_date_refused'],
    idempotent: true,
  }),
  exception: post('/tenant/:slug/shipping/shipments/:shipmentId/exception', {
    summary: 'Note that something went wrong on the way',
    ...trouble,
  }),
  lose: post('/tenant/:slug/shipping/shipments/:shipmentId/lost', {
    summary: 'Note that a shipment with an exception is lost',
    ...trouble,
  }),
  return: post('/tenant/:slug/shipping/shipments/:shipmentId/returned', {
    summary: 'Note that a shipment with an exception came back undelivered',
    ...trouble,
  }),
}
