import type { Backorder } from '@stowage/contract/orders/backorders'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { record, system } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { giveBack, promise, setUrgency } from '../../warehouse/stock/kernel-queries.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { insertEvent } from '../../workspace/events/queries.ts'
import { orders } from '../entry/queries.ts'
import { findBackorder } from './list-queries.ts'
import { findFree, findWaiting, type Movable } from './queries.ts'

/** Sets how urgent a waiting order line is. What it is promised already stays. */
export async function prioritize(
  tx: Tx,
  actor: WorkspaceMember,
  claimId: string,
  priority: number,
): Promise<Backorder> {
  const { id: platformId } = actor.platform
  const before = (await findBackorder(tx, actor, claimId)) ?? notFound()
  const { row: order } = await lockDocument(tx, orders, actor, before.orderId)
  await setUrgency(tx, platformId, [claimId], { priority, dueAt: before.promisedShipAt })
  const details = { lineNo: before.lineNo, sku: before.sku, from: before.priority, to: priority }
  await Promise.all([
    record(tx, actor, 'BACKORDER_PRIORITIZED', {
      target: { type: 'order', id: order.id, name: order.number },
      metadata: details,
    }),
    insertEvent(tx, platformId, {
      type: 'backorder.prioritized',
      subject: { type: 'order', id: order.id, version: order.version },
      payload: {
        number: order.number,
        externalId: order.externalId,
        ...details,
        actor: { type: actor.type, id: actor.id },
      },
      at: actor.at,
    }),
  ])
  return (await findBackorder(tx, actor, claimId)) ?? notFound()
}

/**
 * Moves what a claim waits for to a warehouse that has it, as far as it has it, and returns the quanta moved.
 * Does nothing when the order was released or changed meanwhile. When others take the stock in between, the
 * database refuses, and the job runs again.
 */
export async function moveBackorder(
  tx: Tx,
  platform: { id: string; slug: string },
  at: Date,
  { claimId, orderId, lineId, componentId, warehouseId: from, variantId }: Movable,
  to: string,
): Promise<bigint> {
  const viewer = { platform, warehouses: null }
  const { row: order, lines } = await lockDocument(tx, orders, viewer, orderId)
  if (order.state !== 'confirmed' && order.state !== 'on_hold') return 0n
  const [claim, free] = await Promise.all([
    findWaiting(tx, platform.id, claimId),
    findFree(tx, platform.id, { warehouseId: to, variantId }),
  ])
  const qty = claim && free < claim.waiting ? free : (claim?.waiting ?? 0n)
  const line = lines.find(({ id }) => id === lineId)
  if (!claim || !line || qty <= 0n) return 0n
  const asked = { sourceId: lineId, variantId, qty: String(qty) }
  await giveBack(tx, platform.id, [
    { sourceId: lineId, componentId, qty: String(qty), claim: claimId, toWarehouse: to },
  ])
  await promise(
    tx,
    platform.id,
    [
      {
        ...asked,
        lineNo: line.lineNo,
        sourceType: 'order_line',
        ...(componentId !== null && { componentId }),
        warehouseId: to,
        priority: claim.priority,
        ...(claim.dueAt && { dueAt: claim.dueAt.toISOString() }),
      },
    ],
    'strict',
  )
  const item = line.components.find(({ id }) => id === componentId) ?? line
  const details = {
    lineNo: line.lineNo,
    sku: item.sku,
    qty: fromQuanta(qty, item.qtyScale),
    from,
    to,
  }
  await Promise.all([
    record(tx, system(at), 'BACKORDER_MOVED', {
      platform,
      target: { type: 'order', id: order.id, name: order.number },
      metadata: details,
    }),
    insertEvent(tx, platform.id, {
      type: 'backorder.moved',
      subject: { type: 'order', id: order.id, version: order.version },
      payload: { number: order.number, externalId: order.externalId, ...details },
      at,
    }),
  ])
  return qty
}
