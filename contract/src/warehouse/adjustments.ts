import { z } from 'zod'
import { code, id, instant, line, paragraph } from '../fields.ts'
import { get, patch, post } from '../route.ts'
import { batchOf, batchResult } from '../batches.ts'
import { changedSince, asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { countedQuantity, displace, createdByFields, signedQuantity } from './fields.ts'
import { version } from '../workspace/records.ts'
import { moment } from '../moments.ts'
import { chosenItem, itemChoice, stockStatuses } from './stock.ts'

const adjustmentStates = ['draft', 'pending_approval', 'posted', 'cancelled', 'reversed'] as const

const adjustmentLine = z.object({
  lineNo: z.int(),
  variantId: id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  locationId: id,
  location: z.string(),
  status: z.enum(stockStatuses),
  lot: z.string().nullable(),
  serial: z.string().nullable(),
  mode: z.enum(['delta', 'set']),
  qty: z.string(),
  expected: z.string().nullable(),
  /** Null until it is posted. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  delta: z.string().nullable(),
})

const adjustment = z.object({
  id,
  number: z.string(),
  warehouseId: id,
  warehouseCode: z.string(),
  state: z.enum(adjustmentStates),
  reasonCode: z.string(),
  note: z.string(),
  effectiveAt: instant.nullable(),
  moveId: z.string().nullable(),
  version,
  createdAt: instant,
  ...createdByFields,
  /** Who has edited the draft since; with separate duties they cannot approve it either. */
  editedBy: z.array(id),
  approvedBy: id.nullable(),
  approvedByName: z.string().nullable().optional(),
  /**
   * In the currency of the workspace, ups and downs added, as it was when it was weighed against what
   * has to be approved; null where it was not. Absent without the right to see values.
   */
  value: z.string().nullable().optional(),
  lines: z.array(adjustmentLine),
})
export type Adjustment = z.output<typeof adjustment>

const place = {
  locationId: id.optional(),
  location: line('Location', { max: 40 }).optional(),
  status: z.enum(stockStatuses).default('available'),
  lotCode: code('Lot', { max: 64 }).optional(),
  serial: code('Serial number', { max: 64 }).optional(),
}
const hasPlace = (given: { locationId?: unknown; location?: unknown }) =>
  (given.locationId === undefined) !== (given.location === undefined)

/** One shape for both ways of saying it: a union would weigh on every page that signs people in. */
const newLine = z
  .object({
    /** By how much, or to how much. */
    mode: z.enum(['delta', 'set']),
    ...itemChoice,
    ...place,
    qty: z.string('Enter the quantity as text, such as "12"'),
    /** With `set`: what the counter believed was there. Another number means somebody moved something. */
    expected: countedQuantity.optional(),
  })
  .refine(chosenItem, { path: ['sku'], message: 'Identify the item in exactly one way' })
  .refine(hasPlace, { path: ['location'], message: 'Identify the location in exactly one way' })
  .refine(({ mode, expected }) => mode === 'delta' || expected !== undefined, {
    path: ['expected'],
    message: 'Enter the quantity you saw',
  })
  .superRefine(({ mode, qty }, context) => {
    const { error } = (mode === 'set' ? countedQuantity : signedQuantity).safeParse(qty)
    for (const { message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['qty'], message })
  })

export const newAdjustment = z.object({
  warehouseId: id,
  reasonCode: line('Reason', { min: 1, max: 40 }),
  note: paragraph('Note', { max: 1000 }).default(''),
  effectiveAt: moment.optional(),
  displace,
  post: z.boolean().default(true),
  lines: z.array(newLine).min(1, 'Add at least one line').max(1000),
})

/** Several adjustments in one call. */
const adjustmentBatch = batchOf(newAdjustment, {
  name: 'lines',
  count: ({ lines }) => lines.length,
})

/** Changes to a draft. Omitted fields stay as they are; given lines replace all existing lines. */
const draftChange = z.object({
  version,
  reasonCode: newAdjustment.shape.reasonCode.optional(),
  note: newAdjustment.shape.note.unwrap().optional(),
  /** Null for the moment it is posted. */
  effectiveAt: moment.nullable().optional(),
  lines: newAdjustment.shape.lines.optional(),
})

const one = z.object({ adjustment })
const lineErrors = [
  'barcode_unknown',
  'uom_unknown',
  'uom_not_exact',
  'amount_too_large',
  'lot_required',
  'lot_not_allowed',
  'serial_required',
  'serial_duplicate',
  'reason_unknown',
  'note_required',
] as const
const postErrors = [
  'insufficient_bucket_stock',
  'oversell_refused',
  'expected_quantity_stale',
  'location_blocked',
  'location_full',
  'location_mix_forbidden',
  'serial_not_in_stock',
  'future_date_refused',
  'period_closed',
  'not_in_stock_then',
  'lock_timeout',
] as const
const versioned = z.object({ version })
const posting = versioned.extend({ displace })

export const adjustments = {
  list: get('/tenant/:slug/stock/adjustments', {
    summary: 'Adjustments',
    allow: 'stock.read',
    query: pageQuery.extend({
      warehouse: id.optional(),
      state: words(adjustmentStates).optional(),
      ...changedSince,
      sort: sortedBy('-createdAt', 'number', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(adjustment.omit({ lines: true }).extend({ lineCount: z.int() })),
  }),
  details: get('/tenant/:slug/stock/adjustments/:adjustmentId', {
    summary: 'One adjustment with its lines',
    allow: 'stock.read',
    reply: one,
  }),
  create: post('/tenant/:slug/stock/adjustments', {
    summary: 'Adjust stock, by a difference or to a counted quantity',
    allow: 'stock.adjust.create',
    conditionalRights: [
      { permission: 'stock.backdate', when: 'an `effectiveAt` is given' },
      { permission: 'stock.unreserve', when: '`displace` is true' },
    ],
    body: newAdjustment,
    status: 201,
    reply: one,
    errors: [...lineErrors, ...postErrors],
    idempotent: true,
  }),
  createBatch: post('/tenant/:slug/stock/adjustments/batch', {
    summary: 'Create several adjustments: all or none, or each valid one',
    allow: 'stock.adjust.create',
    conditionalRights: [
      { permission: 'stock.backdate', when: 'an item has an `effectiveAt`' },
      { permission: 'stock.unreserve', when: '`displace` is true for an item' },
    ],
    body: adjustmentBatch,
    reply: batchResult(id),
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  update: patch('/tenant/:slug/stock/adjustments/:adjustmentId', {
    summary: 'Change a draft',
    allow: 'stock.adjust.create',
    conditionalRights: [{ permission: 'stock.backdate', when: 'an `effectiveAt` is given' }],
    body: draftChange,
    reply: one,
    errors: [...lineErrors, 'invalid_transition'],
  }),
  submit: post('/tenant/:slug/stock/adjustments/:adjustmentId/submit', {
    summary: 'Post a draft, or submit it for approval',
    allow: 'stock.adjust.create',
    conditionalRights: [{ permission: 'stock.unreserve', when: '`displace` is true' }],
    body: posting,
    reply: one,
    errors: postErrors,
    idempotent: true,
  }),
  post: post('/tenant/:slug/stock/adjustments/:adjustmentId/post', {
    summary: 'Post a draft that needs no approval',
    allow: 'stock.adjust.create',
    conditionalRights: [{ permission: 'stock.unreserve', when: '`displace` is true' }],
    body: posting,
    reply: one,
    errors: postErrors,
    idempotent: true,
  }),
  approve: post('/tenant/:slug/stock/adjustments/:adjustmentId/approve', {
    summary: 'Approve and post a submitted adjustment',
    allow: 'stock.adjust.approve',
    conditionalRights: [{ permission: 'stock.unreserve', when: '`displace` is true' }],
    body: posting,
    reply: one,
    errors: ['self_approval', ...postErrors],
    idempotent: true,
  }),
  reject: post('/tenant/:slug/stock/adjustments/:adjustmentId/reject', {
    summary: 'Reject a submitted adjustment; it becomes a draft',
    allow: 'stock.adjust.approve',
    body: versioned,
    reply: one,
    idempotent: true,
  }),
  cancel: post('/tenant/:slug/stock/adjustments/:adjustmentId/cancel', {
    summary: 'Cancel a draft',
    allow: 'stock.adjust.create',
    body: versioned,
    reply: one,
    idempotent: true,
  }),
  reverse: post('/tenant/:slug/stock/adjustments/:adjustmentId/reverse', {
    summary: 'Reverse a posted adjustment',
    allow: 'stock.reverse',
    body: versioned.extend({ note: paragraph('Note', { max: 1000 }).optional() }),
    reply: one,
    errors: ['reversal_blocked', 'already_reversed', 'period_closed', 'lock_timeout'],
    idempotent: true,
  }),
}
