import { z } from 'zod'
import { enterPlatform } from '../../database/transactions.ts'
import { forgottenBefore } from '../../identity/sessions/jobs.ts'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { deleteSessions, pagesOfPlatformIds } from './queries.ts'

/** Deletes sessions that ended three months ago, once a day, platform by platform. */
export const forgetMemberSessions = defineJob({
  name: 'forget-member-sessions',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 900 },
  async run({ db, write, clock, signal }) {
    const limit = forgottenBefore(clock.now())
    for await (const ids of pagesOfPlatformIds(db, signal))
      await write(async (tx) => {
        for (const id of ids) {
          await enterPlatform(tx, id)
          await deleteSessions(tx, id, limit)
        }
      })
  },
})
