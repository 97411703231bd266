import { z } from 'zod'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { findById } from '../../platforms/directory/queries.ts'
import { backordersToMove } from '../../warehouse/reservations/jobs.ts'
import { moveBackorder } from './commands.ts'
import { findFree, listMovable, listOffers, listPlatformsWaiting } from './queries.ts'

/**
 * After a receipt: serves orders that wait for its items in other warehouses, the most urgent first, one in each
 * transaction. Run again it finds nothing left to move.
 */
export const moveBackorders = defineJob({
  ...backordersToMove,
  async run({ db, clock, signal }, { platformId, warehouseId, variantIds }) {
    const scope = { platformId }
    for (const variantId of variantIds) {
      const level = { warehouseId, variantId }
      const { platform, free, movable } = await inTransaction(
        db,
        scope,
        async (tx) => ({
          platform: await findById(tx, platformId),
          free: await findFree(tx, platformId, level),
          movable: await listMovable(tx, platformId, level),
        }),
        { readOnly: true },
      )
      let left = free
      for (const claim of movable) {
        if (!platform || left <= 0n || signal.aborted) break
        left -= await inTransaction(db, scope, (tx) =>
          moveBackorder(tx, platform, clock.now(), claim, warehouseId),
        )
      }
    }
  },
})

/**
 * Every minute: serves orders that wait for what another warehouse has, whether it was received, freed by another order
 * or found.
 */
export const sweepBackorders = defineJob({
  name: 'sweep-backorders',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 600 },
  async run(context) {
    const { db, signal, log } = context
    for (const platformId of await listPlatformsWaiting(db))
      try {
        const read = (tx: Tx) => listOffers(tx, platformId)
        for (const offer of await inTransaction(db, { platformId }, read, { readOnly: true }))
          if (!signal.aborted) await moveBackorders.run(context, { platformId, ...offer })
      } catch (error) {
        log.error({ err: error, platformId }, 'Backorders of a platform could not be served')
      }
  },
})
