import { z } from 'zod'
import { recordIds, changed } from '../batches.ts'
import { id, instant, line } from '../fields.ts'
import { changedSince, pageQuery, words, picked, sortedBy, asFile, pageOf } from '../lists.ts'
import { get, post } from '../route.ts'
import { scannedCode } from '../scan-text.ts'
import { millimetres, placeCode, sequence } from './fields.ts'
import { changesOf, recordRoutes } from '../workspace/record-routes.ts'
import { one, version, versioned } from '../workspace/records.ts'

/** Numbers of units that have no item yet, and so no decimals. */
const most = (label: string) =>
  z
    .int(`${label} must be a whole number`)
    .min(1, `${label} must be at least 1`)
    .max(1_000_000_000, `${label} must be at most 1,000,000,000`)
    .nullable()

const maxUnits = most('Maximum quantity')
const maxWeightG = most('Most weight')

/** Capacity limits of a location. By default there are none. */
const limits = {
  maxUnits: maxUnits.default(null),
  maxWeightG: maxWeightG.default(null),
  mixedSkus: z.boolean().default(true),
  mixedLots: z.boolean().default(true),
}

export const locationStatuses = [
  'active',
  'blocked_in',
  'blocked_out',
  'blocked',
  'archived',
] as const

export const locationKinds = [
  'bin',
  'shelf',
  'pallet',
  'floor',
  'dock',
  'stage',
  'virtual',
] as const

export const location = z.object({
  id,
  warehouseId: id,
  zoneId: id.nullable(),
  code: z.string(),
  barcode: z.string().nullable(),
  kind: z.enum(locationKinds),
  pickSequence: z.int(),
  /** Where it lies on the floor, from the corner of the warehouse; null is not said. */
  xMm: z.int().nullable(),
  yMm: z.int().nullable(),
  pickable: z.boolean(),
  receivable: z.boolean(),
  /** Base units of all that may lie there, and their weight; null is any number. */
  maxUnits: z.int().nullable(),
  maxWeightG: z.int().nullable(),
  /** True if different items can share the location. `mixedLots`: different lots of an item. */
  mixedSkus: z.boolean(),
  mixedLots: z.boolean(),
  status: z.enum(locationStatuses),
  lastCountedAt: instant.nullable(),
  version,
})

const floor = { min: 0, max: 10_000_000 }

export const newLocation = z.object({
  warehouseId: id,
  zoneId: id.nullable().default(null),
  code: placeCode,
  barcode: scannedCode('Barcode', { max: 64 }).nullable().default(null),
  kind: z.enum(locationKinds).default('bin'),
  pickSequence: sequence.default(0),
  xMm: millimetres('X position', floor).default(null),
  yMm: millimetres('Y position', floor).default(null),
  pickable: z.boolean().default(true),
  receivable: z.boolean().default(true),
  ...limits,
})

/** The most locations of one pattern. */
export const mostGenerated = 20_000

const generation = z.object({
  warehouseId: id,
  zoneId: id.nullable().default(null),
  /** `{A..C}-{01..20}`: letters or numbers that count up, between text that stays. */
  pattern: line('Pattern', { min: 1, max: 100 }),
  /** Which way round the aisles are walked. */
  order: z.enum(['serpentine', 'straight']).default('serpentine'),
  ...limits,
  dryRun: z.boolean().default(false),
})

export type Location = z.output<typeof location>

/** Directions that a block closes. */
const direction = z.enum(['in', 'out', 'both'])

/** Puts sellable stock in the location on hold, which requires `stock.status.change`. */
const hold = z.boolean().default(false)

const holding = [
  'insufficient_bucket_stock',
  'oversell_refused',
  'period_closed',
  'lock_timeout',
] as const

const { create, details, update, archive } = recordRoutes('location', '/tenant/:slug/locations', {
  item: location,
  created: newLocation,
  changed: changesOf(newLocation.omit({ warehouseId: true, code: true })),
  rights: {
    read: 'location.read',
    create: 'location.create',
    update: 'location.update',
    archive: 'location.archive',
  },
  titles: { archive: 'Archive an empty location permanently' },
})

export const locations = {
  list: get('/tenant/:slug/locations', {
    summary: 'Locations',
    allow: 'location.read',
    query: pageQuery.extend({
      warehouse: id.optional(),
      zone: id.optional(),
      status: words(locationStatuses).optional(),
      kind: words(locationKinds).optional(),
      contents: z.enum(['empty', 'mixed', 'any']).optional(),
      ids: picked(id),
      /** `sequence` is the order they are walked in. */
      ...changedSince,
      sort: sortedBy('sequence', 'code', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(location.extend({ skus: z.int(), zoneCode: z.string().nullable() })),
  }),
  create,
  details,
  update,
  archive,
  block: post('/tenant/:slug/locations/:locationId/block', {
    summary: 'Block a location for incoming stock, outgoing stock or both',
    allow: 'location.block',
    conditionalRights: [{ permission: 'stock.status.change', when: '`hold` is true' }],
    body: versioned.extend({ direction, hold }),
    reply: one('location', location),
    errors: holding,
    idempotent: true,
  }),
  unblock: post('/tenant/:slug/locations/:locationId/unblock', {
    summary: 'Unblock a location',
    allow: 'location.block',
    body: versioned,
    reply: one('location', location),
    idempotent: true,
  }),
  blockMany: post('/tenant/:slug/locations/block', {
    summary: 'Block several locations, all or none',
    allow: 'location.block',
    conditionalRights: [{ permission: 'stock.status.change', when: '`hold` is true' }],
    body: recordIds.extend({ direction, hold }),
    reply: changed,
    errors: ['invalid_transition', ...holding],
    idempotent: true,
  }),
  unblockMany: post('/tenant/:slug/locations/unblock', {
    summary: 'Unblock several locations, all or none',
    allow: 'location.block',
    body: recordIds,
    reply: changed,
    errors: ['invalid_transition'],
    idempotent: true,
  }),
  generate: post('/tenant/:slug/locations/generate', {
    summary: 'Create the missing locations of a pattern, or count them',
    allow: 'location.create',
    body: generation,
    status: 201,
    reply: z.object({
      count: z.int(),
      existing: z.int(),
      created: z.int(),
      sample: z.array(z.string()),
    }),
    idempotent: true,
  }),
}
