import { z } from 'zod'
import { recordAll, system } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { findById } from '../../platforms/directory/queries.ts'
import { insertEvents } from '../../workspace/events/queries.ts'
import { expireOverdue, listPlatformsWithOverdue } from './queries.ts'

/** Returns that expire in one transaction. */
const atOnce = 100
const dayMs = 86_400_000

/**
 * Ends authorized returns the day after the last one they were expected by, when that day is over everywhere: they
 * can then be announced again.
 */
export const expireReturns = defineJob({
  name: 'expire-returns',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 300 },
  async run({ db, clock, signal, log }) {
    const at = clock.now()
    const day = new Date(at.getTime() - dayMs / 2).toISOString().slice(0, 10)
    for (const platformId of await listPlatformsWithOverdue(db, day))
      for (let ended = atOnce; ended === atOnce && !signal.aborted;)
        ended = await inTransaction(db, { platformId }, (tx) =>
          expireSome(tx, platformId, day, at),
        ).catch((error: unknown) => {
          log.error({ err: error, platformId }, 'Returns of a platform could not be ended')
          return 0
        })
  },
})

async function expireSome(tx: Tx, platformId: string, day: string, at: Date): Promise<number> {
  const [rows, platform] = await Promise.all([
    expireOverdue(tx, platformId, { day, at, most: atOnce }),
    findById(tx, platformId),
  ])
  if (rows.length === 0) return 0
  const by = system(at)
  await Promise.all([
    recordAll(
      tx,
      by,
      'RETURN_EXPIRED',
      rows.map(({ id, number, expectedBy }) => ({
        ...(platform && { platform }),
        target: { type: 'return', id, name: number },
        metadata: { expectedBy },
      })),
    ),
    insertEvents(
      tx,
      platformId,
      rows.map(({ id, version, ...payload }) => ({
        type: 'return.expired',
        subject: { type: 'return', id, version },
        payload: { ...payload, actor: { type: by.type, id: by.id }, requestId: by.requestId },
        at,
      })),
    ),
  ])
  return rows.length
}
