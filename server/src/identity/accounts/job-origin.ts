import { z } from 'zod'
import { nobody, type Anonymous, type Origin } from '../../http/actor.ts'

/** Where a request came from, as a job carries it: what the job does counts as done then and there. */
export const jobOrigin = z.object({
  ip: z.string(),
  userAgent: z.string().nullable(),
  requestId: z.string(),
  at: z.iso.datetime(),
})

export const originForJob = ({ ip, userAgent, requestId, at }: Origin) => ({
  ip,
  userAgent,
  requestId,
  at: at.toISOString(),
})

/** The one who asked, nobody in particular. */
export const askerOf = (origin: z.output<typeof jobOrigin>): Anonymous => ({
  ...nobody,
  ...origin,
  at: new Date(origin.at),
  platform: null,
})
