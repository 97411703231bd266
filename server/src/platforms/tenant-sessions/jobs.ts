import { z } from 'zod'
import { enterPlatform } from '../../database/transactions.ts'
import { forgottenBefore } from '../../identity/sessions/jobs.ts'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { deleteSessions, listPlatformIds } from './queries.ts'

const page = 200

/** Deletes sessions that ended three months ago, once a day, platform by platform. */
export const forgetMemberSessions = defineJob({
  name: 'forget-member-sessions',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 900 },
  async run({ db, write, clock, signal }) {
    const limit = forgottenBefore(clock.now())
    let ids = await listPlatformIds(db, page)
    while (ids.length > 0 && !signal.aborted) {
      const these = ids
      await write(async (tx) => {
        for (const id of these) {
          await enterPlatform(tx, id)
          await deleteSessions(tx, id, limit)
        }
      })
      ids = await listPlatformIds(db, page, these.at(-1))
    }
  },
})
