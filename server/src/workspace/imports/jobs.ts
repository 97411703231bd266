import { z } from 'zod'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { fromJobActor, jobActor, toJobActor } from '../../http/job-actor.ts'
import { defineJob, enqueue } from '../../jobs/queue.ts'
import { Failure } from '../../errors.ts'
import { workOn } from './run.ts'

/** Milliseconds after which a run hands over, so one that died is missed soon. */
const shift = 45_000

const payload = z.object({ importId: z.uuid(), worker: jobActor })
type Payload = z.output<typeof payload>

/** Goes on with what somebody has begun with a file, as that somebody with the rights they have by then. */
export const runImport = defineJob<Payload>({
  name: 'run-import',
  payload,
  lanes: 3,
  group: ({ worker }) => worker.platform.id,
  mostPerGroup: 1,
  options: {
    retryLimit: 50,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 90,
  },
  async run({ clock, write, signal }, { importId, worker }) {
    const begun = performance.now()
    const isOver = () => signal.aborted || performance.now() - begun > shift
    const actor = fromJobActor(worker, clock.now())
    const platformId = actor.platform.id
    const inScope = <T>(work: (tx: Tx) => Promise<T>) => write(work, { platformId })
    try {
      if (await workOn(inScope, actor, importId, isOver)) return
    } catch (error) {
      // Kept with the file, where whoever began it looks.
      if (error instanceof Failure && error.status < 500) return
      throw error
    }
    await inScope((tx) => enqueue(tx, runImport, { importId, worker }))
  },
})

/** Asks a worker to go on with the file, should this process not live to do it. */
export const continueLater = (tx: Tx, importId: string, actor: WorkspaceMember) =>
  enqueue(tx, runImport, { importId, worker: toJobActor(actor) })
