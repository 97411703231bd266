import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { changeDocument } from '../../workspace/documents/commands.ts'
import { orders, type LineRow, type OrderRow } from './queries.ts'
import { releaseHolds } from './hold-queries.ts'
import { isOnTheWay } from './end-queries.ts'
import { endedBy, hasEnded } from './rules.ts'

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
