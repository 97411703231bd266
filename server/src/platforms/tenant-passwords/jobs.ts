import { z } from 'zod'
import { askerOf, jobOrigin } from '../../identity/accounts/job-origin.ts'
import { defineJob } from '../../jobs/queue.ts'
import { mailReset } from './commands.ts'

/** Runs after the reply, so response times are equal for unknown and known addresses. */
export const mailMemberReset = defineJob({
  name: 'mail-member-reset',
  payload: z.object({ platformId: z.uuid(), emailKey: z.string(), origin: jobOrigin }),
  concurrency: 5,
  options: { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  run: (call, { platformId, emailKey, origin }) =>
    call.write((tx) => mailReset(tx, call, askerOf(origin), platformId, emailKey), { platformId }),
})
