import { z } from 'zod'
import { announceJob } from '../jobs/queue.ts'

const payload = z.object({ platformId: z.uuid() })
const key = ({ platformId }: z.output<typeof payload>) => platformId

/** Loads what `tenant.demo_runs` says; asked for by the route, done by a worker. */
export const loadDemo = announceJob({
  name: 'load-demo',
  payload,
  key,
  // Begun anew, an attempt takes away what the one before has left.
  options: { retryLimit: 2, retryDelay: 5, expireInSeconds: 900 },
})

export const removeDemo = announceJob({
  name: 'remove-demo',
  payload,
  key,
  options: { retryLimit: 5, retryDelay: 5, expireInSeconds: 900 },
})
