import type { Order } from '@stowage/contract/orders/orders'
import type { unreserving } from '@stowage/contract/orders/order-unreserving'
import type { Input } from '@stowage/contract/route'
import { one } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { fail, failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { unreserve } from '../../warehouse/stock/kernel-queries.ts'
import { quantaOf } from '../../warehouse/products/lines.ts'
import { changeDocument } from '../../workspace/documents/commands.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { orders } from './queries.ts'
import { replyOf } from './reply.ts'
import { takenFrom } from './rules.ts'

/**
 * Takes reserved stock that is not allocated away from a line, which waits for it again, and gives it to another
 * order, or to those that are served first. Nothing becomes available by it.
 */
export async function unreserveLine(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  lineId: string,
  { version, qty, warehouseId, toOrderId, reason }: Input<typeof unreserving.unreserve>['body'],
): Promise<Order> {
  if (toOrderId === id) failField('toOrderId', 'Choose another order')
  const lockOrder = (orderId: string) => lockDocument(tx, orders, actor, orderId)
  // Documents are locked in the order of their ids.
  const locked = new Map<string, Awaited<ReturnType<typeof lockOrder>>>()
  for (const each of [id, ...(toOrderId === undefined ? [] : [toOrderId])].sort())
    locked.set(each, await lockOrder(each))
  const { row: before, lines } = locked.get(id) ?? notFound()
  const to = toOrderId === undefined ? undefined : locked.get(toOrderId)
  requireVersion(before, version)
  const line = lines.find((each) => each.id === lineId) ?? notFound()
  const item = { sku: line.sku, qtyScale: line.qtyScale, unit: line.baseUnit }
  const quanta = quantaOf({ item, fraction: one }, qty, 'qty')
  const isInSight = (warehouse: string) =>
    (warehouseId ?? warehouse) === warehouse && (actor.warehouses?.includes(warehouse) ?? true)
  const taken = takenFrom(line, quanta, isInSight)
  if (!taken)
    fail('picked_goods', {
      message: `Less of ${line.sku} is reserved here without being allocated to a pick.`,
    })
  await unreserve(tx, actor.platform.id, taken, to ? to.lines.map((each) => each.id) : null)
  const after = await changeDocument(tx, orders, actor, before, {
    change: 'unreserved',
    values: {},
    recorded: {
      payload: {
        lineNo: line.lineNo,
        sku: line.sku,
        qty,
        reason,
        toOrder: to?.row.number ?? null,
      },
    },
  })
  return replyOf(tx, actor, after)
}
