import { z } from 'zod'
import { inTransaction } from '../../database/transactions.ts'
import { announceJob, defineJob, sweep } from '../../jobs/queue.ts'
import { expireSome } from './commands.ts'
import { listPlatformsWithExpired } from './queries.ts'

/** Reservations that end in one transaction. */
const atOnce = 100

/** Ends manual reservations past their end, every minute. Their stock goes to waiting orders first. */
export const expireReservations = defineJob({
  name: 'expire-reservations',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 300 },
  async run({ db, clock, signal, log }) {
    const at = clock.now()
    for (const platformId of await listPlatformsWithExpired(db, at))
      for (let ended = atOnce; ended === atOnce && !signal.aborted;)
        ended = await inTransaction(db, { platformId }, (tx) =>
          expireSome(tx, platformId, at, atOnce),
        ).catch((error: unknown) => {
          log.error({ err: error, platformId }, 'Reservations of a platform could not be ended')
          return 0
        })
  },
})

/** Moves waiting order lines to a warehouse that has received stock they may be shipped from. */
export const backordersToMove = announceJob({
  name: 'move-backorders',
  payload: z.object({
    platformId: z.uuid(),
    warehouseId: z.uuid(),
    variantIds: z.array(z.uuid()),
  }),
  options: { retryLimit: 5, retryDelay: 5, retryBackoff: true, expireInSeconds: 600 },
})
