import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { fromJobActor, jobActor, toJobActor } from '../../http/job-actor.ts'
import { defineJob, enqueue } from '../../jobs/queue.ts'
import { finishWave, releaseNextOrders } from './commands.ts'

/** Milliseconds after which a run hands over, so one that died is missed soon. */
const shift = 30_000
/** Milliseconds between attempts to get orders that others hold. */
const pause = 200

const payload = z.object({ waveId: z.uuid(), worker: jobActor })
type Payload = z.output<typeof payload>

/**
 * Releases the orders of a wave, or takes them back, some in each transaction. Run again it goes on with those whose
 * turn has not come.
 */
export const runWave = defineJob<Payload>({
  name: 'run-wave',
  payload,
  options: {
    retryLimit: 50,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
    expireInSeconds: 90,
  },
  async run({ clock, write, signal }, { waveId, worker }) {
    const begun = performance.now()
    const isOver = () => signal.aborted || performance.now() - begun > shift
    const inScope = <T>(work: (tx: Tx, actor: WorkspaceMember) => Promise<T>) =>
      write((tx) => work(tx, fromJobActor(worker, clock.now())), {
        platformId: worker.platform.id,
      })
    while (!isOver()) {
      const turn = await inScope((tx, actor) => releaseNextOrders(tx, actor, waveId))
      if (turn === 'done') return inScope((tx, actor) => finishWave(tx, actor, waveId))
      if (turn === 'wait') await sleep(pause)
    }
    await inScope((tx) => enqueue(tx, runWave, { waveId, worker }))
  },
})

/** Has the orders of a wave released or taken back after the commit. */
export const startWave = (tx: Tx, waveId: string, actor: WorkspaceMember): Promise<void> =>
  enqueue(tx, runWave, { waveId, worker: toJobActor(actor) })
