import type { picking as routes } from '@stowage/contract/orders/picking'
import type { Input, Reply } from '@stowage/contract/route'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { displacePromises } from '../../warehouse/reservations/commands.ts'
import { assertReason } from '../../warehouse/settings/commands.ts'
import { findReason, getSettings } from '../../warehouse/settings/queries.ts'
import {
  findBuckets,
  findLevels,
  listAllocatableBuckets,
} from '../../warehouse/stock/bucket-queries.ts'
import {
  allocate,
  lockStock,
  postMove,
  unallocate,
  type MoveLine,
} from '../../warehouse/stock/kernel-queries.ts'
import { changeDocument } from '../../workspace/documents/commands.ts'
import { walkAgain } from '../batches/create.ts'
import { orders, type OrderRow } from '../orders/queries.ts'
import { lockOpenFulfillments, noteShort } from '../fulfillments/queries.ts'
import { startBatchAndWave } from '../batches/end-work.ts'
import { changeState, completeBatchAndWave, pickLine, pickMove, type Step } from './commands.ts'
import { checkTask, readQuantity, toteFor } from './check-task.ts'
import {
  insertPickTasks,
  listReady,
  lockTask,
  shortenTask,
  splitTask,
  type LockedTask,
  type PickTaskRow,
} from './queries.ts'
import { replyOf } from './reply.ts'
import { splitAt } from './rules.ts'

type Short = Input<typeof routes.short>['body']

/**
 * Reports that less was found than there is to pick. What was found is picked; what is left unallocated in the
 * location goes on hold until somebody counts it, unless the workspace does without. The rest is picked elsewhere, or waits with its order.
 */
export async function pickShort(
  tx: Tx,
  actor: WorkspaceMember,
  pickTaskId: string,
  input: Short,
): Promise<Reply<typeof routes.short>> {
  const locked = (await lockTask(tx, actor, pickTaskId, undefined)) ?? notFound()
  const { fulfillment, task } = locked
  checkTask(locked, actor, input)
  const found = readQuantity(task, input.qtyFound, 'qtyFound')
  const missing = BigInt(task.qty) - found
  if (missing === 0n) failField('qtyFound', 'All of it was found. Confirm the pick instead.')
  assertReason(await findReason(tx, actor.platform.id, input.reasonCode), input, 'short_pick')
  const tote = found > 0n ? toteFor(locked, input.tote) : null
  const batch = await startBatchAndWave(tx, actor, { ...locked, isLast: task.othersReady === 0 })
  const { shortPickHolds: holds } = await getSettings(tx, actor.platform.id)
  const held = await correctStock(tx, actor, locked, { ...input, found, missing, tote, holds })
  const replaced = await replace(tx, actor, locked, missing)
  const waits = missing - replaced
  if (waits > 0n)
    await noteShort(tx, actor.platform.id, {
      fulfillmentId: fulfillment.id,
      lineNo: task.lineNo,
      qty: String(waits),
      at: actor.at,
    })
  const text = (quanta: bigint) => fromQuanta(quanta, task.qtyScale)
  const isLast = task.othersReady === 0 && replaced === 0n
  const after = await changeState(tx, actor, locked, [
    ...(found > 0n && fulfillment.state === 'released'
      ? [{ change: 'picking_started', state: 'picking' } as const]
      : []),
    {
      change: 'short_picked',
      state: found > 0n ? 'picking' : fulfillment.state,
      recorded: {
        payload: {
          sku: task.sku,
          location: task.location,
          asked: text(BigInt(task.qty)),
          found: text(found),
          held: text(held),
          replaced: text(replaced),
          reasonCode: input.reasonCode,
          ...(input.note && { note: input.note }),
        },
      },
    },
    ...(isLast ? [lastStep(found > 0n || task.hasPicks)] : []),
  ])
  if (after.state === 'cancelled') await returnOrder(tx, actor, locked.order)
  const now = await completeBatchAndWave(tx, actor, {
    fulfillment: after,
    batch,
    hasPackages: task.hasPackages,
  })
  const short = { ...task, state: 'short' as const, qty: String(missing) }
  const tasks = replaced > 0n ? await listReady(tx, actor.platform.id, fulfillment.id) : []
  return {
    ...replyOf(now, short, String(found)),
    held: text(held),
    waits: text(waits),
    replacements: tasks
      .filter(({ lineNo }) => lineNo === task.lineNo)
      .map(({ lineNo: _, qty, ...one }) => ({ ...one, qty: text(BigInt(qty)) })),
  }
}

/** A fulfillment of which nothing was found is cancelled. */
const lastStep = (hasPicks: boolean): Step =>
  hasPicks ? { change: 'picked', state: 'picked' } : { change: 'cancelled', state: 'cancelled' }

type ShortOf = Omit<Short, 'tote'> & {
  found: bigint
  missing: bigint
  tote: string | null
  /** True if the rest goes on hold. */
  holds: boolean
}

/** Picks what was found and holds what the location should still have. Returns the quanta on hold. */
async function correctStock(
  tx: Tx,
  actor: WorkspaceMember,
  { fulfillment, task }: LockedTask,
  { found, missing, reasonCode, note, tote, holds }: ShortOf,
): Promise<bigint> {
  const { id: platformId } = actor.platform
  const level = { warehouseId: fulfillment.warehouseId, variantId: task.variantId }
  const others = await listAllocatableBuckets(tx, platformId, level.warehouseId, [task.variantId])
  // All that is changed below is locked first, in the one order.
  await lockStock(
    tx,
    platformId,
    [level],
    [
      ...(found > 0n ? [pickLine(task, found)] : []),
      { ...holdLine(task, 1n), lineNo: 2 },
      ...others.map((fromBucket, i) => ({
        lineNo: i + 3,
        qty: '1',
        party: 'loss' as const,
        fromBucket,
      })),
    ],
  )
  await unallocate(tx, platformId, [{ allocationId: task.allocationId, qty: String(missing) }])
  const picked = { id: task.id, at: actor.at, by: actor.id, scanId: null, tote }
  if (found > 0n) {
    await postMove(tx, actor, pickMove(fulfillment), [pickLine(task, found)])
    await splitTask(tx, platformId, picked, task.reservationId, String(found))
  }
  await shortenTask(tx, platformId, task.id, actor.at)
  return holds ? holdRest(tx, actor, { fulfillment, task }, { reasonCode, note }) : 0n
}

/** Puts what is left unallocated in the location on hold; less urgent orders wait for it if need be. */
async function holdRest(
  tx: Tx,
  actor: WorkspaceMember,
  { fulfillment, task }: Pick<LockedTask, 'fulfillment' | 'task'>,
  { reasonCode, note }: Pick<Short, 'reasonCode' | 'note'>,
): Promise<bigint> {
  const { id: platformId } = actor.platform
  const level = { warehouseId: fulfillment.warehouseId, variantId: task.variantId }
  const [[bucket = notFound()], [now = notFound()]] = await Promise.all([
    findBuckets(tx, platformId, actor, [task.bucketId]),
    findLevels(tx, platformId, [level]),
  ])
  const free = BigInt(bucket.onHand) - BigInt(bucket.allocated)
  const available = BigInt(now.onHand) - BigInt(now.unavailable) - BigInt(now.reserved)
  if (free > available) await displacePromises(tx, actor, level, free - available)
  const move = { ...pickMove(fulfillment), kind: 'status_change', reasonCode } as const
  await postMove(tx, actor, { ...move, ...(note && { note }) }, [holdLine(task, free)])
  return free
}

type Held = Pick<PickTaskRow, 'bucketId' | 'variantId' | 'locationId' | 'lotId' | 'serialId'>

/** The line of a move that puts stock of a pick on hold where it is. */
export const holdLine = (task: Held, quanta: bigint): MoveLine => ({
  lineNo: 1,
  qty: String(quanta),
  fromBucket: task.bucketId,
  variantId: task.variantId,
  toLocation: task.locationId,
  toStatus: 'hold',
  ...(task.lotId && { toLot: task.lotId }),
  ...(task.serialId && { toSerial: task.serialId }),
})

/** Makes tasks for what the claim finds in other locations. Returns how many quanta. */
async function replace(
  tx: Tx,
  actor: WorkspaceMember,
  { fulfillment, task, batch }: LockedTask,
  missing: bigint,
): Promise<bigint> {
  const { id: platformId } = actor.platform
  const { policy } = fulfillment
  // Also where the rest is not on hold: nobody is sent back to where it was not found.
  const found = await allocate(tx, platformId, [task.reservationId], {
    policy,
    at: actor.at,
    passedOver: [task.bucketId],
  })
  const { kept, returned } = splitAt(found, missing)
  await unallocate(tx, platformId, returned)
  const allocations = kept.map(({ allocationId }) => ({ lineNo: task.lineNo, allocationId }))
  await insertPickTasks(tx, platformId, [{ row: fulfillment, allocations }], batch?.id)
  if (batch && kept.length > 0) await walkAgain(tx, actor, batch.id)
  return kept.reduce((sum, { qty }) => sum + BigInt(qty), 0n)
}

/** An order of which nothing is to be picked any more is no longer released. */
export async function returnOrder(tx: Tx, actor: WorkspaceMember, order: OrderRow): Promise<void> {
  if (order.state !== 'released' && order.state !== 'in_fulfillment') return
  const open = await lockOpenFulfillments(tx, actor.platform.id, order.id)
  if (open.length > 0) return
  await changeDocument(tx, orders, actor, order, {
    change: 'unreleased',
    values: { state: 'confirmed' },
  })
}
