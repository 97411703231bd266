import { countNewTables } from '../database/statistics.ts'
import { inTransaction } from '../database/transactions.ts'
import { defineJob, enqueue } from '../jobs/queue.ts'
import { markAsDemo } from '../warehouse/settings/queries.ts'
import { prepareWarehouse } from '../warehouse/settings/open.ts'
import { verifyFullLedger } from '../warehouse/integrity/jobs.ts'
import { loadDemo as announcedLoading, removeDemo as announcedRemoving } from './announced.ts'
import { loaderOf } from './loader.ts'
import { loadWorld } from './loading.ts'
import { emptyDemo, findRequester, findRun, insertRun, isInUse, saveRun } from './queries.ts'
import { worlds } from './company.ts'

/** Loads the example data somebody asked for; begun anew, it begins from nothing. */
export const loadDemo = defineJob({
  ...announcedLoading,
  async run({ write: writeAny, signal, ...context }, { platformId }) {
    const { db, clock, log } = context
    const scope = { platformId }
    const write: Writer = (work) => writeAny(work, scope)
    const run = await inTransaction(db, scope, (tx) => findRun(tx, platformId), { readOnly: true })
    if (run?.state !== 'loading') return
    const { size, requestedBy, startedAt } = run
    const requester = await write((tx) => findRequester(tx, platformId, requestedBy))
    if (!requester) return finish(write, platformId, 'failed', clock.now())
    // What an attempt before this one has left.
    await write(async (tx) => {
      if (!(await isInUse(tx, platformId))) return
      await empty(tx, platformId, clock.now())
      await markAsDemo(tx, platformId, size)
      await insertRun(tx, platformId, { size, requestedBy, startedAt })
    })
    let told = 0
    try {
      await loadWorld(worlds[size], {
        db,
        write,
        actor: (at = clock.now()) => loaderOf(requester, platformId, at),
        async report(step, percent) {
          // Thousands of documents are a hundred news.
          if (percent === told) return
          told = percent
          await write((tx) => saveRun(tx, platformId, { step, percent }))
          // On a fresh database these are the first rows of all.
          await write(countNewTables)
        },
        today: clock.now(),
        stopped: () => signal.aborted,
      })
      await finish(write, platformId, 'loaded', clock.now())
    } catch (error) {
      // The process ends: the next worker begins anew.
      if (signal.aborted) throw error
      log.warn({ err: error, platformId }, 'Example data could not be loaded')
      await finish(write, platformId, 'failed', clock.now())
    }
  },
})

export const removeDemo = defineJob({
  ...announcedRemoving,
  async run({ write, clock }, { platformId }) {
    await write(
      async (tx) => {
        const run = await findRun(tx, platformId)
        if (run?.state === 'removing') await empty(tx, platformId, clock.now())
      },
      { platformId },
    )
  },
})

type Tx = Parameters<typeof saveRun>[0]
type Writer = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** The warehouse as it was before anybody used it: other processes take its settings for granted. */
async function empty(tx: Tx, platformId: string, at: Date) {
  if (!(await emptyDemo(tx, platformId))) throw new Error('This is not example data')
  await prepareWarehouse(tx, platformId, at)
}

const finish = (write: Writer, platformId: string, state: 'loaded' | 'failed', finishedAt: Date) =>
  write(async (tx) => {
    const percent = state === 'loaded' ? { percent: 100 } : {}
    await saveRun(tx, platformId, { state, finishedAt, step: '', ...percent })
    // The home page tells whether the ledger agrees; of these nobody has asked yet.
    if (state === 'loaded') await enqueue(tx, verifyFullLedger, { platformId, kind: 'full' })
  })
