import { z } from 'zod'
import { id, line } from '../fields.ts'
import { post, put } from '../route.ts'
import { quantity } from '../warehouse/fields.ts'

const path = '/tenant/:slug/picking/conflicts/:scanId'

/** Picks that a device made without a connection and the server refused later. */
export const pickConflicts = {
  report: put(path, {
    summary: 'Report a refused pick that waits on a device. Resolved ones are to be dropped there',
    allow: 'pick.perform',
    body: z.object({
      pickTaskId: id,
      qty: quantity,
      message: line('Message', { min: 1, max: 500 }),
    }),
    reply: z.object({ state: z.enum(['open', 'resolved']) }),
  }),
  settle: post(`${path}/settle`, {
    summary: 'Note that the device recorded or dropped a pick it had reported',
    allow: 'pick.perform',
    reply: z.object({ state: z.enum(['open', 'resolved']) }),
    idempotent: true,
  }),
}
