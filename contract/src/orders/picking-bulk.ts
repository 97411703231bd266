import { z } from 'zod'
import { batchOf, batchResult } from '../batches.ts'
import { id } from '../fields.ts'
import { post } from '../route.ts'
import { confirmed } from './picking.ts'

/** Apart from picking: it knows batches, which pages of the floor do without. */
export const bulkPicks = {
  confirmBatch: post('/tenant/:slug/picking/tasks/confirm', {
    summary: 'Confirm several picks; in `valid_items` each is done or refused by itself',
    allow: 'pick.perform',
    body: batchOf(z.object({ id, ...confirmed })),
    reply: batchResult(id),
    errors: ['lock_timeout'],
    idempotent: true,
  }),
}
