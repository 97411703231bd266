import { z } from 'zod'
import { system } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { asFailure } from '../../http/problem.ts'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { findById } from '../../platforms/directory/queries.ts'
import { moveStock } from '../stock/commands.ts'
import { linesOf, lockStatusChange, takeAvailable } from '../stock/hold-lot-stock.ts'
import { listPlatformsAtWork } from '../integrity/queries.ts'
import { listUnsellable, type Unsellable } from './expiry-queries.ts'

/** Stock lines that are looked at for one platform in one run. */
const atOnce = 500
const notes = { expired: 'Expired', hold: 'Its lot is on hold' } as const

/**
 * Takes stock off sale whose lot has expired, soon after midnight of its warehouse, and what became free of a lot on hold.
 * Orders that were promised expired stock wait again; what is allocated to them is listed with the exceptions. Run again
 * it finds nothing left.
 */
export const expireLots = defineJob({
  name: 'expire-lots',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 900 },
  async run({ db, clock, signal, log }) {
    const at = clock.now()
    for (const platformId of await listPlatformsAtWork(db)) {
      const [found, platform] = await inTransaction(
        db,
        { platformId },
        (tx) =>
          Promise.all([
            listUnsellable(tx, platformId, { at, most: atOnce }),
            findById(tx, platformId),
          ]),
        { readOnly: true },
      )
      for (const warehouseId of new Set(found.map((each) => each.warehouseId))) {
        if (!platform || signal.aborted) break
        await inTransaction(db, { platformId }, (tx) =>
          takeOffSale(tx, asProduct(platform, at), warehouseId),
        ).catch((error: Error) => {
          // Whoever has the stock now may take it first; the next run sees what is left.
          const isBusy = asFailure(error).code === 'lock_timeout'
          const level = isBusy ? 'info' : 'error'
          log[level]({ err: error, platformId }, 'Stock of lots that are over could not be moved')
        })
      }
    }
  },
})

/** Looks again once the stock is locked: others may have allocated or moved it since. */
async function takeOffSale(tx: Tx, actor: WorkspaceMember, warehouseId: string): Promise<void> {
  const { platform, at } = actor
  const list = () => listUnsellable(tx, platform.id, { at, most: atOnce, warehouseId })
  const seen = await list()
  await lockStatusChange(tx, platform.id, seen)
  const isLocked = new Set(seen.map(({ bucketId }) => bucketId))
  const left = (await list()).filter(({ bucketId }) => isLocked.has(bucketId))
  const of = (status: Unsellable['toStatus']) => left.filter(({ toStatus }) => toStatus === status)
  const parts = { expired: of('expired'), hold: await takeAvailable(tx, platform.id, of('hold')) }
  for (const status of ['expired', 'hold'] as const)
    if (parts[status].length > 0)
      await moveStock(tx, actor, {
        lines: linesOf(parts[status], 'available', status),
        note: notes[status],
        displace: status === 'expired',
      })
}

// Stock is moved by whoever acts in a workspace; the product itself has no id there, as in the audit log.
const asProduct = (platform: { id: string; slug: string }, at: Date) =>
  ({ ...system(at), platform, warehouses: null, holds: new Set() }) as unknown as WorkspaceMember
