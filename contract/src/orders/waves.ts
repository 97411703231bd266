import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { idList } from '../id-lists.ts'
import { changedSince, asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { get, patch, post } from '../route.ts'
import { createdByFields } from '../warehouse/fields.ts'
import { version, versioned } from '../workspace/records.ts'
import { pickPolicies } from '../warehouse/pick-policies.ts'
import { priority } from './order-inputs.ts'

const waveStates = ['draft', 'released', 'in_progress', 'completed', 'cancelled'] as const
export type WaveState = (typeof waveStates)[number]

/** States of an order in a wave. `skipped` and `returned` occur in a wave that was cancelled. */
const waveOrderStates = ['pending', 'released', 'refused', 'skipped', 'returned'] as const
export type WaveOrderState = (typeof waveOrderStates)[number]

/** The most orders of a wave. */
export const mostWaveOrders = 2000

/** Filter of the orders a wave takes, of those that can be released in its warehouse; without one, all of them. */
const filter = z.object({
  channel: id.optional(),
  customer: id.optional(),
  variant: id.optional(),
  tag: z.string().max(40).optional(),
  payment: z.string().max(40).optional(),
  /** `day` and `week` from the release of the wave. */
  promised: z.enum(['overdue', 'day', 'week', 'none']).optional(),
  /** This priority or a higher one. */
  minPriority: priority.optional(),
  /** Only these, and none while it is empty. */
  orderIds: idList({
    max: [mostWaveOrders, `A wave has at most ${mostWaveOrders.toLocaleString('en-US')} orders`],
  }).optional(),
})
/** In a reply, which can't be written by a schema that changes values. */
const shownFilter = filter.extend({ orderIds: z.array(id).optional() })
export type WaveFilter = z.output<typeof filter>

const limit = (label: string, most: number) =>
  z
    .int(`${label} must be a whole number`)
    .min(1, `${label} must be at least 1`)
    .max(most, `${label} must be at most ${most.toLocaleString('en-US')}`)

const fields = {
  name: line('Name', { max: 60 }),
  filter,
  policy: z.enum(pickPolicies),
  maxOrders: limit('Orders', mostWaveOrders),
  maxLines: limit('Lines', 100_000).nullable(),
  /** Base units. */
  maxUnits: limit('Units', 100_000_000).nullable(),
}

const newWave = z.object({
  warehouseId: id,
  name: fields.name.default(''),
  filter: filter.default({}),
  /** Without it, the policy of the warehouse. */
  policy: fields.policy.optional(),
  maxOrders: fields.maxOrders.default(200),
  maxLines: fields.maxLines.default(null),
  maxUnits: fields.maxUnits.default(null),
})

const wave = z.object({
  id,
  number: z.string(),
  name: z.string(),
  warehouseId: id,
  warehouseCode: z.string(),
  state: z.enum(waveStates),
  policy: z.enum(pickPolicies),
  filter: shownFilter,
  maxOrders: z.int(),
  maxLines: z.int().nullable(),
  maxUnits: z.int().nullable(),
  version,
  createdAt: instant,
  ...createdByFields,
  /** Its orders by what became of them; none before its release. */
  results: z.partialRecord(z.enum(waveOrderStates), z.int()),
  /** Number of orders released and not cancelled; for a draft with chosen orders, those it would take now. */
  orders: z.int(),
  lines: z.int(),
  units: z.string(),
  /** Pick tasks, and how many of them are done. */
  tasks: z.int(),
  picked: z.int(),
  /** Lines of which a pick was short. */
  shortLines: z.int(),
})
export type Wave = z.output<typeof wave>

const waveOrder = z.object({
  lineNo: z.int(),
  orderId: id,
  number: z.string(),
  customer: z.string().nullable(),
  priority: z.int(),
  promisedShipAt: instant.nullable(),
  state: z.enum(waveOrderStates),
  code: z.string().nullable(),
  message: z.string().nullable(),
})
export type WaveOrder = z.output<typeof waveOrder>

const one = z.object({ wave })

export const waves = {
  list: get('/tenant/:slug/picking/waves', {
    summary: 'Waves: orders that are released together',
    allow: 'wave.read',
    query: pageQuery.extend({
      view: z.enum(['all', 'to_release', 'in_work', 'with_shorts']).default('all'),
      state: words(waveStates).optional(),
      warehouse: id.optional(),
      ...changedSince,
      sort: sortedBy('-createdAt', 'number', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(wave),
  }),
  details: get('/tenant/:slug/picking/waves/:waveId', {
    summary: 'A wave with its progress',
    allow: 'wave.read',
    reply: one,
  }),
  orders: get('/tenant/:slug/picking/waves/:waveId/orders', {
    summary:
      'The orders of a wave and what became of each, the most urgent first; of a draft those chosen',
    allow: 'wave.read',
    query: pageQuery
      .omit({ q: true })
      .extend({ state: words(waveOrderStates).optional(), sort: sortedBy('lineNo') }),
    reply: pageOf(waveOrder),
  }),
  preview: post('/tenant/:slug/picking/waves/preview', {
    summary: 'How much a wave would take if it were released now; changes nothing',
    allow: 'wave.manage',
    body: newWave,
    reply: z.object({ orders: z.int(), lines: z.int(), units: z.string() }),
  }),
  create: post('/tenant/:slug/picking/waves', {
    summary: 'Create a wave as a draft',
    allow: 'wave.manage',
    body: newWave,
    status: 201,
    reply: one,
    idempotent: true,
  }),
  update: patch('/tenant/:slug/picking/waves/:waveId', {
    summary: 'Change a draft: its name, its limits, and which orders it takes',
    allow: 'wave.manage',
    body: versioned.extend(z.object(fields).partial().shape),
    reply: one,
    errors: ['invalid_transition'],
  }),
  release: post('/tenant/:slug/picking/waves/:waveId/release', {
    summary: 'Release a wave: its orders are chosen now and released one after the other',
    allow: 'wave.release',
    body: versioned,
    reply: one,
    errors: ['lock_timeout', 'nothing_to_release'],
    idempotent: true,
  }),
  cancel: post('/tenant/:slug/picking/waves/:waveId/cancel', {
    summary: 'Cancel a wave of which nothing is picked; what it released is taken back',
    allow: 'wave.manage',
    body: versioned,
    reply: one,
    errors: ['lock_timeout'],
    idempotent: true,
  }),
}
