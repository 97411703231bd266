import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { changedSince, asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { get, post } from '../route.ts'
import { createdByFields } from '../warehouse/fields.ts'
import { version, versioned } from '../workspace/records.ts'
import { moment } from '../moments.ts'
import {
  decidedLines,
  dispositionKinds,
  newReturn,
  receivedLine,
  returnConditions,
} from './return-inputs.ts'

const returnStates = [
  'requested',
  'authorized',
  'received',
  'inspected',
  'closed',
  'rejected',
  'cancelled',
  'expired',
] as const
export type ReturnState = (typeof returnStates)[number]

/** Views of open returns by next step: to arrive, to be inspected, or to be given a disposition. */
export const returnViews = ['expected', 'to_inspect', 'to_decide'] as const
export type ReturnView = (typeof returnViews)[number]

/** Quantities are in base units of the item. */
const disposition = z.object({
  disposition: z.enum(dispositionKinds),
  qty: z.string(),
  locationId: id.nullable(),
  location: z.string().nullable(),
  /** The move that was posted; null for what stayed where it was. */
  moveId: z.string().nullable(),
  decidedAt: instant,
  decidedByName: z.string().nullable(),
})

const item = z.object({
  itemNo: z.int(),
  lot: z.string().nullable(),
  expiresOn: z.string().nullable(),
  serial: z.string().nullable(),
  condition: z.enum(returnConditions),
  qty: z.string(),
  /** Quantity without a disposition. */
  undecided: z.string(),
  dispositions: z.array(disposition),
  photos: z.array(id),
})
export type ReturnItem = z.output<typeof item>

const ofVariant = {
  variantId: id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  tracking: z.enum(['none', 'lot', 'serial']),
}

const returnLine = z.object({
  id,
  lineNo: z.int(),
  orderLineId: id.nullable(),
  ...ofVariant,
  reasonCode: z.string(),
  reason: z.string(),
  qty: z.string(),
  received: z.string(),
  items: z.array(item),
})
export type ReturnLine = z.output<typeof returnLine>

const head = {
  id,
  number: z.string(),
  state: z.enum(returnStates),
  orderId: id.nullable(),
  order: z.string().nullable(),
  /** The number of the order in the shop. */
  externalId: z.string().nullable(),
  customerId: id.nullable(),
  customer: z.string().nullable(),
  warehouseId: id.nullable(),
  warehouseCode: z.string().nullable(),
  expectedBy: z.string().nullable(),
  note: z.string(),
  /** Why it was rejected or cancelled. */
  endReason: z.string().nullable(),
  receivedAt: instant.nullable(),
  moveId: z.string().nullable(),
  refundState: z.enum(['none', 'requested']),
  version,
  createdAt: instant,
  ...createdByFields,
}

const customerReturn = z.object({ ...head, lines: z.array(returnLine) })
export type CustomerReturn = z.output<typeof customerReturn>

const summary = z.object({
  ...head,
  reasons: z.array(z.string()),
  /** In base units, of all lines. */
  qty: z.string(),
  received: z.string(),
  undecided: z.string(),
  dispositions: z.array(z.enum(dispositionKinds)),
  lineCount: z.int(),
})
export type ReturnSummary = z.output<typeof summary>

/** Quantity shipped for an order line, by component for a kit, and how much of it can still be returned. */
const returnable = z.object({
  orderLineId: id,
  orderLineNo: z.int(),
  ...ofVariant,
  shipped: z.string(),
  /** In returns that were received. */
  returned: z.string(),
  /** In returns that are expected. */
  expected: z.string(),
  left: z.string(),
})
export type Returnable = z.output<typeof returnable>

export const one = z.object({ return: customerReturn })
const moveErrors = [
  'location_blocked',
  'location_full',
  'location_mix_forbidden',
  'insufficient_bucket_stock',
  'lot_on_hold',
  'lot_expired',
  'period_closed',
  'uom_not_exact',
  'amount_too_large',
] as const

const reasoned = versioned.extend({ reason: line('Reason', { min: 1, max: 500 }) })

export const returns = {
  list: get('/tenant/:slug/returns', {
    summary: 'Returns, the latest first; `q` is a part of the number',
    allow: 'return.read',
    query: pageQuery.extend({
      view: z.enum(returnViews).optional(),
      state: words(returnStates).optional(),
      warehouse: id.optional(),
      order: id.optional(),
      customer: id.optional(),
      variant: id.optional(),
      ...changedSince,
      sort: sortedBy('-createdAt', 'number', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(summary),
  }),
  details: get('/tenant/:slug/returns/:returnId', {
    summary: 'A return with its lines, what was received of them and what became of it',
    allow: 'return.read',
    reply: one,
  }),
  returnable: get('/tenant/:slug/orders/:orderId/returnable', {
    summary: 'What was shipped for an order, and how much of it can still be returned',
    allow: 'return.read',
    reply: z.object({ items: z.array(returnable) }),
  }),
  create: post('/tenant/:slug/returns', {
    summary: 'Create a return of an order, or of items without one, and optionally authorize it',
    allow: 'return.create',
    conditionalRights: [{ permission: 'return.authorize', when: '`authorize` is true' }],
    body: newReturn,
    status: 201,
    reply: one,
    errors: [
      'over_return',
      'reason_unknown',
      'note_required',
      'barcode_unknown',
      'uom_unknown',
      'uom_not_exact',
      'amount_too_large',
      'lock_timeout',
    ],
    idempotent: true,
  }),
  authorize: post('/tenant/:slug/returns/:returnId/authorize', {
    summary: 'Authorize a requested return: the customer may send it',
    allow: 'return.authorize',
    body: versioned,
    reply: one,
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  reject: post('/tenant/:slug/returns/:returnId/reject', {
    summary: 'Reject a requested return',
    allow: 'return.authorize',
    body: reasoned,
    reply: one,
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  cancel: post('/tenant/:slug/returns/:returnId/cancel', {
    summary: 'Cancel a return that was not received',
    allow: 'return.create',
    body: reasoned,
    reply: one,
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  receive: post('/tenant/:slug/returns/:returnId/receive', {
    summary:
      'Receive an authorized return into the quarantine location of a warehouse, at the value it was shipped with',
    allow: 'return.receive',
    conditionalRights: [{ permission: 'stock.backdate', when: 'an `effectiveAt` is given' }],
    body: versioned.extend({
      warehouseId: id,
      effectiveAt: moment.optional(),
      lines: z.array(receivedLine).min(1, 'Receive at least one line').max(200),
    }),
    reply: one,
    errors: [
      'lock_timeout',
      'over_return',
      'lot_required',
      'lot_not_allowed',
      'serial_required',
      'serial_duplicate',
      'location_blocked',
      'location_full',
      'location_mix_forbidden',
      'period_closed',
      'future_date_refused',
      'uom_not_exact',
      'amount_too_large',
    ],
    idempotent: true,
  }),
  inspect: post('/tenant/:slug/returns/:returnId/inspect', {
    summary: 'Inspect what was received, and say what becomes of it as far as that is clear',
    allow: 'return.inspect',
    conditionalRights: [{ permission: 'return.dispose', when: 'a line has dispositions' }],
    body: versioned.extend({ lines: decidedLines.default([]) }),
    reply: one,
    errors: ['lock_timeout', 'over_return', ...moveErrors],
    idempotent: true,
  }),
  dispose: post('/tenant/:slug/returns/:returnId/dispose', {
    summary: 'Say what becomes of items of an inspected return that nothing was decided about',
    allow: 'return.dispose',
    body: versioned.extend({ lines: decidedLines.min(1, 'Decide about at least one line') }),
    reply: one,
    errors: ['lock_timeout', 'over_return', ...moveErrors],
    idempotent: true,
  }),
  close: post('/tenant/:slug/returns/:returnId/close', {
    summary: 'Close an inspected return of which everything is decided',
    allow: 'return.dispose',
    body: versioned,
    reply: one,
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  requestRefund: post('/tenant/:slug/returns/:returnId/refund', {
    summary: 'Ask for the refund of a received return, by the event `return.refund_requested`',
    allow: 'return.refund',
    body: versioned,
    reply: one,
    errors: ['lock_timeout'],
    idempotent: true,
  }),
}
