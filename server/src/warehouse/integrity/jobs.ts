import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transactions.ts'
import { defineJob } from '../../jobs/queue.ts'
import { hasMoves, listPlatformsAtWork, listRuns } from './queries.ts'
import { verifyPlatform } from './verify.ts'

/** Checks that are younger need no repeating when a worker starts. */
const freshMs = 20 * 3_600_000

/** Goes on with a check that was asked for and took too long to wait for. */
export const verifyFullLedger = defineJob({
  name: 'verify-books',
  payload: z.object({ platformId: z.uuid(), kind: z.enum(['full', 'incremental']) }),
  key: ({ platformId }) => platformId,
  options: { retryLimit: 2, retryDelay: 60, expireInSeconds: 3_600 },
  async run(context, { platformId, kind }) {
    await verifyPlatform(context, platformId, kind)
  },
})

/**
 * Checks, every night and one after the other, the ledger of every platform that keeps stock. One that
 * cannot be checked is logged and does not hold up the others.
 */
export const verifyAllLedgers = defineJob({
  name: 'verify-all-books',
  payload: z.object({}),
  options: { retryLimit: 1, retryDelay: 600, expireInSeconds: 4 * 3_600 },
  async run({ db, log, clock, signal }) {
    for (const platformId of await listPlatformsAtWork(db)) {
      if (signal.aborted) return
      await verifyIfDue({ db, clock }, platformId).catch((error: unknown) =>
        log.error({ err: error, platformId }, 'The books of a platform could not be checked'),
      )
    }
  },
})

async function verifyIfDue(tools: Pick<Context, 'db' | 'clock'>, platformId: string) {
  const isDue = await inTransaction(
    tools.db,
    { platformId },
    async (inside) => {
      const [last] = await listRuns(inside, platformId, { limit: 1, kind: 'full' })
      const isFresh = last && tools.clock.now().getTime() - last.startedAt.getTime() < freshMs
      return !isFresh && hasMoves(inside, platformId)
    },
    { readOnly: true },
  )
  if (isDue) await verifyPlatform(tools, platformId, 'full')
}
