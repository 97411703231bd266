import type { Order } from '@stowage/contract/orders/orders'
import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  changeDocument,
  changeDocuments,
  lockForTransition,
  refuseStep,
} from '../../workspace/documents/commands.ts'
import { orders } from '../orders/queries.ts'
import { replyOf } from '../orders/reply.ts'
import { freeTotes } from '../batches/queries.ts'
import { endWork, lockWork } from '../batches/end-work.ts'
import { cancelPickTasks, dropPickTasks } from '../picking/ending-queries.ts'
import { fulfillments, lockOpenFulfillments, type FulfillmentRow } from './queries.ts'

/** Takes back the release of an order. Fails with `picked_goods` once picking has begun. */
export async function unreleaseOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number | undefined,
): Promise<Order> {
  const { before } = await lockForTransition(tx, orders, actor, id, version, 'confirmed')
  if (before.state !== 'released') return refuseStep(orders, before, 'confirmed')
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'unreleased',
      values: { state: 'confirmed' },
    }),
    cancelFulfillments(tx, actor, id),
  ])
  return replyOf(tx, actor, after)
}

/**
 * Cancels what an order has to pick; its stock stays reserved. The order is locked. Fails with `picked_goods` once
 * picking has begun.
 */
export async function cancelFulfillments(
  tx: Tx,
  actor: WorkspaceMember,
  orderId: string,
): Promise<void> {
  const open = await lockOpenFulfillments(tx, actor.platform.id, orderId)
  if (open.some(({ state }) => state !== 'released')) fail('picked_goods')
  await cancelAll(tx, actor, open, cancelPickTasks)
}

/**
 * Cancels the fulfillments of an order that is cancelled or closed short, except those that were shipped. Their allocations end with its claims, and what was picked
 * stays where it is.
 */
export async function endFulfillments(
  tx: Tx,
  actor: WorkspaceMember,
  orderId: string,
): Promise<void> {
  const all = await lockOpenFulfillments(tx, actor.platform.id, orderId)
  const open = all.filter(({ state }) => state !== 'shipped')
  await cancelAll(tx, actor, open, dropPickTasks)
}

/** Cancels locked fulfillments, and with them batches and waves in which nothing else is left to pick. */
export async function cancelAll(
  tx: Tx,
  actor: WorkspaceMember,
  open: readonly FulfillmentRow[],
  endTasks: typeof cancelPickTasks,
): Promise<void> {
  const ids = open.map(({ id }) => id)
  const work = await lockWork(tx, actor, open)
  await Promise.all([
    changeDocuments(tx, fulfillments, actor, open, {
      values: { state: 'cancelled' },
      changeOf: () => ({ change: 'cancelled' }),
    }),
    endTasks(tx, actor.platform.id, ids),
    freeTotes(tx, actor.platform.id, ids),
  ])
  await endWork(tx, actor, work)
}
