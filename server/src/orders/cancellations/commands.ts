import type { Order, orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { releaseClaims } from '../../warehouse/stock/kernel-queries.ts'
import { quantaOf } from '../../warehouse/stock/lines.ts'
import { changeDocument, lockForTransition } from '../../workspace/documents/commands.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { planOrder, promisingOf, reserve } from '../allocation/commands.ts'
import { findChannel } from '../channels/queries.ts'
import { replyOf, requireUnreleased } from '../entry/commands.ts'
import { orders, saveCancelled } from '../entry/queries.ts'
import { releaseHolds } from '../holds/queries.ts'

/** Cancels an order. What it was promised goes to waiting orders in the same transaction. */
export async function cancelOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, reason }: Input<typeof orderRoutes.cancel>['body'],
): Promise<Order> {
  const { before, lines } = await lockForTransition(tx, orders, actor, id, version, 'cancelled')
  const claims = lines.flatMap((line) => line.claims.map(({ reservationId }) => reservationId))
  const all = lines.map((line) => ({ id: line.id, cancelled: line.qty }))
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'cancelled',
      values: { state: 'cancelled', cancelReason: reason },
      recorded: { details: { reason } },
    }),
    claims.length > 0 && releaseClaims(tx, actor.platform.id, claims),
    saveCancelled(tx, actor.platform.id, all),
    releaseHolds(tx, actor, id),
  ])
  return replyOf(tx, actor, after)
}

/**
 * Cancels a quantity of one line. Of a confirmed order the line gives back all it was promised and is
 * promised the rest again, so that waiting orders come first with what is freed.
 */
export async function cancelLine(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  lineId: string,
  { version, qty }: Input<typeof orderRoutes.cancelLine>['body'],
): Promise<Order> {
  const { platform } = actor
  const { row: before, lines } = await lockDocument(tx, orders, actor, id)
  requireVersion(before, version)
  requireUnreleased(before)
  const line = lines.find((one) => one.id === lineId) ?? notFound()
  const item = { sku: line.sku, qtyScale: line.qtyScale, unit: line.baseUnit }
  const quanta = quantaOf({ item, fraction: { numerator: 1n, denominator: 1n } }, qty, 'qty')
  const cancelled = BigInt(line.cancelled) + quanta
  if (cancelled > BigInt(line.qty)) failField('qty', 'This is more than the line has left')
  const rest = { ...line, cancelled: String(cancelled), claims: [] }
  await Promise.all([
    line.claims.length > 0 &&
      releaseClaims(
        tx,
        platform.id,
        line.claims.map(({ reservationId }) => reservationId),
      ),
    saveCancelled(tx, platform.id, [rest]),
  ])
  if (before.state !== 'draft' && before.mode) {
    const channel = (await findChannel(tx, platform.id, before.channelId)) ?? notFound()
    const promising = promisingOf(before, channel, {
      mode: before.mode,
      warehouseIds: before.warehouseIds,
    })
    const plan = await planOrder(tx, actor, [rest], promising)
    await reserve(tx, actor, before, [rest], plan, before.mode)
  }
  const after = await changeDocument(tx, orders, actor, before, {
    change: 'lineCancelled',
    values: {},
    recorded: { details: { lineNo: line.lineNo, sku: line.sku, qty } },
  })
  return replyOf(tx, actor, after)
}
