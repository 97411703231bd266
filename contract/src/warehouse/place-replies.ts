import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { version } from './fields.ts'

/* What the calls of the places answer with. */

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
export const zoneKinds = [
  'receive',
  'bulk',
  'pick',
  'stage',
  'quarantine',
  'damaged',
  'return',
] as const

const defaults = z.object({
  receive: id.nullable(),
  stage: id.nullable(),
  quarantine: id.nullable(),
  damaged: id.nullable(),
})

const placeState = z.enum(['active', 'archived'])

const address = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string(),
  postalCode: z.string(),
  city: z.string(),
  region: z.string(),
  /** Two letters of ISO 3166; blank as everything here that was not said. */
  country: z.string(),
})

export const warehouse = z.object({
  id,
  code: z.string(),
  name: z.string(),
  kind: z.enum(['site', 'transit']),
  timezone: z.string(),
  address,
  /** Whether what lies there may be promised to orders. */
  isSellable: z.boolean(),
  /** Which one is tried first: that of the lowest rank, then by code. */
  rank: z.int(),
  state: placeState,
  /** Where goods go or wait unless another place is said. */
  defaultLocations: defaults,
  version,
  createdAt: instant,
})

export const zone = z.object({
  id,
  warehouseId: id,
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  pickSequence: z.int(),
  state: placeState,
  version,
})

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
  /** Whether different items, and different lots of an item, may lie there together. */
  mixedSkus: z.boolean(),
  mixedLots: z.boolean(),
  status: z.enum(locationStatuses),
  lastCountedAt: instant.nullable(),
  version,
})
