import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { z } from 'zod'
import { system } from '../../audit.ts'
import { inTransaction } from '../../database/transactions.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { findById } from '../../platforms/directory/queries.ts'
import { moveStock } from '../stock/commands.ts'
import { listPlatformsAtWork } from '../stock/verify-queries.ts'
import { listUnsellable, type Unsellable } from './queries.ts'

/** Stock lines that are looked at for one platform in one run. */
const atOnce = 500
const notes = { expired: 'Expired', hold: 'Its lot is on hold' } as const

/**
 * Takes stock off sale whose lot has expired, soon after midnight of its warehouse, and what became free of a lot on hold.
 * Orders that were promised it wait again. Run again it finds nothing left.
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
      for (const rows of Map.groupBy(found, keyOf).values()) {
        if (!platform || signal.aborted) break
        await inTransaction(db, { platformId }, (tx) =>
          moveStock(tx, asProduct(platform, at), moveOf(rows)),
        ).catch((error: unknown) =>
          log.error({ err: error, platformId }, 'Stock of lots that are over could not be moved'),
        )
      }
    }
  },
})

const keyOf = ({ warehouseId, toStatus }: Unsellable) => `${warehouseId} ${toStatus}`

const moveOf = (rows: readonly Unsellable[]) => ({
  lines: rows.map(({ bucketId, free, qtyScale, toStatus }) => ({
    bucketId,
    qty: fromQuanta(free, qtyScale),
    status: 'available' as const,
    toStatus,
  })),
  note: notes[rows[0]?.toStatus ?? 'expired'],
  displace: true,
})

// Stock is moved by whoever acts in a workspace; the product itself has no id there, as in the audit log.
const asProduct = (platform: { id: string; slug: string }, at: Date) =>
  ({ ...system(at), platform, warehouses: null, holds: new Set() }) as unknown as WorkspaceMember
