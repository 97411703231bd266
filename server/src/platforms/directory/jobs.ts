import { z } from 'zod'
import { defineJob } from '../../jobs/queue.ts'
import { purgePlatform } from './delete.ts'
import { listToPurge } from './queries.ts'
import { elsewhereSuspended, suspendThere } from './undecided.ts'

/**
 * Purges deleted platforms, once a day and one at a time. Failures are logged and do not stop the
 * others.
 */
export const purgePlatforms = defineJob({
  name: 'purge-platforms',
  payload: z.object({}),
  options: { retryLimit: 2, retryDelay: 300, expireInSeconds: 1_800 },
  async run({ db, log, clock, write, signal }) {
    const at = clock.now()
    for (const platformId of await listToPurge(db, at)) {
      if (signal.aborted) return
      await write((tx) => purgePlatform(tx, platformId, at), { platformId }).catch(
        (error: unknown) =>
          log.error({ err: error, platformId }, 'A deleted platform could not be removed'),
      )
    }
  },
})

export const suspendElsewhere = defineJob({ ...elsewhereSuspended, run: suspendThere })
