import { z } from 'zod'
import { id } from '../fields.ts'
import { get, patch, post } from '../route.ts'
import {
  asFile,
  changed,
  one,
  pageOf,
  pageQuery,
  picked,
  several,
  sortedBy,
  versioned,
  words,
} from './fields.ts'
import {
  generation,
  locationChange,
  newLocation,
  newWarehouse,
  newZone,
  warehouseChange,
  zoneChange,
} from './place-inputs.ts'
import {
  location,
  locationKinds,
  locationStatuses,
  warehouse,
  zone,
  zoneKinds,
} from './place-replies.ts'

export { locationKinds, locationStatuses, zoneKinds }

export type Warehouse = z.output<typeof warehouse>
export type Zone = z.output<typeof zone>
export type Location = z.output<typeof location>

/** What a block keeps from going. */
const direction = z.enum(['in', 'out', 'both'])
/** Whether what lies there for sale goes on hold at once, for which it takes `stock.status.change`. */
const hold = z.boolean().default(false)
const holding = [
  'permission_denied',
  'insufficient_bucket_stock',
  'oversell_refused',
  'period_closed',
  'lock_timeout',
] as const

export const places = {
  warehouses: get('/tenant/:slug/places/warehouses', {
    summary: 'The warehouses the member may see; goods on their way stand in one of kind transit',
    allow: 'location.read',
    query: z.object({ kind: z.enum(['site', 'transit']).optional(), ...asFile }),
    reply: z.object({ items: z.array(warehouse) }),
  }),
  createWarehouse: post('/tenant/:slug/places/warehouses', {
    summary:
      'Open a warehouse with its places to receive, stage, quarantine and keep damaged goods',
    allow: 'location.create',
    body: newWarehouse,
    status: 201,
    reply: z.object({ warehouse, locations: z.array(location) }),
    errors: ['duplicate_key', 'idempotency_conflict'],
    idempotent: true,
  }),
  warehouse: get('/tenant/:slug/places/warehouses/:warehouseId', {
    summary: 'One warehouse',
    allow: 'location.read',
    reply: one('warehouse', warehouse),
  }),
  updateWarehouse: patch('/tenant/:slug/places/warehouses/:warehouseId', {
    summary: 'Change what is said about a warehouse, and where in it goods go or wait',
    allow: 'location.update',
    body: warehouseChange,
    reply: one('warehouse', warehouse),
    errors: ['version_conflict'],
  }),
  archiveWarehouse: post('/tenant/:slug/places/warehouses/:warehouseId/archive', {
    summary: 'Put a warehouse away in which nothing lies, is promised or is begun',
    allow: 'location.archive',
    body: versioned,
    reply: one('warehouse', warehouse),
    errors: ['version_conflict', 'in_use', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  restoreWarehouse: post('/tenant/:slug/places/warehouses/:warehouseId/restore', {
    summary: 'Bring a warehouse back',
    allow: 'location.archive',
    body: versioned,
    reply: one('warehouse', warehouse),
    errors: ['version_conflict', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  zones: get('/tenant/:slug/places/zones', {
    summary: 'The zones of the warehouses the member may see',
    allow: 'location.read',
    query: z.object({ warehouse: id.optional(), ...asFile }),
    reply: z.object({ items: z.array(zone) }),
  }),
  createZone: post('/tenant/:slug/places/zones', {
    summary: 'Add a zone to a warehouse',
    allow: 'location.create',
    body: newZone,
    status: 201,
    reply: one('zone', zone),
    errors: ['duplicate_key', 'idempotency_conflict'],
    idempotent: true,
  }),
  zone: get('/tenant/:slug/places/zones/:zoneId', {
    summary: 'One zone',
    allow: 'location.read',
    reply: one('zone', zone),
  }),
  updateZone: patch('/tenant/:slug/places/zones/:zoneId', {
    summary: 'Change name, kind or sequence of a zone',
    allow: 'location.update',
    body: zoneChange,
    reply: one('zone', zone),
    errors: ['version_conflict'],
  }),
  archiveZone: post('/tenant/:slug/places/zones/:zoneId/archive', {
    summary: 'Put a zone away whose locations all were',
    allow: 'location.archive',
    body: versioned,
    reply: one('zone', zone),
    errors: ['version_conflict', 'in_use', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  restoreZone: post('/tenant/:slug/places/zones/:zoneId/restore', {
    summary: 'Bring a zone back',
    allow: 'location.archive',
    body: versioned,
    reply: one('zone', zone),
    errors: ['version_conflict', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  locations: get('/tenant/:slug/places/locations', {
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
      sort: sortedBy('sequence', 'code'),
      ...asFile,
    }),
    reply: pageOf(location.extend({ skus: z.int(), zoneCode: z.string().nullable() })),
  }),
  createLocation: post('/tenant/:slug/places/locations', {
    summary: 'Add one location',
    allow: 'location.create',
    body: newLocation,
    status: 201,
    reply: one('location', location),
    errors: ['duplicate_key', 'idempotency_conflict'],
    idempotent: true,
  }),
  location: get('/tenant/:slug/places/locations/:locationId', {
    summary: 'One location',
    allow: 'location.read',
    reply: one('location', location),
  }),
  updateLocation: patch('/tenant/:slug/places/locations/:locationId', {
    summary: 'Change a location',
    allow: 'location.update',
    body: locationChange,
    reply: one('location', location),
    errors: ['duplicate_key', 'version_conflict'],
  }),
  archiveLocation: post('/tenant/:slug/places/locations/:locationId/archive', {
    summary: 'Put an empty location away for good',
    allow: 'location.archive',
    body: versioned,
    reply: one('location', location),
    errors: ['version_conflict', 'in_use', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  block: post('/tenant/:slug/places/locations/:locationId/block', {
    summary: 'Let nothing in, out, or both',
    allow: 'location.block',
    conditionalRights: [{ permission: 'stock.status.change', when: '`hold` is true' }],
    body: versioned.extend({ direction, hold }),
    reply: one('location', location),
    errors: ['version_conflict', 'invalid_transition', 'idempotency_conflict', ...holding],
    idempotent: true,
  }),
  unblock: post('/tenant/:slug/places/locations/:locationId/unblock', {
    summary: 'Open a blocked location again',
    allow: 'location.block',
    body: versioned,
    reply: one('location', location),
    errors: ['version_conflict', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  blockSeveral: post('/tenant/:slug/places/locations/block', {
    summary: 'Let nothing in, out, or both, of several locations, all or none',
    allow: 'location.block',
    conditionalRights: [{ permission: 'stock.status.change', when: '`hold` is true' }],
    body: several.extend({ direction, hold }),
    reply: changed,
    errors: ['invalid_transition', 'idempotency_conflict', ...holding],
    idempotent: true,
  }),
  unblockSeveral: post('/tenant/:slug/places/locations/unblock', {
    summary: 'Open several blocked locations again, all or none',
    allow: 'location.block',
    body: several,
    reply: changed,
    errors: ['invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  generate: post('/tenant/:slug/places/locations/generate', {
    summary: 'Make all locations of a pattern that are not there yet, or count them',
    allow: 'location.create',
    body: generation,
    status: 201,
    reply: z.object({
      count: z.int(),
      existing: z.int(),
      created: z.int(),
      sample: z.array(z.string()),
    }),
    errors: ['idempotency_conflict'],
    idempotent: true,
  }),
}
