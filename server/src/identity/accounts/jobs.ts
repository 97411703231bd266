import { z } from 'zod'
import { announceJob, defineJob, sweep } from '../../jobs/queue.ts'
import { resendVerification } from './commands.ts'
import { askerOf, jobOrigin } from '../../http/job-origin.ts'
import { deleteMailTokens, deleteNotices } from '../mail-tokens/queries.ts'

/** Runs after the reply, so response times are equal for unknown and known addresses. */
export const mailVerification = defineJob({
  name: 'mail-verification',
  payload: z.object({ emailKey: z.string(), origin: jobOrigin }),
  concurrency: 5,
  options: { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  run: (call, { emailKey, origin }) =>
    call.write((tx) => resendVerification(tx, call, askerOf(origin), emailKey)),
})

/** Announces a changed address to modules that copy it (platforms/members). */
export const addressChanged = announceJob({
  name: 'follow-address',
  payload: z.object({ accountId: z.uuid() }),
  options: { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
})

const keptDays = 30
const batch = 1_000

/** Deletes expired mail tokens after a month and old notices, once a day. */
export const forgetMailTokens = defineJob({
  name: 'forget-mail-tokens',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 300 },
  async run({ write, clock, signal }) {
    const limit = new Date(clock.now().getTime() - keptDays * 86_400_000)
    await write((tx) => deleteNotices(tx, limit))
    while (!signal.aborted)
      if ((await write((tx) => deleteMailTokens(tx, limit, batch))) < batch) return
  },
})
