import { z } from 'zod'
import { id, line } from '../fields.ts'
import { get, patch } from '../route.ts'
import { calendarDay, one, version, versioned } from './fields.ts'

const lot = z.object({
  id,
  variantId: id,
  code: z.string(),
  supplierLot: z.string().nullable(),
  manufacturedOn: z.string().nullable(),
  expiresOn: z.string().nullable(),
  receivedOn: z.string().nullable(),
  version,
})
export type Lot = z.output<typeof lot>

export const lots = {
  lot: get('/tenant/:slug/lots/:lotId', {
    summary: 'One lot',
    allow: 'stock.read',
    reply: one('lot', lot),
  }),
  updateLot: patch('/tenant/:slug/lots/:lotId', {
    summary: 'Correct the dates or the supplier lot of a lot',
    allow: 'stock.status.change',
    body: versioned.extend({
      supplierLot: line('Supplier lot', { min: 1, max: 64 }).nullable().optional(),
      manufacturedOn: calendarDay.nullable().optional(),
      expiresOn: calendarDay.nullable().optional(),
    }),
    reply: one('lot', lot),
    errors: ['version_conflict'],
  }),
}
