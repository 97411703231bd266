import { z } from 'zod'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { deleteChallengesBefore } from '../sessions/challenge-queries.ts'
import { deleteExpiredSecrets, eraseCodesShownBefore } from './queries.ts'
import { shownSince } from './rules.ts'

// Longer than the period in which wrong codes are counted.
const keptMs = 24 * 3_600_000

/** Deletes expired second steps, pending secrets and codes for display, once an hour. */
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
