import { z } from 'zod'
import { defineJob } from '../../jobs/queue.ts'
import { resendVerification } from './commands.ts'
import { askerOf, jobOrigin } from './job-origin.ts'

/** Done after the answer, which so takes as long for an unknown address as for a known one. */
export const mailVerification = defineJob({
  name: 'mail-verification',
  payload: z.object({ emailKey: z.string(), origin: jobOrigin }),
  atOnce: 5,
  options: { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  run: (call, { emailKey, origin }) =>
    call.write((tx) => resendVerification(tx, call, askerOf(origin), emailKey)),
})
