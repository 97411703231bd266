import type { BatchReply } from '@stowage/contract/batches'
import type { bulk } from '@stowage/contract/orders/order-bulk'
import type { Order, orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { lockFreeDocuments } from '../../workspace/documents/list-queries.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import {
  changeDocument,
  lockForTransition,
  refuseStep,
} from '../../workspace/documents/commands.ts'
import {
  savePlan,
  planOrder,
  promisingOf,
  reserve,
  type Promising,
} from '../backorders/plan-order.ts'
import { cancelShort } from '../backorders/promise-rules.ts'
import { findChannel } from '../channels/queries.ts'
import { orders, saveCancelled, type LineRow, type OrderRow } from './queries.ts'
import { totalsOf } from './amount-rules.ts'
import { replyOf } from './reply.ts'
import { releaseHolds, isOnTheWay } from './state-queries.ts'
import { endedBy, hasEnded } from './rules.ts'

/** An input in which the version may be left out, for an order in whichever version it has. */
export type AnyVersion<Body> = Omit<Body, 'version'> & { version?: number | undefined }

/** Returns what an order has once it is confirmed. */
export const confirmed = ({ mode, warehouseIds }: Promising, at: Date) => ({
  state: 'confirmed' as const,
  mode,
  warehouseIds: [...warehouseIds],
  confirmedAt: at.toISOString(),
})

/** Confirms a draft: reserves stock for it, as its channel has it unless `given` says otherwise. */
export async function confirmOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...given }: AnyVersion<Input<typeof orderRoutes.confirm>['body']>,
): Promise<Order> {
  const { platform, at } = actor
  const { before, lines } = await lockForTransition(tx, orders, actor, id, version, 'confirmed')
  if (before.state !== 'draft') return refuseStep(orders, before, 'confirmed')
  const channel = (await findChannel(tx, platform.id, before.channelId)) ?? notFound()
  const promising = promisingOf(before, channel, given)
  const plan = await planOrder(tx, actor, lines, promising)
  const kept = cancelShort(lines, plan, promising.mode)
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'confirmed',
      values: { ...confirmed(promising, at), ...totalsOf(kept, before, before.currency) },
    }),
    savePlan(tx, actor, id, plan, lines),
    promising.mode === 'cancel_rest' && saveCancelled(tx, platform.id, kept),
    reserve(tx, actor, before, kept, plan),
  ])
  return replyOf(tx, actor, await endEmpty(tx, actor, after, kept))
}

/** Fails with `invalid_transition` for an order that was released or is over. */
export function requireUnreleased(order: OrderRow): void {
  const { state } = order
  if (state !== 'draft' && state !== 'confirmed' && state !== 'on_hold')
    refuseStep(orders, order, 'draft')
}

export const componentsOf = (lines: readonly LineRow[]) =>
  lines.flatMap(({ id: lineId, components }) =>
    components.map(({ id, variantId, perKit }) => ({ lineId, id, variantId, perKit })),
  )

const reasons = { out_of_stock: 'Out of stock', cancelled: 'All lines were cancelled' } as const

/**
 * Cancels a locked order that is not released once nothing of it is wanted any more: all was cancelled, or nothing was
 * available. Returns the order as it is then.
 */
export async function endEmpty(
  tx: Tx,
  actor: WorkspaceMember,
  order: OrderRow,
  lines: readonly LineRow[],
): Promise<OrderRow> {
  if (!hasEnded(lines)) return order
  const reason = reasons[endedBy(lines)]
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, order, {
      change: 'cancelled',
      values: { state: 'cancelled', cancelReason: reason },
      recorded: { payload: { reason } },
    }),
    releaseHolds(tx, actor, order.id),
  ])
  return after
}

/** Completes a locked order that was shipped once nothing of it is on the way. Returns it as it is then. */
export async function completeArrived(
  tx: Tx,
  actor: WorkspaceMember,
  order: OrderRow,
): Promise<OrderRow> {
  if (order.state !== 'shipped' || (await isOnTheWay(tx, actor.platform.id, order.id))) return order
  return changeDocument(tx, orders, actor, order, {
    change: 'completed',
    values: { state: 'completed' },
  })
}

type Selection = Input<typeof bulk.confirm>['body']

/** Does the same step for each order of a selection; one that others hold is refused, not the rest. */
export function changeEach(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Selection,
  step: (order: Selection['items'][number]) => Promise<unknown>,
): Promise<BatchReply> {
  let lockedByOthers: ReadonlySet<string> = new Set()
  return runBatch(tx, batch, {
    skipsLocked: true,
    // All orders before any stock: a step that holds stock must not wait for the next order.
    begin: async () => {
      const ids = batch.items.map(({ id }) => id)
      lockedByOthers = (await lockFreeDocuments(tx, orders, actor, ids)).lockedByOthers
    },
    apply: async (order) => {
      if (lockedByOthers.has(order.id.toLowerCase())) fail('lock_timeout', { retryAfter: 1 })
      await step(order)
      return order.id
    },
  })
}
