import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { ActorInScope, WorkspaceMember } from '../../http/actor.ts'
import { changeDocument } from '../../workspace/documents/commands.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { batches, freeEmptyTotes, freeTotes, lockBatchesOf, type BatchRow } from './queries.ts'
import type { FulfillmentRow } from '../fulfillments/queries.ts'
import { hasReadyTasks } from './task-queries.ts'
import { assignBatchTasks } from '../picking/batch-queries.ts'
import { isWaveOpen, waves, type WaveRow } from '../waves/queries.ts'

/* Starts batches and waves with their first pick, and ends them with their last. A wave is locked before any stock. */

export type Picked = { fulfillment: FulfillmentRow; batch: BatchRow | undefined }
type Begun = Picked & { isLast: boolean }

/**
 * Called before a pick: the first of a fulfillment starts its wave, and a pick of a batch that nobody has taken makes it
 * the picker's. Returns the batch as it is then. Fails with `invalid_transition` for a wave that was cancelled.
 */
export async function startBatchAndWave(
  tx: Tx,
  actor: WorkspaceMember,
  { fulfillment, batch, isLast }: Begun,
): Promise<BatchRow | undefined> {
  // The last pick may complete the wave.
  if (fulfillment.waveId !== null && (fulfillment.state === 'released' || isLast))
    await startWave(tx, actor, fulfillment.waveId)
  if (batch?.state !== 'open') return batch
  const assignedTo = batch.assignedTo ?? actor.id
  const [after] = await Promise.all([
    changeDocument(tx, batches, actor, batch, {
      change: 'claimed',
      values: { state: 'in_progress', assignedTo },
    }),
    assignBatchTasks(tx, actor.platform.id, batch.id, assignedTo),
  ])
  return after
}

async function startWave(tx: Tx, actor: WorkspaceMember, waveId: string): Promise<void> {
  const { row } = await lockDocument(tx, waves, actor, waveId)
  if (row.state === 'cancelled')
    fail('invalid_transition', {
      message: `${row.number} was cancelled. Don’t pick for it any more.`,
      blockers: [{ type: 'wave', from: row.state, to: 'in_progress', allowed: [] }],
    })
  if (row.state === 'released')
    await changeDocument(tx, waves, actor, row, {
      change: 'started',
      values: { state: 'in_progress' },
    })
}

/** Called after a pick: completes the batch with its last task, and the wave with its last fulfillment. */
export async function endWorkOfPick(
  tx: Tx,
  actor: WorkspaceMember,
  { fulfillment, batch }: Picked,
): Promise<void> {
  if (fulfillment.state === 'cancelled') await freeTotes(tx, actor.platform.id, [fulfillment.id])
  if (batch) await endBatch(tx, actor, batch)
  const isOver = fulfillment.state === 'picked' || fulfillment.state === 'cancelled'
  if (fulfillment.waveId !== null && isOver) await endWaves(tx, actor, [fulfillment.waveId])
}

/** Ends a locked batch in which nothing is left to pick; one that nobody has taken is cancelled. */
async function endBatch(tx: Tx, actor: ActorInScope, batch: BatchRow): Promise<void> {
  const isOver = batch.state === 'completed' || batch.state === 'cancelled'
  if (isOver || (await hasReadyTasks(tx, actor.platform.id, batch.id))) return
  const isTaken = batch.state === 'in_progress'
  await Promise.all([
    changeDocument(tx, batches, actor, batch, {
      change: isTaken ? 'completed' : 'cancelled',
      values: { state: isTaken ? 'completed' : 'cancelled' },
    }),
    freeEmptyTotes(tx, actor.platform.id, { batchId: batch.id }),
  ])
}

/** The batches and waves of fulfillments that are to be cancelled. */
type Work = { batches: BatchRow[]; waveIds: string[] }

/** Locks the batches and waves of locked fulfillments, before any stock. */
export async function lockWork(
  tx: Tx,
  actor: ActorInScope,
  some: readonly Pick<FulfillmentRow, 'id' | 'waveId'>[],
): Promise<Work> {
  const waveIds = some.flatMap(({ waveId }) => waveId ?? [])
  const ids = some.map(({ id }) => id)
  const locked = await lockBatchesOf(tx, { ...actor, warehouses: null }, ids)
  await lockWaves(tx, actor, waveIds)
  return { batches: locked, waveIds }
}

/** Called after the fulfillments were cancelled. */
export async function endWork(tx: Tx, actor: ActorInScope, work: Work): Promise<void> {
  for (const batch of work.batches) await endBatch(tx, actor, batch)
  await endWaves(tx, actor, work.waveIds)
}

/** Locks waves by id, also of warehouses out of sight, of which an order is cancelled. */
async function lockWaves(
  tx: Tx,
  actor: ActorInScope,
  waveIds: readonly string[],
): Promise<WaveRow[]> {
  const rows: WaveRow[] = []
  for (const waveId of [...new Set(waveIds)].toSorted())
    rows.push((await lockDocument(tx, waves, { ...actor, warehouses: null }, waveId)).row)
  return rows
}

/**
 * Ends those waves of which nothing is left to release or to pick: one in progress is completed, one of which nothing was
 * picked is cancelled. Locks them, by id.
 */
export async function endWaves(
  tx: Tx,
  actor: ActorInScope,
  waveIds: readonly string[],
): Promise<void> {
  for (const row of await lockWaves(tx, actor, waveIds)) {
    if (row.state !== 'released' && row.state !== 'in_progress') continue
    const end = row.state === 'in_progress' ? 'completed' : 'cancelled'
    if (await isWaveOpen(tx, actor.platform.id, row.id)) continue
    await changeDocument(tx, waves, actor, row, { change: end, values: { state: end } })
  }
}
