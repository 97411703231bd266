import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { idList } from '../id-lists.ts'
import { asFile, maxSelected, pageOf, pageQuery, picked as pickedRows, sortedBy } from '../lists.ts'
import { get, post } from '../route.ts'
import { scanText } from '../scan-text.ts'
import { countedQuantity, quantity } from '../warehouse/fields.ts'
import { fulfillmentStates, pickReasons, pickTaskStates } from './fulfillments.ts'
import { toteCode } from './picking-totes.ts'

const pickTask = z.object({
  id,
  state: z.enum(pickTaskStates),
  fulfillmentId: id,
  variantId: id,
  sku: z.string(),
  unit: z.string(),
  locationId: id,
  location: z.string(),
  lot: z.string().nullable(),
  serial: z.string().nullable(),
  /** Picked quantity, or the quantity left to pick while the task is ready. */
  qty: z.string(),
  /** Tote it was picked into. */
  tote: z.string().nullable(),
  pickedAt: instant.nullable(),
  pickedByName: z.string().nullable(),
})

const scanned = (name: string) => scanText(`Scan or type the ${name}`).optional()

const scans = {
  /** The code or the barcode of the location. */
  scannedLocation: scanned('location'),
  /** The SKU, a barcode or the serial number of the item. */
  scannedItem: scanned('item'),
  /** Tote it is picked into; for a cluster, the tote of its order. */
  tote: toteCode.optional(),
}

export const confirmed = {
  /** Base units. With less than all, the rest stays to pick. */
  qty: quantity,
  ...scans,
  /** Id given by the device: the same scan sent twice counts once. */
  scanId: id.optional(),
}

const picked = z.object({
  task: pickTask,
  /** Picked quantity, in base units. */
  picked: z.string(),
  fulfillment: z.object({ id, number: z.string(), state: z.enum(fulfillmentStates) }),
})

const refusals = [
  'invalid_transition',
  'wrong_location_scanned',
  'wrong_item_scanned',
  'wrong_tote_scanned',
  'tote_not_bound',
  'over_pick',
  'location_blocked',
  'allocation_changed',
  'uom_not_exact',
  'amount_too_large',
  'lock_timeout',
] as const

const openTask = z.object({
  id,
  fulfillmentId: id,
  fulfillment: z.string(),
  orderId: id,
  warehouseId: id,
  warehouseCode: z.string(),
  locationId: id,
  location: z.string(),
  locationBarcode: z.string().nullable(),
  variantId: id,
  sku: z.string(),
  name: z.string(),
  /** Barcodes of the item and its packs. */
  barcodes: z.array(z.string()),
  unit: z.string(),
  lot: z.string().nullable(),
  /** Why its lot may not be picked: it is reported as short, or skipped. Null where it may. */
  lotStopped: z.enum(['hold', 'recalled', 'expired']).nullable(),
  serial: z.string().nullable(),
  qty: z.string(),
  reason: z.enum(pickReasons),
  priority: z.int(),
  shipBy: instant.nullable(),
  /** Null is free for anyone. */
  assignedTo: id.nullable(),
  assignedToName: z.string().nullable(),
  /** The batch it is picked in, its place in the walk, and the slot and tote of its order. */
  batchId: id.nullable(),
  batch: z.string().nullable(),
  sequence: z.int().nullable(),
  slot: z.int().nullable(),
  tote: z.string().nullable(),
})
export type OpenTask = z.output<typeof openTask>

const taskIds = idList({
  min: [1, 'Choose at least one task'],
  max: [maxSelected, `Choose up to ${maxSelected} tasks`],
})

/** The tasks that are still to be picked, as they are now. */
const assigned = z.object({
  tasks: z.array(openTask.pick({ id: true, assignedTo: true, assignedToName: true })),
})

const assignment = {
  reply: assigned,
  errors: ['lock_timeout'],
  idempotent: true,
} as const

export const picking = {
  list: get('/tenant/:slug/picking/tasks', {
    summary: 'What is to be picked, in walking order',
    allow: 'order.read',
    query: pageQuery.extend({
      /** `mine` and `free` are of no batch. */
      view: z.enum(['all', 'mine', 'free']).default('all'),
      batch: id.optional(),
      warehouse: id.optional(),
      fulfillment: id.optional(),
      ids: pickedRows(id),
      sort: sortedBy('path', 'sequence'),
      ...asFile,
    }),
    reply: pageOf(openTask),
  }),
  claim: post('/tenant/:slug/picking/tasks/claim', {
    summary: 'Take free tasks to pick them; those of others stay theirs',
    allow: 'pick.perform',
    body: z.object({ taskIds }),
    ...assignment,
  }),
  handBack: post('/tenant/:slug/picking/tasks/hand-back', {
    summary: 'Give your tasks back, free for anyone',
    allow: 'pick.perform',
    body: z.object({ taskIds }),
    ...assignment,
  }),
  assign: post('/tenant/:slug/picking/tasks/assign', {
    summary: 'Assign tasks to a member, or unassign them',
    allow: 'pick.assign',
    body: z.object({ taskIds, memberId: id.nullable() }),
    ...assignment,
  }),
  confirm: post('/tenant/:slug/picking/tasks/:pickTaskId/confirm', {
    summary: 'Pick a task, or a part of it: its stock moves to the stage location of the warehouse',
    allow: 'pick.perform',
    body: z.object(confirmed),
    reply: picked,
    errors: [...refusals, 'lot_on_hold', 'lot_expired'],
    idempotent: true,
  }),
  short: post('/tenant/:slug/picking/tasks/:pickTaskId/short', {
    summary: 'Report a short pick: what was found is picked, the rest is picked elsewhere or waits',
    allow: 'pick.short',
    body: z.object({
      /** Base units, zero or more. */
      qtyFound: countedQuantity,
      reasonCode: line('Reason', { min: 1, max: 64 }),
      note: line('Note', { max: 500 }).optional(),
      ...scans,
    }),
    reply: picked.extend({
      /** Quantity the location should still have. It is on hold. */
      held: z.string(),
      /** Quantity not found elsewhere. It waits with its order. */
      waits: z.string(),
      replacements: z.array(
        z.object({ id, locationId: id, location: z.string(), qty: z.string() }),
      ),
    }),
    errors: [...refusals, 'reason_unknown', 'note_required', 'oversell_refused'],
    idempotent: true,
  }),
}
