import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { changedSince, asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { pickPolicies } from '../warehouse/pick-policies.ts'
import { get } from '../route.ts'
import { createdByFields } from '../warehouse/fields.ts'
import { version } from '../workspace/records.ts'

export const fulfillmentStates = [
  'planned',
  'released',
  'picking',
  'picked',
  'packing',
  'packed',
  'shipped',
  'cancelled',
] as const
export type FulfillmentState = (typeof fulfillmentStates)[number]

/** Reasons for which a location was chosen. */
export const pickReasons = ['expires_first', 'oldest', 'next_on_path', 'largest_quantity'] as const

/** A task that was picked, found short, sent back from packing or taken back is no longer ready. */
export const pickTaskStates = [
  'ready',
  'done',
  'short',
  'sent_back',
  'withdrawn',
  'cancelled',
] as const

const pick = z.object({
  id,
  state: z.enum(pickTaskStates),
  locationId: id,
  location: z.string(),
  lot: z.string().nullable(),
  /** Current state of the lot. Spelled out because floor pages don't load the lot routes. */
  lotState: z.enum(['active', 'hold', 'recalled']).nullable(),
  expiresOn: z.string().nullable(),
  serial: z.string().nullable(),
  qty: z.string(),
  reason: z.enum(pickReasons),
})

/** A package is closed once it is sealed. */
export const packageStates = ['open', 'closed', 'shipped'] as const

export const packageSchema = z.object({
  id,
  number: z.string(),
  state: z.enum(packageStates),
  box: z.string(),
  weightG: z.int().nullable(),
  lengthMm: z.int().nullable(),
  widthMm: z.int().nullable(),
  heightMm: z.int().nullable(),
  /** Tracking number of this package only; blank if the number of its shipment applies. */
  tracking: z.string(),
  createdAt: instant,
  createdByName: z.string().nullable(),
  closedAt: instant.nullable(),
  lines: z.array(
    z.object({
      lineNo: z.int(),
      variantId: id,
      sku: z.string(),
      name: z.string(),
      unit: z.string(),
      lot: z.string().nullable(),
      serial: z.string().nullable(),
      qty: z.string(),
      /** True if all of it was scanned into the package. */
      isScanned: z.boolean(),
    }),
  ),
})
export type Package = z.output<typeof packageSchema>

const fulfillmentLine = z.object({
  lineNo: z.int(),
  orderLineId: id,
  /** Kit component to pick; null for other items. */
  componentId: id.nullable(),
  variantId: id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  qty: z.string(),
  picked: z.string(),
  packed: z.string(),
  shipped: z.string(),
  /** Quantity neither found nor available elsewhere. */
  short: z.string(),
  /** Where it is picked, in walking order. */
  picks: z.array(pick),
})

const fulfillment = z.object({
  id,
  number: z.string(),
  orderId: id,
  order: z.string(),
  /** The number of the order in the shop. */
  externalId: z.string().nullable(),
  customer: z.string().nullable(),
  warehouseId: id,
  warehouseCode: z.string(),
  /** The wave it was released with. */
  waveId: id.nullable(),
  wave: z.string().nullable(),
  /** The fulfillment whose packages it has, when these were shipped before the rest. */
  splitFromId: id.nullable(),
  splitFrom: z.string().nullable(),
  state: z.enum(fulfillmentStates),
  policy: z.enum(pickPolicies),
  priority: z.int(),
  shipBy: instant.nullable(),
  version,
  createdAt: instant,
  ...createdByFields,
  lines: z.array(fulfillmentLine),
  packages: z.array(packageSchema),
})
export type Fulfillment = z.output<typeof fulfillment>

const summary = fulfillment.omit({ lines: true, packages: true }).extend({
  /** Lines of which something left or leaves in it, without what was short, withdrawn or cancelled. */
  lineCount: z.int(),
  /** Base units of these lines. */
  units: z.string(),
})
export type FulfillmentSummary = z.output<typeof summary>

export const fulfillments = {
  list: get('/tenant/:slug/fulfillments', {
    summary: 'Fulfillments: what is picked for an order in one warehouse',
    allow: 'order.read',
    query: pageQuery.extend({
      state: words(fulfillmentStates).optional(),
      warehouse: id.optional(),
      order: id.optional(),
      wave: id.optional(),
      variant: id.optional(),
      ...changedSince,
      sort: sortedBy('-createdAt', 'number', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(summary),
  }),
  details: get('/tenant/:slug/fulfillments/:fulfillmentId', {
    summary: 'A fulfillment with the locations its stock is picked from, and its packages',
    allow: 'order.read',
    reply: z.object({
      fulfillment,
      /** The packages that were shipped before the rest, now in fulfillments of their own. */
      leftPackages: z.array(packageSchema),
    }),
  }),
}
