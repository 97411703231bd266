import { z } from 'zod'
import { code, id, instant, line } from '../fields.ts'
import { grams, millimetres } from '../warehouse/fields.ts'
import { changesOf, recordList, recordRoutes } from '../workspace/record-routes.ts'
import { states, version } from '../workspace/records.ts'
import { packageSize, packageWeight } from './packing.ts'

const created = z.object({
  code: code('Code', { min: 1, max: 40 }),
  name: line('Name', { max: 80 }).default(''),
  /** Size inside. */
  lengthMm: millimetres('Inner length', packageSize).default(null),
  widthMm: millimetres('Inner width', packageSize).default(null),
  heightMm: millimetres('Inner height', packageSize).default(null),
  /** Weight of the empty box. */
  tareWeightG: grams('Tare weight', { ...packageWeight, min: 0 }).default(null),
  /** Most that the packed box may weigh. */
  maxWeightG: grams('Maximum weight', packageWeight).default(null),
})

const box = z.object({
  id,
  code: z.string(),
  name: z.string(),
  lengthMm: z.int().nullable(),
  widthMm: z.int().nullable(),
  heightMm: z.int().nullable(),
  tareWeightG: z.int().nullable(),
  maxWeightG: z.int().nullable(),
  state: z.enum(states),
  version,
  createdAt: instant,
})
export type Box = z.output<typeof box>

const path = '/tenant/:slug/boxes'

export const boxes = {
  list: recordList(path, {
    summary: 'Boxes',
    allow: 'box.read',
    item: box,
    sort: ['code', 'name', 'createdAt', 'updatedAt'],
  }),
  ...recordRoutes('box', path, {
    item: box,
    created,
    changed: changesOf(created),
    rights: { read: 'box.read', create: 'box.manage' },
    errors: { archive: [] },
  }),
}
