import type { DemoRun, DemoSize } from '@stowage/contract/demo'
import { record } from '../audit.ts'
import type { Db, Tx } from '../database/connect.ts'
import { fail } from '../errors.ts'
import type { WorkspaceMember } from '../http/actor.ts'
import { enqueue } from '../jobs/queue.ts'
import { lockSettings, markAsDemo } from '../warehouse/settings/queries.ts'
import { loadDemo, removeDemo } from './announced.ts'
import { findRun, insertRun, isInUse, saveRun, type RunState } from './queries.ts'

const nothing: DemoRun = {
  state: 'none',
  size: null,
  step: '',
  percent: 0,
  startedAt: null,
  finishedAt: null,
}

/** States that can be started from each state; a running step has to finish first. */
const allowedFrom: Record<RunState, readonly string[]> = {
  loading: [],
  removing: [],
  loaded: ['removing'],
  failed: ['loading', 'removing'],
}

/** Returns the progress of the example data of this platform. */
export async function showRun(db: Db, platformId: string): Promise<DemoRun> {
  const run = await findRun(db, platformId)
  if (!run) return nothing
  const { size, state, step, percent, startedAt, finishedAt } = run
  return {
    state,
    size,
    step,
    percent,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

/** Begins to load example data into a workspace in which nobody has begun to work. */
export async function beginLoading(
  tx: Tx,
  actor: WorkspaceMember,
  size: DemoSize,
): Promise<DemoRun> {
  const { id: platformId, slug } = actor.platform
  const settings = await lockSettings(tx, platformId)
  const run = await findRun(tx, platformId)
  if (run?.state === 'loaded' || run?.state === 'loading') fail('not_empty')
  if (run?.state === 'removing')
    return fail('invalid_transition', {
      blockers: [{ type: 'demo', from: run.state, to: 'loading', allowed: allowedFrom[run.state] }],
    })
  // What an attempt that failed has left is example data too, and is taken away first.
  if (!settings?.demo && (await isInUse(tx, platformId))) fail('not_empty')
  await markAsDemo(tx, platformId, size)
  await insertRun(tx, platformId, { size, requestedBy: actor.id, startedAt: actor.at })
  await enqueue(tx, loadDemo, { platformId })
  await record(tx, actor, 'DEMO_LOADED', {
    target: { type: 'platform', id: platformId, name: slug },
    metadata: { size },
  })
  return showRun(tx, platformId)
}

/** Begins to take the example data away; refused where the workspace holds anything else. */
export async function beginRemoving(tx: Tx, actor: WorkspaceMember): Promise<DemoRun> {
  const { id: platformId, slug } = actor.platform
  const settings = await lockSettings(tx, platformId)
  if (!settings?.demo) return fail('not_empty')
  const run = await findRun(tx, platformId)
  if (!run || run.state === 'loading' || run.state === 'removing')
    return fail('invalid_transition', {
      blockers: [
        {
          type: 'demo',
          from: run?.state ?? 'none',
          to: 'removing',
          allowed: run ? allowedFrom[run.state] : ['loading'],
        },
      ],
    })
  await saveRun(tx, platformId, { state: 'removing', step: 'Removing example data', percent: 0 })
  await enqueue(tx, removeDemo, { platformId })
  await record(tx, actor, 'DEMO_REMOVED', {
    target: { type: 'platform', id: platformId, name: slug },
  })
  return showRun(tx, platformId)
}
