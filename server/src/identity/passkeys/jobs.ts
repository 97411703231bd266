import { z } from 'zod'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { deleteStaleChallenges } from './ceremony-queries.ts'

/** Deletes expired challenges, once an hour. */
export const forgetPasskeyChallenges = defineJob({
  name: 'forget-passkey-challenges',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 120 },
  run: ({ write, clock }) => write((tx) => deleteStaleChallenges(tx, clock.now())),
})
