import type { Batch, batches as routes } from '@stowage/contract/orders/batches'
import { foldKey } from '@stowage/contract/folding'
import type { Input } from '@stowage/contract/route'
import type { Db, Tx } from '../../database/connect.ts'
import { fail, failField } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { changeDocument, refuseTransition } from '../../workspace/documents/commands.ts'
import { getDocument, lockDocument } from '../../workspace/documents/queries.ts'
import { listBatchTasks } from './task-queries.ts'
import { assignBatchTasks, leaveBatch } from '../picking/batch-queries.ts'
import { findBatchFigures, listTotes, toReply } from './list-queries.ts'
import {
  batches,
  bindTotes as saveTotes,
  findName,
  findToteHolders,
  freeEmptyTotes,
  type BatchRow,
  type SlotRow,
} from './queries.ts'

/** Returns a batch with its totes and its tasks. */
export async function getBatch(db: Db, actor: WorkspaceMember, id: string): Promise<Batch> {
  const { id: platformId } = actor.platform
  const [{ row }, figures, totes, tasks] = await Promise.all([
    getDocument(db, batches, actor, id),
    findBatchFigures(db, platformId, [id]),
    listTotes(db, platformId, id),
    listBatchTasks(db, platformId, id),
  ])
  return toReply(row, figures.get(row.id), totes, tasks)
}

const refuse = (row: BatchRow, to: BatchRow['state'], message?: string): never => {
  const { state: from } = row
  const allowed = batches.transitions[from]
  const blockers = [{ type: batches.type, from, to, allowed }]
  return message === undefined
    ? refuseTransition({ type: batches.type, from, to, allowed })
    : fail('invalid_transition', { message, blockers })
}

const nameOf = async (tx: Tx, actor: WorkspaceMember, id: string | null) =>
  (id !== null && (await findName(tx, actor.platform.id, id))) || 'Someone'

/** Takes a batch to pick it. Of two people who do, one is told who has it; asked again it stays as it is. */
export async function claimBatch(tx: Tx, actor: WorkspaceMember, id: string): Promise<Batch> {
  const { row } = await lockDocument(tx, batches, actor, id)
  const { state, assignedTo, number } = row
  if (state === 'in_progress' && assignedTo === actor.id) return getBatch(tx, actor, id)
  if (state === 'in_progress')
    refuse(row, 'in_progress', `${await nameOf(tx, actor, assignedTo)} already picks ${number}.`)
  if (state !== 'open') refuse(row, 'in_progress')
  if (assignedTo !== null && assignedTo !== actor.id)
    refuse(row, 'in_progress', `${number} is assigned to ${await nameOf(tx, actor, assignedTo)}.`)
  await Promise.all([
    changeDocument(tx, batches, actor, row, {
      change: 'claimed',
      values: { state: 'in_progress', assignedTo: actor.id },
    }),
    assignBatchTasks(tx, actor.platform.id, id, actor.id),
  ])
  return getBatch(tx, actor, id)
}

/** Whoever picks a batch ends it, or who assigns picks. */
async function requireOwn(tx: Tx, actor: WorkspaceMember, row: BatchRow, to: BatchRow['state']) {
  if (row.state !== 'in_progress') refuse(row, to)
  if (row.assignedTo === actor.id || actor.holds.has('pick.assign')) return
  refuse(row, to, `${await nameOf(tx, actor, row.assignedTo)} picks ${row.number}.`)
}

/** Gives a batch back, free for anyone. */
export async function handBack(tx: Tx, actor: WorkspaceMember, id: string): Promise<Batch> {
  const { row } = await lockDocument(tx, batches, actor, id)
  await requireOwn(tx, actor, row, 'open')
  await Promise.all([
    changeDocument(tx, batches, actor, row, {
      change: 'handed_back',
      values: { state: 'open', assignedTo: null },
    }),
    assignBatchTasks(tx, actor.platform.id, id, null),
  ])
  return getBatch(tx, actor, id)
}

/** Assigns a batch to a member, or to nobody. One that somebody picks is handed back with it. */
export async function assignBatch(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { memberId }: Input<typeof routes.assign>['body'],
): Promise<Batch> {
  const to = memberId?.toLowerCase() ?? null
  const { row } = await lockDocument(tx, batches, actor, id)
  if (row.state !== 'open' && row.state !== 'in_progress') refuse(row, 'open')
  if (to !== null && (await findName(tx, actor.platform.id, to)) === undefined)
    failField('memberId', 'This member doesn’t exist')
  if (row.assignedTo !== to)
    await Promise.all([
      changeDocument(tx, batches, actor, row, {
        change: 'assigned',
        values: { state: 'open', assignedTo: to },
      }),
      assignBatchTasks(tx, actor.platform.id, id, to),
    ])
  return getBatch(tx, actor, id)
}

/** Completes a batch; what is not picked of it leaves the batch, free for anyone. */
export async function completeBatch(tx: Tx, actor: WorkspaceMember, id: string): Promise<Batch> {
  const { row } = await lockDocument(tx, batches, actor, id)
  await requireOwn(tx, actor, row, 'completed')
  return dissolve(tx, actor, row, 'completed')
}

/** Cancels a batch that nobody picks. */
export async function cancelBatch(tx: Tx, actor: WorkspaceMember, id: string): Promise<Batch> {
  const { row } = await lockDocument(tx, batches, actor, id)
  if (row.state !== 'open') refuse(row, 'cancelled')
  return dissolve(tx, actor, row, 'cancelled')
}

async function dissolve(
  tx: Tx,
  actor: WorkspaceMember,
  row: BatchRow,
  state: 'completed' | 'cancelled',
): Promise<Batch> {
  const { id: platformId } = actor.platform
  await Promise.all([
    changeDocument(tx, batches, actor, row, { change: state, values: { state } }),
    leaveBatch(tx, platformId, row.id),
    freeEmptyTotes(tx, platformId, { batchId: row.id }),
  ])
  return getBatch(tx, actor, row.id)
}

/**
 * Binds totes to the orders of a cluster. A tote stays bound while something is in it. Fails with `tote_in_use` for one
 * that holds another order.
 */
export async function bindTotes(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { totes }: Input<typeof routes.bindTotes>['body'],
): Promise<Batch> {
  const { id: platformId } = actor.platform
  const { row, lines } = await lockDocument(tx, batches, actor, id)
  if (row.state !== 'open' && row.state !== 'in_progress') refuse(row, row.state)
  if (row.method !== 'cluster') failField('totes', 'Only the orders of a cluster have totes')
  const filled = new Set(
    (await listBatchTasks(tx, platformId, id))
      .filter(({ state }) => state === 'done')
      .map(({ fulfillmentId }) => fulfillmentId),
  )
  const bound = totes.flatMap(({ fulfillmentId, tote }, i): SlotRow[] => {
    const slot =
      lines.find((one) => one.fulfillmentId === fulfillmentId.toLowerCase()) ??
      failField(`totes.${i}.fulfillmentId`, 'This fulfillment is not in the batch')
    const heldTote = foldKey(tote)
    if (slot.heldTote === heldTote) return []
    if (filled.has(slot.fulfillmentId))
      fail('tote_in_use', { message: `This order is already picked into ${slot.tote}.` })
    return [{ ...slot, tote, heldTote }]
  })
  if (bound.length === 0) return getBatch(tx, actor, id)
  const after = lines.map((line) => bound.find(({ lineNo }) => lineNo === line.lineNo) ?? line)
  await requireFreeTotes(tx, actor, id, after)
  await Promise.all([
    saveTotes(tx, platformId, id, bound),
    changeDocument(tx, batches, actor, row, {
      change: 'totes_bound',
      values: {},
      recorded: {
        payload: { totes: bound.map(({ fulfillmentId, tote }) => ({ fulfillmentId, tote })) },
      },
    }),
  ])
  return getBatch(tx, actor, id)
}

/** Fails with `tote_in_use` where a tote of these slots holds another order, here or in another batch. */
export async function requireFreeTotes(
  tx: Tx,
  actor: WorkspaceMember,
  batchId: string,
  slots: readonly SlotRow[],
): Promise<void> {
  const held = slots.flatMap(({ heldTote, tote }) =>
    heldTote === null ? [] : [{ heldTote, tote }],
  )
  const keys = held.map(({ heldTote }) => heldTote)
  const twice = held.find(({ heldTote }, i) => keys.indexOf(heldTote) !== i)
  if (twice)
    fail('tote_in_use', {
      message: `${twice.tote} is already bound to another order of this batch. Scan another tote.`,
    })
  const [taken] = await findToteHolders(tx, actor.platform.id, batchId, keys)
  if (taken)
    fail('tote_in_use', {
      message: `${taken.tote} holds ${taken.fulfillment} of ${taken.batch}. Scan another tote.`,
    })
}
