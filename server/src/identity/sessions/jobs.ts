import { z } from 'zod'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { deleteSessions } from './queries.ts'

const keptDays = 90
const batch = 1_000

/** Sessions of operators and members that ended before this time are deleted. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - keptDays * 86_400_000)

/** Deletes sessions that ended or expired three months ago, once a day. */
export const forgetSessions = defineJob({
  name: 'forget-sessions',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 300 },
  async run({ write, clock, signal }) {
    const limit = forgottenBefore(clock.now())
    while (!signal.aborted)
      if ((await write((tx) => deleteSessions(tx, limit, batch))) < batch) return
  },
})
