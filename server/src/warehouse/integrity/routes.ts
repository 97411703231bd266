import type { integrity } from '@stowage/contract/warehouse/integrity'
import { isUnavailable } from '../../database/transactions.ts'
import type { Handlers } from '../../http/mount.ts'
import { enqueue } from '../../jobs/queue.ts'
import { verifyFullLedger } from './jobs.ts'
import { checkPlatform, saveVerifyRun, lastRuns } from './verify.ts'

/** Milliseconds somebody waits for a check before it becomes a job. */
const verifyPatience = 8_000

export const verifyHandlers: Handlers<typeof integrity> = {
  async verify({ actor, read, write }, { body: { kind } }) {
    const { id } = actor.platform
    const run = await read((db) => checkPlatform(db, id, kind, actor.at, verifyPatience)).catch(
      (error: unknown) => {
        if (!isUnavailable(error)) throw error
      },
    )
    if (run) return write((tx) => saveVerifyRun(tx, actor, id, run))
    return write(async (tx) => {
      await enqueue(tx, verifyFullLedger, { platformId: id, kind })
      return { running: true as const }
    })
  },

  verifyRuns: ({ actor, read }) =>
    read(async (db) => ({ runs: await lastRuns(db, actor.platform.id) })),
}
