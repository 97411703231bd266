import { z } from 'zod'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { deleteChallengesBefore } from '../sessions/challenge-queries.ts'
import { deleteExpiredSecrets, eraseCodesShownBefore } from './queries.ts'
import { shownSince } from './rules.ts'

// Longer than wrong codes are counted over several sign-ins.
const keptMs = 24 * 3_600_000

/** Clears away, every hour, second steps and secrets nobody came back to, and codes shown long enough. */
export const forgetChallenges = defineJob({
  name: 'forget-challenges',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 120 },
  run: ({ write, clock, config }) =>
    write(async (tx) => {
      const at = clock.now()
      await deleteChallengesBefore(tx, new Date(at.getTime() - keptMs))
      await deleteExpiredSecrets(tx, at)
      const since = shownSince(config.backupCodesView, at)
      if (since) await eraseCodesShownBefore(tx, since)
    }),
})
