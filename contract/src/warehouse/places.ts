import { z } from 'zod'
import { id } from '../fields.ts'
import { get, patch, post } from '../route.ts'
import { changed, recordIds } from '../batches.ts'
import { asFile, pageOf, pageQuery, picked, sortedBy, words } from '../lists.ts'
import { one, versioned } from './fields.ts'
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
    summary: 'Warehouses the member may see; stock in transit is in a warehouse of kind transit',
    allow: 'location.read',
    query: z.object({ kind: z.enum(['site', 'transit']).optional(), ...asFile }),
    reply: z.object({ items: z.array(warehouse) }),
  }),
  createWarehouse: post('/tenant/:slug/places/warehouses', {
    summary:
      'Create a warehouse with locations for receiving, staging, quarantine and damaged stock',
    allow: 'location.create',
    body: newWarehouse,
    status: 201,
    reply: z.object({ warehouse, locations: z.array(location) }),
    errors: ['duplicate_key', 'idempotency_conflict'],
    idempotent: true,
  }),
  warehouse: get('/tenant/:slug/places/warehouses/:warehouseId', {
    summary: 'A warehouse',
    allow: 'location.read',
    reply: one('warehouse', warehouse),
  }),
  updateWarehouse: patch('/tenant/:slug/places/warehouses/:warehouseId', {
    summary: 'Update a warehouse and its default locations',
    allow: 'location.update',
    body: warehouseChange,
    reply: one('warehouse', warehouse),
    errors: ['version_conflict'],
  }),
  archiveWarehouse: post('/tenant/:slug/places/warehouses/:warehouseId/archive', {
    summary: 'Archive a warehouse without stock, reservations and open documents',
    allow: 'location.archive',
    body: versioned,
    reply: one('warehouse', warehouse),
    errors: ['version_conflict', 'in_use', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  restoreWarehouse: post('/tenant/:slug/places/warehouses/:warehouseId/restore', {
    summary: 'Restore a warehouse',
    allow: 'location.archive',
    body: versioned,
    reply: one('warehouse', warehouse),
    errors: ['version_conflict', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  zones: get('/tenant/:slug/places/zones', {
    summary: 'Zones of the warehouses the member may see',
    allow: 'location.read',
    query: z.object({ warehouse: id.optional(), ...asFile }),
    reply: z.object({ items: z.array(zone) }),
  }),
  createZone: post('/tenant/:slug/places/zones', {
    summary: 'Create a zone',
    allow: 'location.create',
    body: newZone,
    status: 201,
    reply: one('zone', zone),
    errors: ['duplicate_key', 'idempotency_conflict'],
    idempotent: true,
  }),
  zone: get('/tenant/:slug/places/zones/:zoneId', {
    summary: 'A zone',
    allow: 'location.read',
    reply: one('zone', zone),
  }),
  updateZone: patch('/tenant/:slug/places/zones/:zoneId', {
    summary: 'Update a zone',
    allow: 'location.update',
    body: zoneChange,
    reply: one('zone', zone),
    errors: ['version_conflict'],
  }),
  archiveZone: post('/tenant/:slug/places/zones/:zoneId/archive', {
    summary: 'Archive a zone whose locations are all archived',
    allow: 'location.archive',
    body: versioned,
    reply: one('zone', zone),
    errors: ['version_conflict', 'in_use', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  restoreZone: post('/tenant/:slug/places/zones/:zoneId/restore', {
    summary: 'Restore a zone',
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
    summary: 'Create a location',
    allow: 'location.create',
    body: newLocation,
    status: 201,
    reply: one('location', location),
    errors: ['duplicate_key', 'idempotency_conflict'],
    idempotent: true,
  }),
  location: get('/tenant/:slug/places/locations/:locationId', {
    summary: 'A location',
    allow: 'location.read',
    reply: one('location', location),
  }),
  updateLocation: patch('/tenant/:slug/places/locations/:locationId', {
    summary: 'Update a location',
    allow: 'location.update',
    body: locationChange,
    reply: one('location', location),
    errors: ['duplicate_key', 'version_conflict'],
  }),
  archiveLocation: post('/tenant/:slug/places/locations/:locationId/archive', {
    summary: 'Archive an empty location permanently',
    allow: 'location.archive',
    body: versioned,
    reply: one('location', location),
    errors: ['version_conflict', 'in_use', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  block: post('/tenant/:slug/places/locations/:locationId/block', {
    summary: 'Block a location for incoming stock, outgoing stock or both',
    allow: 'location.block',
    conditionalRights: [{ permission: 'stock.status.change', when: '`hold` is true' }],
    body: versioned.extend({ direction, hold }),
    reply: one('location', location),
    errors: ['version_conflict', 'invalid_transition', 'idempotency_conflict', ...holding],
    idempotent: true,
  }),
  unblock: post('/tenant/:slug/places/locations/:locationId/unblock', {
    summary: 'Unblock a location',
    allow: 'location.block',
    body: versioned,
    reply: one('location', location),
    errors: ['version_conflict', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  blockLocations: post('/tenant/:slug/places/locations/block', {
    summary: 'Block several locations, all or none',
    allow: 'location.block',
    conditionalRights: [{ permission: 'stock.status.change', when: '`hold` is true' }],
    body: recordIds.extend({ direction, hold }),
    reply: changed,
    errors: ['invalid_transition', 'idempotency_conflict', ...holding],
    idempotent: true,
  }),
  unblockLocations: post('/tenant/:slug/places/locations/unblock', {
    summary: 'Unblock several locations, all or none',
    allow: 'location.block',
    body: recordIds,
    reply: changed,
    errors: ['invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  generate: post('/tenant/:slug/places/locations/generate', {
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
    errors: ['idempotency_conflict'],
    idempotent: true,
  }),
}
