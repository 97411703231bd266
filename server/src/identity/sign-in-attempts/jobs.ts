import { z } from 'zod'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { deleteQuietLanes } from './queries.ts'

const keptMs = 7 * 86_400_000

/** Deletes lanes without a failure for a week, once a day. */
export const forgetLanes = defineJob({
  name: 'forget-lanes',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 120 },
  run: ({ write, clock }) =>
    write((tx) => deleteQuietLanes(tx, new Date(clock.now().getTime() - keptMs))),
})
