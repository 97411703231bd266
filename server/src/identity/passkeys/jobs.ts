import { z } from 'zod'
import { defineJob } from '../../jobs/queue.ts'
import { deleteExpiredChallenges } from './expiry-queries.ts'

/** Clears away, every half hour, the ceremonies that were begun and not finished. */
export const forgetPasskeyChallenges = defineJob({
  name: 'forget-passkey-challenges',
  payload: z.object({}),
  options: { retryLimit: 2, retryDelay: 60, expireInSeconds: 120 },
  run: ({ write, clock }) => write((tx) => deleteExpiredChallenges(tx, clock.now())),
})
