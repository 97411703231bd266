import { z } from 'zod'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { deleteSessions } from './queries.ts'

const keptDays = 90
const batch = 1_000

/** Sessions that were over before this moment are forgotten, on both planes. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - keptDays * 86_400_000)

/** Clears away, once a day, sessions that ended or expired three months ago. */
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
