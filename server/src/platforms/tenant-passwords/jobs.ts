import { z } from 'zod'
import { askerOf, jobOrigin } from '../../identity/accounts/job-origin.ts'
import { defineJob } from '../../jobs/queue.ts'
import { mailReset } from './commands.ts'

/** Done after the answer, which so takes as long for a stranger’s address as for a member’s. */
export const mailMemberReset = defineJob({
  name: 'mail-member-reset',
  payload: z.object({ platformId: z.uuid(), emailKey: z.string(), origin: jobOrigin }),
  atOnce: 5,
  options: { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  run: (call, { platformId, emailKey, origin }) =>
    call.write((tx) => mailReset(tx, call, askerOf(origin), platformId, emailKey), { platformId }),
})
