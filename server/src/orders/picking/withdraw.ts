import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Withdrawn, WithdrawPicks } from '../../warehouse/lots/commands.ts'
import { unallocate } from '../../warehouse/stock/kernel-queries.ts'
import { lockDocuments, lockFreeDocuments } from '../../workspace/documents/list-queries.ts'
import { walkAgain } from '../batches/create.ts'
import { orders, type OrderRow } from '../orders/queries.ts'
import { lockOpenFulfillmentsOf, type FulfillmentRow } from '../fulfillments/queries.ts'
import { freeTotes } from '../batches/queries.ts'
import { endWork, lockWork } from '../batches/end-work.ts'
import { syncPackingState } from '../packing/commands.ts'
import { changeState, type Step } from './commands.ts'
import { pickAgain } from './send-back.ts'
import { returnOrder } from './pick-short.ts'
import { findProgress, listReadyOfLot, withdrawTasks, type LotTask } from './withdraw-queries.ts'

type Locked = {
  orders: Map<string, OrderRow>
  fulfillments: Map<string, FulfillmentRow>
}

/**
 * Takes what is to be picked of a lot away from its orders. It is picked from other stock, or waits with its order where
 * there is none. Fails with `lock_timeout` where others work on an order that was released in between.
 */
export const withdrawPicks: WithdrawPicks = async (tx, actor, lot, { lock, hold }) => {
  const { id: platformId } = actor.platform
  const locked: Locked = { orders: new Map(), fulfillments: new Map() }
  const seen = await listReadyOfLot(tx, platformId, lot.id)
  const everywhere = { ...actor, warehouses: null }
  const rows = await lockDocuments(tx, orders, everywhere, idsOf(seen))
  await addLocked(tx, platformId, locked, rows)
  const picked = new Set(seen.map(({ fulfillmentId }) => fulfillmentId))
  const affected = [...locked.fulfillments.values()].filter(({ id }) => picked.has(id))
  const work = await lockWork(tx, actor, affected)
  await lock()
  const tasks = await listReadyOfLot(tx, platformId, lot.id)
  await lockNewer(tx, actor, locked, tasks, new Set(work.batches.map(({ id }) => id)))
  await unallocate(tx, platformId, tasks)
  await withdrawTasks(
    tx,
    platformId,
    tasks.map(({ id }) => id),
  )
  await hold()
  const withdrawn: Withdrawn[] = []
  for (const [id, some] of Map.groupBy(tasks, ({ fulfillmentId }) => fulfillmentId))
    withdrawn.push(
      ...(await serveElsewhere(
        tx,
        actor,
        lot,
        locked.fulfillments.get(id) ?? notFound(),
        locked,
        some,
      )),
    )
  await endWork(tx, actor, work)
  return withdrawn
}

const idsOf = (tasks: readonly LotTask[]) => [...new Set(tasks.map(({ orderId }) => orderId))]

async function addLocked(
  tx: Tx,
  platformId: string,
  { orders: known, fulfillments }: Locked,
  rows: readonly OrderRow[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  for (const row of rows) known.set(row.id, row)
  for (const row of await lockOpenFulfillmentsOf(tx, platformId, ids)) fulfillments.set(row.id, row)
}

/**
 * Locks the orders that were released while the stock was waited for. Nothing is waited for now, because documents are
 * locked before stock: fails with `lock_timeout` where others have one, or it is in a wave or a batch already.
 */
async function lockNewer(
  tx: Tx,
  actor: WorkspaceMember,
  locked: Locked,
  tasks: readonly LotTask[],
  batchIds: ReadonlySet<string>,
): Promise<void> {
  const newer = tasks.filter(({ orderId }) => !locked.orders.has(orderId))
  const everywhere = { ...actor, warehouses: null }
  const { locked: rows, lockedByOthers } = await lockFreeDocuments(
    tx,
    orders,
    everywhere,
    idsOf(newer),
  )
  if (lockedByOthers.size > 0) fail('lock_timeout', { retryAfter: 1 })
  await addLocked(tx, actor.platform.id, locked, [...rows.values()])
  const isFree = ({ fulfillmentId, batchId, orderId }: LotTask) => {
    const fulfillment = locked.fulfillments.get(fulfillmentId)
    const isNew = rows.has(orderId)
    return (
      fulfillment !== undefined &&
      (batchId === null || batchIds.has(batchId)) &&
      !(isNew && fulfillment.waveId !== null)
    )
  }
  if (!tasks.every(isFree)) fail('lock_timeout', { retryAfter: 1 })
}

/** Makes tasks for what a fulfillment finds elsewhere; one of which nothing is left is picked or cancelled. */
async function serveElsewhere(
  tx: Tx,
  actor: WorkspaceMember,
  lot: Parameters<WithdrawPicks>[2],
  before: FulfillmentRow,
  locked: Locked,
  tasks: readonly LotTask[],
): Promise<Withdrawn[]> {
  const { id: platformId } = actor.platform
  const { id: _, ...stopped } = lot
  const order = locked.orders.get(before.orderId) ?? notFound()
  const batchId = tasks.find((task) => task.batchId !== null)?.batchId ?? null
  const parts = tasks.map((task) => ({ task, quanta: BigInt(task.qty) }))
  const found = await pickAgain(tx, actor, before, parts, batchId)
  if (batchId !== null && found.size > 0) await walkAgain(tx, actor, batchId)
  const lines = [...Map.groupBy(tasks, ({ lineNo }) => lineNo)].map(([lineNo, some]) => {
    const [{ sku, qtyScale } = notFound()] = some
    const quanta = some.reduce((sum, { qty }) => sum + BigInt(qty), 0n)
    const text = (value: bigint) => fromQuanta(value, qtyScale)
    const location = [...new Set(some.map((task) => task.location))].join(', ')
    return {
      lineNo,
      sku,
      location,
      qty: text(quanta),
      waits: text(quanta - (found.get(lineNo) ?? 0n)),
    }
  })
  const { hasReady, hasPicks, hasPackages } = await findProgress(tx, platformId, before.id)
  const after = await changeState(tx, actor, { order, fulfillment: before }, [
    {
      change: 'picks_withdrawn',
      state: before.state,
      recorded: {
        payload: {
          ...stopped,
          lines: lines.map(({ lineNo, sku, qty, waits }) => ({ lineNo, sku, qty, waits })),
        },
      },
    },
    ...(hasReady ? [] : [lastStep(hasPicks)]),
  ])
  if (after.state === 'cancelled') {
    await freeTotes(tx, platformId, [after.id])
    await returnOrder(tx, actor, order)
  }
  if (after.state === 'picked' && hasPackages) await syncPackingState(tx, actor, after)
  return lines.map(({ location, qty, waits }) => ({
    orderId: order.id,
    number: order.number,
    fulfillmentId: before.id,
    fulfillment: before.number,
    location,
    qty,
    waits,
  }))
}

const lastStep = (hasPicks: boolean): Step =>
  hasPicks ? { change: 'picked', state: 'picked' } : { change: 'cancelled', state: 'cancelled' }
