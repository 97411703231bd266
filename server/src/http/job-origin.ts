import { z } from 'zod'
import { nobody, type Anonymous, type Origin } from './actor.ts'

/** The origin of a request as a job payload. Events of the job are recorded with it. */
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

/** Returns the anonymous actor of this origin. */
export const askerOf = (origin: z.output<typeof jobOrigin>): Anonymous => ({
  ...nobody,
  ...origin,
  at: new Date(origin.at),
  platform: null,
})
