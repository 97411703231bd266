import type { FulfillmentState } from '@stowage/contract/orders/fulfillments'
import type { picking as routes } from '@stowage/contract/orders/picking'
import type { Input, Reply } from '@stowage/contract/route'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { pickConflicts } from '@stowage/contract/orders/picking-conflicts'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { postMove, type Move, type MoveLine } from '../../warehouse/stock/kernel-queries.ts'
import {
  changed,
  writeChanges,
  type AuditEntry,
  type Change,
} from '../../workspace/documents/commands.ts'
import { orders } from '../orders/queries.ts'
import { fulfillments, type FulfillmentRow } from '../fulfillments/queries.ts'
import { syncPackingState } from '../packing/commands.ts'
import { startBatchAndWave, endWorkOfPick, type Picked } from '../batches/end-work.ts'
import {
  finishTask,
  finishTasks,
  listTasksToPick,
  lockTask,
  lockTasks,
  saveAssigned,
  splitTask,
  type LockedTask,
  type PickTaskRow,
} from './queries.ts'
import { replyOf } from './reply.ts'
import { checkTask, readQuantity, requireSellable, toteFor } from './check-task.ts'
import { recordConflict } from '../fulfillments/record-conflict.ts'
import { findTask } from './exception-queries.ts'

type Confirmed = Input<typeof routes.confirm>['body'] & {
  /** When it was picked, if that was earlier than now. */
  pickedAt?: string
}

/**
 * Picks a task, whole or in part: its stock moves to the stage location, and its claim with it. With the first pick
 * the fulfillment and its order are being picked, with the last the fulfillment is picked. A scan that was sent
 * before answers again and changes nothing.
 */
export async function confirmPick(
  tx: Tx,
  actor: WorkspaceMember,
  pickTaskId: string,
  input: Confirmed,
): Promise<Reply<typeof routes.confirm>> {
  const locked = (await lockTask(tx, actor, pickTaskId, input.scanId)) ?? notFound()
  const { fulfillment, task, past } = locked
  if (past) {
    const isSame = past.fulfillmentId === task.fulfillmentId && past.lineNo === task.lineNo
    if (!isSame) fail('idempotency_conflict', { message: 'This scan was used for another pick.' })
    return replyOf(fulfillment, task, past.qty)
  }
  checkTask(locked, actor, input)
  requireSellable(task, actor)
  const tote = toteFor(locked, input.tote)
  const quanta = readQuantity(task, input.qty, 'qty')
  const isWhole = quanta === BigInt(task.qty)
  const at = input.pickedAt === undefined ? actor.at : new Date(input.pickedAt)
  const picked = { id: task.id, at, by: actor.id, scanId: input.scanId ?? null, tote }
  const batch = await startBatchAndWave(tx, actor, {
    ...locked,
    isLast: isWhole && task.othersReady === 0,
  })
  const move = postMove(tx, actor, pickMove(fulfillment, input.pickedAt), [pickLine(task, quanta)])
  const saved = isWhole
    ? finishTask(tx, actor.platform.id, picked)
    : splitTask(tx, actor.platform.id, picked, task.reservationId, String(quanta))
  const [after] = await Promise.all([
    changeState(tx, actor, locked, pickSteps(fulfillment, isWhole && task.othersReady === 0), [
      confirmedOf(fulfillment, task, quanta, tote),
    ]),
    move,
    saved,
  ])
  const now = isWhole
    ? await completeBatchAndWave(tx, actor, {
        fulfillment: after,
        batch,
        hasPackages: task.hasPackages,
      })
    : after
  const left = isWhole
    ? { ...task, state: 'done' as const, pickedAt: at, pickedByName: task.ownName, tote }
    : { ...task, qty: String(BigInt(task.qty) - quanta) }
  return replyOf(now, left, String(quanta))
}

/** The audit entry of a pick. */
const confirmedOf = (
  { orderId, number, warehouseId }: FulfillmentRow,
  { id, sku, location, qtyScale }: PickTaskRow,
  quanta: bigint,
  tote: string | null,
): AuditEntry => [
  'PICK_CONFIRMED',
  {
    target: { type: 'pick_task', id, name: number },
    metadata: {
      orderId,
      warehouseId,
      sku,
      location,
      qty: fromQuanta(quanta, qtyScale),
      ...(tote !== null && { tote }),
    },
  },
]

/**
 * Picks all that is left to pick of a fulfillment from where it is allocated, in one move. The order, the fulfillment and
 * its batch are locked. Returns the fulfillment as it is then.
 */
export async function pickAll(
  tx: Tx,
  actor: WorkspaceMember,
  { order, fulfillment, batch }: Pick<LockedTask, 'order' | 'fulfillment' | 'batch'>,
): Promise<FulfillmentRow> {
  const { id: platformId } = actor.platform
  const tasks = await listTasksToPick(tx, platformId, fulfillment.id, actor.id)
  const [first] = tasks
  if (!first) return fulfillment
  const locked = { order, fulfillment, task: first, batch, past: undefined }
  for (const task of tasks) {
    checkTask({ ...locked, task }, actor, {})
    requireSellable(task, actor)
  }
  const begun = await startBatchAndWave(tx, actor, { fulfillment, batch, isLast: true })
  const [after] = await Promise.all([
    changeState(
      tx,
      actor,
      locked,
      pickSteps(fulfillment, true),
      tasks.map((task) => confirmedOf(fulfillment, task, BigInt(task.qty), null)),
    ),
    postMove(
      tx,
      actor,
      pickMove(fulfillment),
      tasks.map((task, i) => ({ ...pickLine(task, BigInt(task.qty)), lineNo: i + 1 })),
    ),
    finishTasks(tx, platformId, JSON.stringify(tasks.map(({ id }) => id)), {
      at: actor.at,
      by: actor.id,
    }),
  ])
  const { hasPackages } = first
  return completeBatchAndWave(tx, actor, { fulfillment: after, batch: begun, hasPackages })
}

/**
 * Called after a pick: ends the batch and the wave in which it was the last. A fulfillment of which a part was packed before
 * goes on being packed. Returns it as it is then.
 */
export async function completeBatchAndWave(
  tx: Tx,
  actor: WorkspaceMember,
  { hasPackages, ...picked }: Picked & { hasPackages: boolean },
): Promise<FulfillmentRow> {
  const { fulfillment } = picked
  await endWorkOfPick(tx, actor, picked)
  return fulfillment.state === 'picked' && hasPackages
    ? syncPackingState(tx, actor, fulfillment)
    : fulfillment
}

/** The steps of a fulfillment with a pick, which may be its last. */
const pickSteps = ({ state }: FulfillmentRow, isLast: boolean): Step[] => [
  ...(state === 'released' ? [{ change: 'picking_started', state: 'picking' } as const] : []),
  ...(isLast ? [{ change: 'picked', state: 'picked' } as const] : []),
]

/** Builds the move that posts a pick of a task. */
export const pickMove = ({ id, warehouseId }: FulfillmentRow, pickedAt?: string): Move => ({
  kind: 'pick',
  warehouseId,
  sourceType: 'fulfillment',
  sourceId: id,
  ...(pickedAt !== undefined && { effectiveAt: pickedAt }),
})

/** The line of a pick: to the stage, with the claim. */
export const pickLine = (task: PickTaskRow, quanta: bigint): MoveLine => ({
  lineNo: 1,
  qty: String(quanta),
  fromBucket: task.bucketId,
  variantId: task.variantId,
  toLocation: task.stageId,
  ...(task.lotId && { toLot: task.lotId }),
  ...(task.serialId && { toSerial: task.serialId }),
  allocationId: task.allocationId,
  claim: 'carry',
})

/** A change of a fulfillment and the state it leads to. */
export type Step = { state: FulfillmentState } & Change<'fulfillment'>

/** Brings the fulfillment through these steps, recorded with `entries`, and with the first pick its order into fulfillment. */
export async function changeState(
  tx: Tx,
  actor: WorkspaceMember,
  { order, fulfillment }: Pick<LockedTask, 'order' | 'fulfillment'>,
  steps: readonly Step[],
  entries: readonly AuditEntry[] = [],
): Promise<FulfillmentRow> {
  const isFirst =
    order.state === 'released' && steps.some(({ change }) => change === 'picking_started')
  const made = steps.map(({ state, ...change }) => ({ ...change, values: { state } }))
  const moved = changed(fulfillments, actor, fulfillment, made)
  const started = changed(orders, actor, order, isFirst ? [pickingStarted] : [])
  await writeChanges(tx, actor, [started, moved], entries)
  return moved.after
}

const pickingStarted = { change: 'picking_started', values: { state: 'in_fulfillment' } } as const

/**
 * Assigns tasks to a member, or to nobody; with `from`, only tasks that are of one of these now. Returns all that are
 * to be picked and in sight, as they are afterwards.
 */
export async function assignTasks(
  tx: Tx,
  actor: WorkspaceMember,
  taskIds: readonly string[],
  { from, to }: { from?: readonly (string | null)[]; to: string | null },
): Promise<Reply<typeof routes.assign>> {
  const { id: platformId } = actor.platform
  const before = await lockTasks(tx, actor, taskIds)
  const changing = before.filter(
    ({ assignedTo }) => assignedTo !== to && (!from || from.includes(assignedTo)),
  )
  const ids = changing.map(({ id }) => id)
  const name = await saveAssigned(tx, platformId, ids, to)
  if (to !== null && name === null) failField('memberId', 'This member doesn’t exist')
  if (ids.length > 0)
    await record(tx, actor, 'PICKS_ASSIGNED', {
      ...(to !== null && { target: { type: 'member', id: to, name: name ?? '' } }),
      metadata: { tasks: ids },
    })
  return {
    tasks: before.map((task) =>
      ids.includes(task.id) ? { id: task.id, assignedTo: to, assignedToName: name } : task,
    ),
  }
}

/** Keeps a pick that waits on a device, once, and says whether somebody has resolved it since. */
export async function reportPick(
  tx: Tx,
  actor: WorkspaceMember,
  scanId: string,
  { pickTaskId, qty, message }: Input<typeof pickConflicts.report>['body'],
): Promise<Reply<typeof pickConflicts.report>> {
  const task = (await findTask(tx, actor.platform.id, pickTaskId)) ?? notFound()
  const { sku, unit, location } = task
  const what = { label: sku, qty: `${qty} ${unit}`, place: location }
  return recordConflict(tx, actor, { kind: 'pick_conflict', scanId, message, ...task, ...what })
}
