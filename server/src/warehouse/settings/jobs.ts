import { z } from 'zod'
import { announceJob } from '../../jobs/queue.ts'

/** Gives the products that have no backorder rule of their own the changed default. */
export const backorderDefaultToFollow = announceJob({
  name: 'follow-backorder-default',
  payload: z.object({ platformId: z.uuid() }),
  options: { retryLimit: 10, retryDelay: 5, retryBackoff: true, expireInSeconds: 3600 },
})
