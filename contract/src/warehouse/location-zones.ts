import { z } from 'zod'
import { id, line } from '../fields.ts'
import { asFile } from '../lists.ts'
import { get } from '../route.ts'
import { placeState, placeCode, sequence } from './fields.ts'
import { changesOf, recordRoutes } from '../workspace/record-routes.ts'
import { version } from '../workspace/records.ts'

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

export const newZone = z.object({
  warehouseId: id,
  code: placeCode,
  name: line('Name', { max: 80 }).default(''),
  kind: z.enum(zoneKinds).default('pick'),
  pickSequence: sequence.default(0),
})

export type Zone = z.output<typeof zone>

export const zones = {
  list: get('/tenant/:slug/zones', {
    summary: 'Zones of the warehouses the member may see',
    allow: 'location.read',
    query: z.object({ warehouse: id.optional(), ...asFile }),
    reply: z.object({ items: z.array(zone) }),
  }),
  ...recordRoutes('zone', '/tenant/:slug/zones', {
    item: zone,
    created: newZone,
    changed: changesOf(newZone.omit({ warehouseId: true, code: true })),
    rights: {
      read: 'location.read',
      create: 'location.create',
      update: 'location.update',
      archive: 'location.archive',
    },
    titles: { archive: 'Archive a zone whose locations are all archived' },
    errors: { update: [] },
  }),
}
