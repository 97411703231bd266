import { z } from 'zod'
import { writeAccounts } from '../../cells/operations.ts'
import { askerOf, jobOrigin } from '../../http/job-origin.ts'
import { defineJob } from '../../jobs/queue.ts'
import { mailLinked, mailReset } from './commands.ts'

/** Runs after the reply, so response times are equal for unknown and known addresses. */
export const mailMemberReset = defineJob({
  name: 'mail-member-reset',
  payload: z.object({ platformId: z.uuid(), emailKey: z.string(), origin: jobOrigin }),
  concurrency: 5,
  options: { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  async run(call, { platformId, emailKey, origin }) {
    const by = askerOf(origin)
    const accountId = await call.write((tx) => mailReset(tx, call, by, platformId, emailKey), {
      platformId,
    })
    await call.cells.afterStep('asked')
    if (accountId) await writeAccounts(call, (tx) => mailLinked(tx, call, by, accountId))
  },
})
