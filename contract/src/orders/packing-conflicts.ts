import { z } from 'zod'
import { id, line } from '../fields.ts'
import { post, put } from '../route.ts'

const path = '/tenant/:slug/packing/conflicts/:scanId'

/** Scans into packages that a device made without a connection and the server refused later. */
export const packConflicts = {
  report: put(path, {
    summary: 'Report a refused packing scan on a device. Resolved ones are to be dropped there',
    allow: 'pack.perform',
    body: z.object({
      packageId: id,
      /** Scanned code. */
      item: line('Item', { min: 1, max: 200 }),
      message: line('Message', { min: 1, max: 500 }),
    }),
    reply: z.object({ state: z.enum(['open', 'resolved']) }),
  }),
  settle: post(`${path}/settle`, {
    summary: 'Note that the device recorded or dropped a packing scan it had reported',
    allow: 'pack.perform',
    reply: z.object({ state: z.enum(['open', 'resolved']) }),
    idempotent: true,
  }),
}
