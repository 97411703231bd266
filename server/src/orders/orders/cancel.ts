import type { Order, orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { PutBack } from '@stowage/contract/orders/order-put-back'
import type { Input } from '@stowage/contract/route'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { recordAll } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { releaseClaims } from '../../warehouse/stock/kernel-queries.ts'
import { changeDocument, lockForTransition } from '../../workspace/documents/commands.ts'
import { insertEvents } from '../../workspace/events/queries.ts'
import { totalsOf } from './amount-rules.ts'
import type { AnyVersion } from './commands.ts'
import { cancelDraftRows } from './external-queries.ts'
import { orders, saveCancelled, type OrderRow } from './queries.ts'
import { replyOf } from './reply.ts'
import { endFulfillments } from '../fulfillments/commands.ts'
import { releaseHolds } from './state-queries.ts'
import { listPickedOf, type PickedRow } from './put-back-queries.ts'
import { shippedOf } from './rules.ts'

/**
 * Cancels an order of which nothing was shipped. What it was promised goes to waiting orders in the same transaction;
 * what was picked stays in the stage location, to be put back or picked for others.
 */
export async function cancelOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, reason }: AnyVersion<Input<typeof orderRoutes.cancel>['body']>,
): Promise<Order> {
  const { before, lines } = await lockForTransition(tx, orders, actor, id, version, 'cancelled')
  const claims = lines.flatMap((line) => line.claims.map(({ reservationId }) => reservationId))
  const all = lines.map((line) => ({ ...line, cancelled: line.qty }))
  if (before.state === 'released' || before.state === 'in_fulfillment')
    await endFulfillments(tx, actor, id)
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'cancelled',
      values: {
        state: 'cancelled',
        cancelReason: reason,
        ...totalsOf(all, before, before.currency),
      },
      recorded: { payload: { reason } },
    }),
    claims.length > 0 && releaseClaims(tx, actor.platform.id, claims, { pickedToo: true }),
    saveCancelled(tx, actor.platform.id, all),
    releaseHolds(tx, actor, id),
  ])
  return replyOf(tx, actor, after)
}

/**
 * Closes an order of which a part was shipped: of each line what was not shipped is cancelled. What it was promised goes
 * to waiting orders; what was picked stays in the stage location.
 */
export async function closeShort(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, reason }: Input<typeof orderRoutes.closeShort>['body'],
): Promise<Order> {
  const locked = await lockForTransition(tx, orders, actor, id, version, 'closed_short')
  const { before, lines } = locked
  const claims = lines.flatMap((line) => line.claims.map(({ reservationId }) => reservationId))
  const all = lines.map((line) => ({
    ...line,
    cancelled: String(BigInt(line.qty) - shippedOf(line)),
  }))
  await endFulfillments(tx, actor, id)
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'closed_short',
      values: {
        state: 'closed_short',
        cancelReason: reason,
        ...totalsOf(all, before, before.currency),
      },
      recorded: { payload: { reason } },
    }),
    releaseClaims(tx, actor.platform.id, claims, { pickedToo: true }),
    saveCancelled(tx, actor.platform.id, all),
  ])
  return replyOf(tx, actor, after)
}

/** Returns what was picked for an order that ends in this transaction. */
export async function listPutBack(
  tx: Tx,
  { platform, at }: WorkspaceMember,
  orderId: string,
): Promise<PutBack[]> {
  return putBackOf(await listPickedOf(tx, platform.id, orderId, at))
}

/** Picked stock as it is put back. */
export const putBackOf = (rows: readonly PickedRow[]): PutBack[] =>
  rows.map(({ qtyScale, qty, ...row }) => ({ ...row, qty: fromQuanta(qty, qtyScale) }))

type Draft = Pick<OrderRow, 'id' | 'number' | 'version' | 'channelId' | 'externalId'>

/** Cancels drafts, which are promised nothing, in a few statements. They have to be locked. */
export async function cancelDrafts(
  tx: Tx,
  actor: WorkspaceMember,
  drafts: readonly Draft[],
  reason: string,
): Promise<void> {
  if (drafts.length === 0) return
  const { platform, at } = actor
  const ids = drafts.map(({ id }) => id)
  await cancelDraftRows(tx, actor, ids, reason)
  await recordAll(
    tx,
    actor,
    'ORDER_CANCELLED',
    drafts.map(({ id, number }) => ({
      target: { type: orders.type, id, name: number },
      metadata: { reason },
    })),
  )
  await insertEvents(
    tx,
    platform.id,
    drafts.map(({ id, number, version, channelId, externalId }) => ({
      type: 'order.cancelled',
      subject: { type: orders.type, id, version: version + 1 },
      payload: {
        number,
        channelId,
        externalId,
        reason,
        actor: { type: actor.type, id: actor.id },
        requestId: actor.requestId,
      },
      at,
    })),
  )
}
