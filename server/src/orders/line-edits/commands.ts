import type { Order, orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import { microsOf, one } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findItems } from '../../warehouse/variants/list-queries.ts'
import { nameItems, quantaOf } from '../../warehouse/stock/lines.ts'
import { changeDocument } from '../../workspace/documents/commands.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import {
  cancelShort,
  findPromising,
  giveBackLines,
  keepPlan,
  planOrder,
  reserve,
} from '../allocation/commands.ts'
import { replyOf, requireUnreleased, totalsColumns } from '../entry/commands.ts'
import { orders, saveLines, type LineRow, type OrderRow } from '../entry/queries.ts'
import { changedValues, grossOf } from '../entry/rules.ts'

/**
 * Changes a line of an order that is not released. A confirmed order reserves what is added to the line, as it
 * was confirmed, and gives back what is taken from it.
 */
export async function changeLine(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  lineId: string,
  { version, qty, unitPrice, note }: Input<typeof orderRoutes.updateLine>['body'],
): Promise<Order> {
  const { platform } = actor
  const { row: before, lines } = await lockDocument(tx, orders, actor, id)
  requireVersion(before, version)
  requireUnreleased(before)
  const line = lines.find((each) => each.id === lineId) ?? notFound()
  const resized = qty === undefined ? line : await resize(tx, actor, before, line, qty)
  const price = unitPrice === undefined ? line.unitPrice : String(microsOf(unitPrice))
  const total = await totalOf(tx, platform.id, { ...resized, unitPrice: price })
  const after = { ...resized, unitPrice: price, total, note: note ?? line.note }
  const all = lines.map((each) => (each === line ? after : each))
  const { qty: quanta } = after
  const changed = changedValues(line, { qty: quanta, unitPrice: price, note: after.note })
  const [, row] = await Promise.all([
    saveLines(tx, platform.id, [after]),
    changeDocument(tx, orders, actor, before, {
      change: 'updated',
      values: totalsColumns(all, before.currency),
      recorded: { payload: { lineNo: line.lineNo, sku: line.sku, changed, ...(qty && { qty }) } },
    }),
  ])
  return replyOf(tx, actor, row)
}

/** The line with another quantity, once that is reserved or given back. */
async function resize(
  tx: Tx,
  actor: WorkspaceMember,
  order: OrderRow,
  line: LineRow,
  qty: string,
): Promise<LineRow> {
  const item = { sku: line.sku, qtyScale: line.qtyScale, unit: line.baseUnit }
  const quanta = quantaOf({ item, fraction: one }, qty, 'qty')
  if (quanta < BigInt(line.cancelled)) failField('qty', 'This is less than what is cancelled')
  const more = quanta - BigInt(line.qty)
  const promising = await findPromising(tx, actor.platform.id, order)
  if (!promising || more === 0n) return { ...line, qty: String(quanta) }
  if (more < 0n) {
    await giveBackLines(tx, actor.platform.id, [{ line, quanta: -more }])
    return { ...line, qty: String(quanta) }
  }
  const added = { ...line, qty: String(more), cancelled: '0', claims: [] }
  const plan = await planOrder(tx, actor, [added], promising)
  const [kept = added] = cancelShort([added], plan, promising.mode)
  await Promise.all([
    reserve(tx, actor, order, [kept], plan),
    keepPlan(tx, actor, order.id, plan, [added]),
  ])
  const cancelled = BigInt(line.cancelled) + BigInt(kept.cancelled)
  const { outOfStock } = kept
  return { ...line, qty: String(quanta), cancelled: String(cancelled), outOfStock }
}

/** What a line costs, in micros: its price is of the unit it was entered in. */
async function totalOf(tx: Tx, platformId: string, line: LineRow): Promise<string> {
  const { variantId, unit, unitPrice, discount } = line
  if (unitPrice === null) return line.total
  const [named = notFound()] = nameItems(await findItems(tx, platformId, [{ variantId }]), [
    { variantId, unit },
  ])
  const gross = grossOf(BigInt(unitPrice), BigInt(line.qty), line.qtyScale, named.fraction)
  if (BigInt(discount) > gross) failField('unitPrice', 'The discount is more than the line costs')
  return String(gross - BigInt(discount))
}
