import { z } from 'zod'
import { id, line } from '../fields.ts'
import { asFile } from '../lists.ts'
import { get, post, patch } from '../route.ts'
import { placeState, placeCode, sequence } from './fields.ts'
import { version, one, versioned } from '../workspace/records.ts'

export const zoneKinds = [
  'receive',
  'bulk',
  'pick',
  'stage',
  'quarantine',
  'damaged',
  'return',
] as const

const zone = z.object({
  id,
  warehouseId: id,
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  pickSequence: z.int(),
  state: placeState,
  version,
})

const fields = {
  name: line('Name', { max: 80 }),
  kind: z.enum(zoneKinds),
  pickSequence: sequence,
}

export const newZone = z.object({
  warehouseId: id,
  code: placeCode,
  name: fields.name.default(''),
  kind: fields.kind.default('pick'),
  pickSequence: fields.pickSequence.default(0),
})

const zoneChange = z.object(fields).partial().extend({ version })

export type Zone = z.output<typeof zone>

export const zones = {
  list: get('/tenant/:slug/zones', {
    summary: 'Zones of the warehouses the member may see',
    allow: 'location.read',
    query: z.object({ warehouse: id.optional(), ...asFile }),
    reply: z.object({ items: z.array(zone) }),
  }),
  create: post('/tenant/:slug/zones', {
    summary: 'Create a zone',
    allow: 'location.create',
    body: newZone,
    status: 201,
    reply: one('zone', zone),
    errors: ['duplicate_key'],
    idempotent: true,
  }),
  details: get('/tenant/:slug/zones/:zoneId', {
    summary: 'A zone',
    allow: 'location.read',
    reply: one('zone', zone),
  }),
  update: patch('/tenant/:slug/zones/:zoneId', {
    summary: 'Update a zone',
    allow: 'location.update',
    body: zoneChange,
    reply: one('zone', zone),
  }),
  archive: post('/tenant/:slug/zones/:zoneId/archive', {
    summary: 'Archive a zone whose locations are all archived',
    allow: 'location.archive',
    body: versioned,
    reply: one('zone', zone),
    errors: ['in_use'],
    idempotent: true,
  }),
  restore: post('/tenant/:slug/zones/:zoneId/restore', {
    summary: 'Restore a zone',
    allow: 'location.archive',
    body: versioned,
    reply: one('zone', zone),
    idempotent: true,
  }),
}
