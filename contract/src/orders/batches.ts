import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { idList } from '../id-lists.ts'
import { changedSince, asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { file, get, post } from '../route.ts'
import { createdByFields } from '../warehouse/fields.ts'
import { version } from '../workspace/records.ts'
import { fulfillmentStates, pickTaskStates } from './fulfillments.ts'
import { paperOptions } from './order-papers.ts'
import { toteCode } from './picking-totes.ts'

const batchStates = ['open', 'in_progress', 'completed', 'cancelled'] as const
export type BatchState = (typeof batchStates)[number]

/**
 * Methods of picking a batch: `single` one order, `batch` several orders together, sorted afterwards, `cluster` each order
 * into a tote of its own.
 */
const pickMethods = ['single', 'batch', 'cluster'] as const
export type PickMethod = (typeof pickMethods)[number]

/** The most orders of a batch, and the most batches made at a time. */
export const mostBatchOrders = 50
export const mostBatches = 100

const head = z.object({
  id,
  number: z.string(),
  warehouseId: id,
  warehouseCode: z.string(),
  waveId: id.nullable(),
  wave: z.string().nullable(),
  method: z.enum(pickMethods),
  state: z.enum(batchStates),
  assignedTo: id.nullable(),
  assignedToName: z.string().nullable(),
  version,
  createdAt: instant,
  ...createdByFields,
  orders: z.int(),
  lines: z.int(),
  /** Base units. */
  units: z.string(),
  /** Pick tasks, and how many of them are done. */
  tasks: z.int(),
  picked: z.int(),
  /** Lines of which a pick was short. */
  shortLines: z.int(),
})
export type BatchSummary = z.output<typeof head>

const batch = head.omit({ tasks: true }).extend({
  /** The way between its locations in metres, where coordinates are known. */
  distanceM: z.int().nullable(),
  /** By slot. */
  totes: z.array(
    z.object({
      slot: z.int(),
      fulfillmentId: id,
      fulfillment: z.string(),
      orderId: id,
      order: z.string(),
      state: z.enum(fulfillmentStates),
      tote: z.string().nullable(),
    }),
  ),
  /** In walking order. */
  tasks: z.array(
    z.object({
      id,
      sequence: z.int(),
      state: z.enum(pickTaskStates),
      location: z.string(),
      variantId: id,
      sku: z.string(),
      name: z.string(),
      unit: z.string(),
      lot: z.string().nullable(),
      serial: z.string().nullable(),
      qty: z.string(),
      slot: z.int(),
      fulfillmentId: id,
      fulfillment: z.string(),
      /** Tote it was picked into, or is to be picked into. */
      tote: z.string().nullable(),
      pickedAt: instant.nullable(),
      pickedByName: z.string().nullable(),
    }),
  ),
})
export type Batch = z.output<typeof batch>

const newBatch = z
  .object({
    warehouseId: id,
    method: z.enum(pickMethods, 'Choose how it is picked'),
    fulfillmentIds: idList({
      min: [1, 'Choose at least one fulfillment'],
      max: [mostBatchOrders, `A batch has at most ${mostBatchOrders} orders`],
    }).optional(),
    waveId: id.optional(),
    /** Maximum orders, for a batch that is filled with the most urgent ones. */
    maxOrders: z
      .int('Orders must be a whole number')
      .min(1, 'Orders must be at least 1')
      .max(mostBatchOrders, `A batch has at most ${mostBatchOrders} orders`)
      .default(12),
    /** How many batches are made, if there is enough to pick. */
    count: z
      .int('Batches must be a whole number')
      .min(1, 'Batches must be at least 1')
      .max(mostBatches, `Create up to ${mostBatches} batches at a time`)
      .default(1),
    /** For a cluster: the totes of its slots, in order. */
    totes: z
      .array(toteCode)
      .max(mostBatchOrders, `A batch has at most ${mostBatchOrders} totes`)
      .default([]),
  })
  .refine(({ fulfillmentIds, waveId }) => !fulfillmentIds || waveId === undefined, {
    path: ['waveId'],
    message: 'Choose fulfillments or a wave, not both',
  })
  .refine(
    ({ fulfillmentIds, method }) => method !== 'single' || (fulfillmentIds?.length ?? 1) === 1,
    {
      path: ['fulfillmentIds'],
      message: 'A single pick has one fulfillment',
    },
  )
  .refine(
    ({ totes, method, count }) => totes.length === 0 || (method === 'cluster' && count === 1),
    {
      path: ['totes'],
      message: 'Totes are for one cluster',
    },
  )

const one = z.object({ batch })
const refusals = ['invalid_transition', 'lock_timeout'] as const

export const batches = {
  list: get('/tenant/:slug/picking/batches', {
    summary: 'Pick batches: tasks of several orders that are walked together',
    allow: 'wave.read',
    query: pageQuery.extend({
      view: z.enum(['all', 'open', 'in_work', 'mine', 'with_shorts']).default('all'),
      state: words(batchStates).optional(),
      warehouse: id.optional(),
      wave: id.optional(),
      ...changedSince,
      sort: sortedBy('-createdAt', 'number', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(head),
  }),
  details: get('/tenant/:slug/picking/batches/:batchId', {
    summary: 'A batch with its totes, and its tasks in walking order',
    allow: 'wave.read',
    reply: one,
  }),
  pickList: get('/tenant/:slug/picking/batches/:batchId/pick-list', {
    summary: 'The pick list of a batch in walking order, as PDF',
    allow: 'wave.read',
    query: z.object(paperOptions),
    reply: file,
  }),
  create: post('/tenant/:slug/picking/batches', {
    summary: 'Create batches of fulfillments, of a wave, or of the most urgent orders to pick',
    allow: 'pick.perform',
    body: newBatch,
    status: 201,
    /** The first of them, and all. */
    reply: one.extend({ batches: z.array(z.object({ id, number: z.string() })) }),
    errors: [...refusals, 'nothing_to_pick', 'already_batched', 'tote_in_use'],
    idempotent: true,
  }),
  claim: post('/tenant/:slug/picking/batches/:batchId/claim', {
    summary: 'Take a batch to pick it',
    allow: 'pick.perform',
    reply: one,
    errors: refusals,
    idempotent: true,
  }),
  handBack: post('/tenant/:slug/picking/batches/:batchId/hand-back', {
    summary: 'Give your batch back, free for anyone',
    allow: 'pick.perform',
    reply: one,
    errors: refusals,
    idempotent: true,
  }),
  assign: post('/tenant/:slug/picking/batches/:batchId/assign', {
    summary: 'Assign a batch to a member, or to nobody',
    allow: 'pick.assign',
    body: z.object({ memberId: id.nullable() }),
    reply: one,
    errors: refusals,
    idempotent: true,
  }),
  bindTotes: post('/tenant/:slug/picking/batches/:batchId/totes', {
    summary: 'Bind totes to the orders of a cluster, one to each',
    allow: 'pick.perform',
    body: z.object({
      totes: z
        .array(z.object({ fulfillmentId: id, tote: toteCode }))
        .min(1, 'Scan at least one tote')
        .max(mostBatchOrders, `A batch has at most ${mostBatchOrders} totes`),
    }),
    reply: one,
    errors: [...refusals, 'tote_in_use'],
    idempotent: true,
  }),
  complete: post('/tenant/:slug/picking/batches/:batchId/complete', {
    summary: 'Complete a batch; what is not picked of it leaves the batch',
    allow: 'pick.perform',
    reply: one,
    errors: refusals,
    idempotent: true,
  }),
  cancel: post('/tenant/:slug/picking/batches/:batchId/cancel', {
    summary:
      'Dissolve a batch nobody is picking; its tasks can be picked one by one or batched again',
    allow: 'pick.assign',
    reply: one,
    errors: refusals,
    idempotent: true,
  }),
}
