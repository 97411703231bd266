import { z } from 'zod'
import { id } from '../fields.ts'
import type { Things } from '../noun.ts'

export const things = {
  pick_batch: { name: 'Batch', page: 'picking/batches/$id', isHit: true },
  tote: { name: 'Tote', page: 'fulfillments/$id' },
} as const satisfies Things

export const events = () => ({
  pick_batch: {
    each: {
      number: z.string(),
      waveId: id.nullable(),
      method: z.string(),
      assignedTo: id.nullable(),
    },
    types: {
      created: {},
      claimed: {},
      handed_back: {},
      assigned: {},
      totes_bound: { totes: z.array(z.object({ fulfillmentId: id, tote: z.string().nullable() })) },
      completed: {},
      cancelled: {},
    },
  },
})
