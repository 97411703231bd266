import { z } from 'zod'
import { batchOf, batchResult } from '../batches.ts'
import { id, instant, line, paragraph } from '../fields.ts'
import { changedSince, asFile, pageOf, pageQuery, picked, sortedBy, words } from '../lists.ts'
import { get, patch, post } from '../route.ts'
import { metadata } from '../metadata.ts'
import { createdByFields, quantity } from '../warehouse/fields.ts'
import { version, versioned } from '../workspace/records.ts'
import { moment } from '../moments.ts'
import { address } from './customers.ts'
import { confirmation, newLines, newOrder, optionalLine, orderFields } from './order-inputs.ts'
import { putBack } from './order-put-back.ts'

const orderStates = [
  'draft',
  'confirmed',
  'on_hold',
  'released',
  'in_fulfillment',
  'partially_shipped',
  'shipped',
  'completed',
  'closed_short',
  'cancelled',
] as const
export type OrderState = (typeof orderStates)[number]

export const holdKinds = ['fraud', 'payment', 'address', 'stock', 'manual'] as const

/** Share of an order that is reserved, or that was shipped. */
const shares = ['none', 'partial', 'full'] as const
export type Share = (typeof shares)[number]

const claim = z.object({
  reservationId: z.string(),
  warehouseId: id,
  warehouse: z.string(),
  /** Kit component the claim is for; null for other items. */
  componentId: id.nullable(),
  promised: z.string(),
  backordered: z.string(),
  allocated: z.string(),
  consumed: z.string(),
  picked: z.string(),
  packed: z.string(),
})

const component = z.object({
  id,
  variantId: id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  /** For the whole line. */
  qty: z.string(),
})

/**
 * Quantities are in the base unit of the item; `unit`, `unitQty` and `unitPrice` are as they were entered. One
 * `unit` is `unitNumerator / unitDenominator` base units, as it was when the line was entered.
 */
const orderLine = z.object({
  id,
  lineNo: z.int(),
  /** The shop's own id of the line. */
  externalLineId: z.string().nullable(),
  variantId: id,
  sku: z.string(),
  name: z.string(),
  baseUnit: z.string(),
  unit: z.string(),
  unitNumerator: z.string(),
  unitDenominator: z.string(),
  /** Ordered quantity, in `unit`. */
  unitQty: z.string(),
  qty: z.string(),
  promised: z.string(),
  backordered: z.string(),
  /** Part of `promised` with locations chosen, picked quantities included. */
  allocated: z.string(),
  /** With what was shipped, which is `consumed`. */
  picked: z.string(),
  packed: z.string(),
  consumed: z.string(),
  /** Received back with returns; of a kit whole kits. */
  returned: z.string(),
  cancelled: z.string(),
  /** Part of `cancelled` that was unavailable when the order was confirmed. */
  outOfStock: z.string(),
  unitPrice: z.string().nullable(),
  discount: z.string(),
  tax: z.string(),
  total: z.string(),
  note: z.string(),
  metadata,
  components: z.array(component),
  claims: z.array(claim),
})

const hold = z.object({
  id,
  kind: z.enum(holdKinds),
  note: z.string(),
  placedAt: instant,
  placedByName: z.string().nullable(),
})

/**
 * Totals of the quantities not cancelled, in the smallest unit of the order's currency. Each amount is
 * rounded once, from exact sums, so the parts can differ from the total by one such unit.
 */
const totals = z.object({
  /** Price times quantity of all lines. */
  subtotal: z.string(),
  /** Discounts of the lines and of the order. */
  discount: z.string(),
  shipping: z.string(),
  tax: z.string(),
  total: z.string(),
})

export const order = z.object({
  id,
  number: z.string(),
  channelId: id,
  channel: z.string(),
  externalId: z.string().nullable(),
  customerId: id.nullable(),
  customer: z.string().nullable(),
  state: z.enum(orderStates),
  reservationState: z.enum(shares),
  fulfillmentState: z.enum(shares),
  priority: z.int(),
  placedAt: instant,
  promisedShipAt: instant.nullable(),
  shipComplete: z.boolean(),
  currency: z.string(),
  shippingAddress: address.nullable(),
  billingAddress: address.nullable(),
  paymentState: z.string(),
  tags: z.array(z.string()),
  note: z.string(),
  metadata,
  cancelReason: z.string().nullable(),
  /** As entered; `totals` has what of it counts after cancellations. */
  shippingCharge: z.string(),
  orderDiscount: z.string(),
  totals,
  version,
  createdAt: instant,
  ...createdByFields,
  holds: z.array(hold),
  lines: z.array(orderLine),
})
export type Order = z.output<typeof order>

const summary = order
  .omit({
    lines: true,
    holds: true,
    shippingAddress: true,
    billingAddress: true,
    metadata: true,
  })
  .extend({
    lineCount: z.int(),
    /** Base units of all lines, without what was cancelled. */
    units: z.string(),
    /** How many of them were shipped. */
    shipped: z.string(),
    /** Codes of the warehouses it is promised stock of. */
    warehouses: z.array(z.string()),
  })
export type OrderSummary = z.output<typeof summary>

/** Fields that are left out stay as they are. Only the lines of a draft are replaced. */
const change = versioned.extend(z.object({ ...orderFields, lines: newLines }).partial().shape)

const one = z.object({ order })
export const lineErrors = [
  'barcode_unknown',
  'uom_unknown',
  'uom_not_exact',
  'amount_too_large',
] as const
export const promiseErrors = ['insufficient_stock', 'lock_timeout'] as const

const ended = one.extend({ putBack: z.array(putBack) })

export const orders = {
  list: get('/tenant/:slug/orders', {
    summary: 'Orders',
    allow: 'order.read',
    query: pageQuery.extend({
      view: z.enum(['to_release', 'late', 'on_hold', 'backorder', 'shipped', 'all']).default('all'),
      state: words(orderStates).optional(),
      channel: id.optional(),
      customer: id.optional(),
      warehouse: id.optional(),
      variant: id.optional(),
      tag: z.string().max(40).optional(),
      fulfillment: words(shares).optional(),
      payment: z.string().max(40).optional(),
      /** When it was promised to ship, of those that are not finished; `day` and `week` from now. */
      promised: z.enum(['overdue', 'day', 'week', 'none']).optional(),
      /** When it was placed: from the first time on, before the second. */
      placedAtFrom: moment.optional(),
      placedAtTo: moment.optional(),
      ids: picked(id),
      ...changedSince,
      sort: sortedBy('-placedAt', 'createdAt', 'number', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(summary),
  }),
  details: get('/tenant/:slug/orders/:orderId', {
    summary: 'An order with its lines and what they are promised',
    allow: 'order.read',
    reply: one,
  }),
  putBack: get('/tenant/:slug/orders/:orderId/put-back', {
    summary: 'What is picked for an order and, once it has ended, is still to be put back',
    allow: 'order.read',
    reply: z.object({ items: z.array(putBack) }),
  }),
  create: post('/tenant/:slug/orders', {
    summary: 'Create an order, and confirm it if asked to',
    allow: 'order.create',
    conditionalRights: [
      { permission: 'order.confirm', when: '`confirm` is given' },
      { permission: 'customer.manage', when: '`customer` is given' },
    ],
    body: newOrder,
    status: 201,
    reply: one,
    errors: [...lineErrors, ...promiseErrors, 'duplicate_key'],
    idempotent: true,
  }),
  createBatch: post('/tenant/:slug/orders/batch', {
    summary: 'Create several orders: all or none, or each valid one',
    allow: 'order.create',
    conditionalRights: [
      { permission: 'order.confirm', when: '`confirm` is given for an item' },
      { permission: 'customer.manage', when: '`customer` is given for an item' },
    ],
    body: batchOf(newOrder, { name: 'lines', count: (item) => item.lines.length }),
    reply: batchResult(id),
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  update: patch('/tenant/:slug/orders/:orderId', {
    summary:
      'Change an order, and the lines of a draft. Once it is released, only what nothing depends on that was shipped',
    allow: 'order.update',
    body: change,
    reply: one,
    errors: [...lineErrors, 'invalid_transition'],
  }),
  addLines: post('/tenant/:slug/orders/:orderId/lines', {
    summary: 'Add lines to an order that is not released; a confirmed one reserves stock for them',
    allow: 'order.update',
    body: versioned.extend({ lines: newLines }),
    reply: one,
    errors: [...lineErrors, ...promiseErrors],
    idempotent: true,
  }),
  confirm: post('/tenant/:slug/orders/:orderId/confirm', {
    summary: 'Confirm a draft: reserve stock for it',
    allow: 'order.confirm',
    body: versioned.extend(confirmation.shape),
    reply: one,
    errors: promiseErrors,
    idempotent: true,
  }),
  hold: post('/tenant/:slug/orders/:orderId/hold', {
    summary: 'Put a confirmed order on hold; it keeps its reservations',
    allow: 'order.hold',
    body: versioned.extend({
      kind: z.enum(holdKinds),
      note: paragraph('Note', { max: 1000 }).default(''),
    }),
    reply: one,
    idempotent: true,
  }),
  releaseHold: post('/tenant/:slug/orders/:orderId/release-hold', {
    summary: 'Release the hold of an order',
    allow: 'order.hold',
    body: versioned,
    reply: one,
    idempotent: true,
  }),
  cancel: post('/tenant/:slug/orders/:orderId/cancel', {
    summary: 'Cancel an order of which nothing was shipped; its reservations go to waiting orders',
    allow: 'order.cancel',
    body: versioned.extend({ reason: line('Reason', { min: 1, max: 200 }) }),
    reply: ended,
    errors: ['picked_goods', 'lock_timeout'],
    idempotent: true,
  }),
  closeShort: post('/tenant/:slug/orders/:orderId/close-short', {
    summary: 'Close an order of which a part was shipped; the rest is cancelled',
    allow: 'order.cancel',
    body: versioned.extend({ reason: line('Reason', { min: 1, max: 200 }) }),
    reply: ended,
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  updateLine: patch('/tenant/:slug/orders/:orderId/lines/:lineId', {
    summary:
      'Change a line of an order that is not released; a confirmed one reserves more or gives back',
    allow: 'order.update',
    conditionalRights: [
      { permission: 'order.price.override', when: '`unitPrice` or `discount` is given' },
    ],
    /**
     * `qty` is in the unit of the line and counts what is cancelled too. Discount and tax follow the quantity in
     * proportion, unless they are given.
     */
    body: versioned.extend(optionalLine.shape),
    reply: one,
    errors: [...lineErrors, ...promiseErrors, 'invalid_transition', 'picked_goods'],
  }),
  cancelLine: post('/tenant/:slug/orders/:orderId/lines/:lineId/cancel', {
    summary:
      'Cancel a quantity of an order line; once it is released, all of it that is neither shipped nor packed',
    allow: 'order.cancel',
    /** In base units. */
    body: versioned.extend({ qty: quantity }),
    reply: ended,
    errors: ['uom_not_exact', 'picked_goods', 'lock_timeout'],
    idempotent: true,
  }),
}
