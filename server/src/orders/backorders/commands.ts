import type { Backorder } from '@stowage/contract/orders/backorders'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { record, system } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { giveBack, promise, setUrgency } from '../../warehouse/stock/kernel-queries.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { insertEvent } from '../../workspace/events/queries.ts'
import { orders, type LineRow, type OrderRow } from '../orders/queries.ts'
import { findBackorder } from './list-queries.ts'
import { findFree, findWaiting, listWaitingParts, type Movable } from './queries.ts'
import { partsToMove } from './rules.ts'

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
 * Moves what a claim waits for to a warehouse that has it, as far as it has it, and returns the quanta of the item moved: of a
 * kit so much of each component that whole kits can be served. Does nothing when the order was released or changed meanwhile.
 * When others take the stock in between, the database refuses, and the job runs again.
 */
export async function moveBackorder(
  tx: Tx,
  platform: { id: string; slug: string },
  at: Date,
  claim: Movable,
  to: string,
): Promise<bigint> {
  const viewer = { platform, warehouses: null }
  const { row: order, lines } = await lockDocument(tx, orders, viewer, claim.orderId)
  if (order.state !== 'confirmed' && order.state !== 'on_hold') return 0n
  const line = lines.find(({ id }) => id === claim.lineId)
  if (!line) return 0n
  const moves = await findMoves(tx, platform.id, claim, to)
  if (moves.length === 0) return 0n
  const waiting = await findWaiting(tx, platform.id, claim.claimId)
  if (!waiting) return 0n
  await giveBack(
    tx,
    platform.id,
    moves.map(({ componentId, claimId, quanta }) => ({
      sourceId: line.id,
      componentId,
      qty: String(quanta),
      claim: claimId,
      toWarehouse: to,
    })),
  )
  await promise(
    tx,
    platform.id,
    moves.map(({ componentId, perKit, variantId, quanta }) => ({
      sourceId: line.id,
      lineNo: line.lineNo,
      sourceType: 'order_line',
      ...(componentId !== null && { componentId, perKit, waits: true }),
      warehouseId: to,
      variantId,
      qty: String(quanta),
      priority: waiting.priority,
      ...(waiting.dueAt && { dueAt: waiting.dueAt.toISOString() }),
    })),
    claim.componentId === null ? 'strict' : 'backorder',
  )
  for (const move of moves) await recordMove(tx, platform, at, { order, line, move, to })
  return moves
    .filter(({ variantId }) => variantId === claim.variantId)
    .reduce((sum, { quanta }) => sum + quanta, 0n)
}

type Move = {
  claimId: string
  componentId: string | null
  perKit: string
  variantId: string
  quanta: bigint
  from: string
}

async function findMoves(
  tx: Tx,
  platformId: string,
  { claimId, lineId, componentId, warehouseId: from, variantId }: Movable,
  to: string,
): Promise<Move[]> {
  if (componentId !== null) {
    const parts = await listWaitingParts(tx, platformId, lineId, to)
    return partsToMove(parts).map(({ part, claim, quanta }) => ({
      ...part,
      claimId: claim.claimId,
      from: claim.from,
      quanta,
    }))
  }
  const [claim, free] = await Promise.all([
    findWaiting(tx, platformId, claimId),
    findFree(tx, platformId, { warehouseId: to, variantId }),
  ])
  const quanta = claim && free < claim.waiting ? free : (claim?.waiting ?? 0n)
  return quanta > 0n ? [{ claimId, componentId, perKit: '1', variantId, from, quanta }] : []
}

type Recorded = { order: OrderRow; line: LineRow; move: Move; to: string }

async function recordMove(
  tx: Tx,
  platform: { id: string; slug: string },
  at: Date,
  { order, line, move, to }: Recorded,
): Promise<void> {
  const item = line.components.find(({ id }) => id === move.componentId) ?? line
  const details = {
    lineNo: line.lineNo,
    sku: item.sku,
    qty: fromQuanta(move.quanta, item.qtyScale),
    from: move.from,
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
}
