import { z } from 'zod'
import { defineJob } from '../../jobs/queue.ts'
import { askerOf, jobOrigin } from '../../http/job-origin.ts'
import { mailReset } from './commands.ts'

/** Runs after the reply, so response times are equal for unknown and known addresses. */
export const mailPasswordReset = defineJob({
  name: 'mail-password-reset',
  payload: z.object({ emailKey: z.string(), origin: jobOrigin }),
  concurrency: 5,
  options: { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  run: (call, { emailKey, origin }) =>
    call.write((tx) => mailReset(tx, call, askerOf(origin), emailKey)),
})
