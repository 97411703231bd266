import { z } from 'zod'
import { code, id, instant, line, paragraph } from '../fields.ts'
import { del, get, patch, post } from '../route.ts'
import { batchOf, batchResult } from '../batches.ts'
import { changedSince, asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { calendarDay, createdByFields, money, quantity } from './fields.ts'
import { version } from '../workspace/records.ts'
import { moment } from '../moments.ts'
import { chosenItem, itemChoice, stockStatuses } from './stock.ts'

const receiptStates = ['open', 'completed', 'cancelled', 'reversed'] as const

/** In the item's own unit, whatever the goods came in. */
const receiptLine = z.object({
  lineNo: z.int(),
  variantId: id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  qty: z.string(),
  locationId: id,
  location: z.string(),
  status: z.enum(stockStatuses),
  lotId: id.nullable(),
  lot: z.string().nullable(),
  serials: z.array(z.string()),
  /** Quantity reversed out of stock, part of `qty`. `reversedSerials` is part of `serials`. */
  reversedQty: z.string(),
  reversedSerials: z.array(z.string()),
  /** Cost of one unit, rounded to six decimals; absent without the right to see costs. */
  unitCost: z.string().nullable().optional(),
  /** Value of the whole line: quantity times unit cost, rounded once; absent without that right. */
  value: z.string().nullable().optional(),
})

const receipt = z.object({
  id,
  number: z.string(),
  kind: z.enum(['blind', 'purchase', 'transfer', 'return']),
  warehouseId: id,
  warehouseCode: z.string(),
  reference: z.string(),
  state: z.enum(receiptStates),
  receivedAt: instant.nullable(),
  moveId: z.string().nullable(),
  version,
  createdAt: instant,
  ...createdByFields,
  lines: z.array(receiptLine),
})
export type Receipt = z.output<typeof receipt>

const serials = z.array(code('Serial number', { min: 1, max: 64 })).max(1000)

const lineFields = {
  /** A place of the warehouse by id or code; where goods are received, unless said. */
  locationId: id.optional(),
  location: line('Location', { max: 40 }).optional(),
  lotCode: code('Lot', { min: 1, max: 64 }).optional(),
  expiresOn: calendarDay.optional(),
  serials: serials.optional(),
  /** Cost of one unit of the line. */
  unitCost: money.optional(),
}
const hasOnePlace = (given: { locationId?: unknown; location?: unknown }) =>
  given.locationId == null || given.location === undefined
const onePlace = { path: ['location'], message: 'Identify the location in exactly one way' }

const newLine = z
  .object({
    ...itemChoice,
    ...lineFields,
    qty: quantity,
    status: z.enum(stockStatuses).default('available'),
  })
  .refine(chosenItem, { path: ['sku'], message: 'Identify the item in exactly one way' })
  .refine(hasOnePlace, onePlace)

/**
 * Changes to a line. Omitted fields stay as they are. A quantity without a unit is in the item's own unit.
 */
const lineChange = z
  .object({
    version,
    ...lineFields,
    /** Null for where goods are received. */
    locationId: id.nullable().optional(),
    qty: quantity.optional(),
    unit: itemChoice.unit,
    status: z.enum(stockStatuses).optional(),
    /** Null for none. */
    unitCost: money.nullable().optional(),
  })
  .refine(hasOnePlace, onePlace)
  .refine(({ unit, qty }) => unit === undefined || qty !== undefined, {
    path: ['qty'],
    message: 'Enter the quantity in this unit',
  })

/** So much of one line, in the item's own unit; of pieces with serial numbers these. */
const reversedLine = z.object({
  lineNo: z.int('The line number is required'),
  qty: quantity,
  serials: serials.optional(),
})

export const newReceipt = z.object({
  kind: z.literal('blind').default('blind'),
  warehouseId: id,
  reference: line('Reference', { max: 80 }).default(''),
  effectiveAt: moment.optional(),
  complete: z.boolean().default(false),
  lines: z.array(newLine).max(1000).default([]),
})

/** Several receipts in one call; each serial number counts as a line, as it does in the stock. */
const receiptBatch = batchOf(newReceipt, {
  name: 'lines and serial numbers',
  count: ({ lines }) =>
    lines.reduce((sum, { serials = [] }) => sum + Math.max(1, serials.length), 0),
})

const one = z.object({ receipt })
const lineErrors = [
  'barcode_unknown',
  'uom_unknown',
  'uom_not_exact',
  'lot_required',
  'lot_not_allowed',
  'serial_required',
  'serial_duplicate',
  'location_blocked',
  'amount_too_large',
] as const
const postErrors = [
  'location_full',
  'location_mix_forbidden',
  'lot_on_hold',
  'lot_expired',
  'shelf_life_too_short',
  'future_date_refused',
  'period_closed',
  'lock_timeout',
] as const

export const receiving = {
  receipts: get('/tenant/:slug/receiving/receipts', {
    summary: 'Receipts',
    allow: 'stock.read',
    query: pageQuery.extend({
      warehouse: id.optional(),
      state: words(receiptStates).optional(),
      ...changedSince,
      sort: sortedBy('-createdAt', 'number', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(receipt.omit({ lines: true }).extend({ lineCount: z.int() })),
  }),
  receipt: get('/tenant/:slug/receiving/receipts/:receiptId', {
    summary: 'A receipt with its lines',
    allow: 'stock.read',
    reply: one,
  }),
  create: post('/tenant/:slug/receiving/receipts', {
    summary: 'Create a receipt, and optionally complete it',
    allow: 'receipt.create',
    conditionalRights: [
      { permission: 'receipt.complete', when: '`complete` is true' },
      { permission: 'stock.backdate', when: 'an `effectiveAt` is given' },
    ],
    body: newReceipt,
    status: 201,
    reply: one,
    errors: [...lineErrors, ...postErrors],
    idempotent: true,
  }),
  createBatch: post('/tenant/:slug/receiving/receipts/batch', {
    summary: 'Create several receipts: all or none, or each valid one',
    allow: 'receipt.create',
    conditionalRights: [
      { permission: 'receipt.complete', when: '`complete` is true for an item' },
      { permission: 'stock.backdate', when: 'an item has an `effectiveAt`' },
    ],
    body: receiptBatch,
    reply: batchResult(id),
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  addLines: post('/tenant/:slug/receiving/receipts/:receiptId/lines', {
    summary: 'Add lines to an open receipt',
    allow: 'receipt.create',
    body: z.object({ lines: z.array(newLine).min(1).max(1000) }),
    reply: one,
    errors: [...lineErrors, 'invalid_transition'],
    idempotent: true,
  }),
  update: patch('/tenant/:slug/receiving/receipts/:receiptId', {
    summary: 'Change the reference of an open receipt',
    allow: 'receipt.create',
    body: z.object({ version, reference: newReceipt.shape.reference.unwrap() }),
    reply: one,
    errors: ['invalid_transition'],
  }),
  updateLine: patch('/tenant/:slug/receiving/receipts/:receiptId/lines/:lineNo', {
    summary: 'Change a line of an open receipt',
    allow: 'receipt.create',
    body: lineChange,
    reply: one,
    errors: [...lineErrors, 'invalid_transition'],
  }),
  removeLine: del('/tenant/:slug/receiving/receipts/:receiptId/lines/:lineNo', {
    summary: 'Remove a line from an open receipt',
    allow: 'receipt.create',
    body: z.object({ version }),
    reply: one,
    errors: ['invalid_transition'],
  }),
  complete: post('/tenant/:slug/receiving/receipts/:receiptId/complete', {
    summary: 'Complete a receipt into stock',
    allow: 'receipt.complete',
    conditionalRights: [{ permission: 'stock.backdate', when: 'an `effectiveAt` is given' }],
    body: z.object({ version, effectiveAt: moment.optional() }),
    reply: one,
    errors: ['location_blocked', 'serial_duplicate', 'amount_too_large', ...postErrors],
    idempotent: true,
  }),
  cancel: post('/tenant/:slug/receiving/receipts/:receiptId/cancel', {
    summary: 'Cancel an open receipt',
    allow: 'receipt.create',
    body: z.object({ version }),
    reply: one,
    idempotent: true,
  }),
  reverse: post('/tenant/:slug/receiving/receipts/:receiptId/reverse', {
    summary: 'Reverse a completed receipt, in full or by line',
    allow: 'receipt.reverse',
    body: z.object({
      version,
      note: paragraph('Note', { max: 1000 }).optional(),
      /** Everything that was not reversed before, unless said. */
      lines: z.array(reversedLine).min(1, 'Choose at least one line').max(1000).optional(),
    }),
    reply: one,
    errors: [
      'uom_not_exact',
      'amount_too_large',
      'serial_required',
      'reversal_blocked',
      'already_reversed',
      'period_closed',
      'lock_timeout',
    ],
    idempotent: true,
  }),
}
