import type { orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input, Reply } from '@stowage/contract/route'
import { fromQuanta, one } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { fail, failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { releaseClaims } from '../../warehouse/stock/kernel-queries.ts'
import { quantaOf } from '../../warehouse/products/lines.ts'
import { changeDocument } from '../../workspace/documents/commands.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { giveBackLines } from '../backorders/plan-order.ts'
import { putBackOf } from './cancel.ts'
import { listLeft, listPickedOfLine, type LeftToPick } from './put-back-queries.ts'
import { hasLooseParts, shippedOf, stateWithout } from './rules.ts'
import { totalsOf } from './amount-rules.ts'
import { requireUnreleased, completeArrived, endEmpty } from './commands.ts'
import { requireWholeKits } from './lines.ts'
import { orders, saveCancelled, type LineRow, type OrderRow } from './queries.ts'
import { replyOf } from './reply.ts'
import { cancelAll } from '../fulfillments/commands.ts'
import {
  fulfillments,
  lockOpenFulfillments,
  noteCancelled,
  type FulfillmentRow,
} from '../fulfillments/queries.ts'
import { endWork, lockWork } from '../batches/end-work.ts'
import { dropPickTasks, dropTasksOfLine } from '../picking/ending-queries.ts'

type Reduced = Reply<typeof orderRoutes.cancelLine>

/**
 * Cancels a quantity of one line. What it was promised of that goes to waiting orders. Of a released order all that is
 * left of the line is cancelled with its tasks; what was picked stays in the stage location, to be put back. A partially
 * shipped order of which nothing else is left is shipped then, and one that is not released is cancelled.
 */
export async function cancelLine(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  lineId: string,
  { version, qty }: Input<typeof orderRoutes.cancelLine>['body'],
): Promise<Reduced> {
  const { platform } = actor
  const { row: before, lines } = await lockDocument(tx, orders, actor, id)
  requireVersion(before, version)
  const isPartlyShipped = before.state === 'partially_shipped'
  const isReleased =
    isPartlyShipped || before.state === 'released' || before.state === 'in_fulfillment'
  if (!isReleased) requireUnreleased(before)
  const line = lines.find((each) => each.id === lineId) ?? notFound()
  const item = { sku: line.sku, qtyScale: line.qtyScale, unit: line.baseUnit }
  const quanta = quantaOf({ item, fraction: one }, qty, 'qty')
  if (line.components.length > 0) requireWholeKits(item, quanta, 'qty')
  const cancelled = BigInt(line.cancelled) + quanta
  const left = BigInt(line.qty) - BigInt(line.cancelled) - shippedOf(line)
  if (hasLooseParts(line))
    fail('picked_goods', {
      message: `Parts of ${line.sku} were shipped. Ship the rest of it first.`,
    })
  if (quanta > left) failField('qty', 'This is more than the line has left')
  const reduced = { ...line, cancelled: String(cancelled) }
  const all = lines.map((each) => (each === line ? reduced : each))
  if (isReleased && quanta < left) {
    const rest = fromQuanta(left, line.qtyScale)
    failField('qty', `The order is released. Cancel all ${rest} that are left of the line.`)
  }
  const putBack = isReleased ? await endLine(tx, actor, id, line) : []
  const [, , after] = await Promise.all([
    isReleased ? undefined : giveBackLines(tx, platform.id, [{ line, quanta }]),
    saveCancelled(tx, platform.id, [{ id: lineId, cancelled: String(cancelled) }]),
    changeDocument(tx, orders, actor, before, {
      change: 'line_cancelled',
      values: totalsOf(all, before, before.currency),
      recorded: { payload: { lineNo: line.lineNo, sku: line.sku, qty } },
    }),
  ])
  const end = async () => {
    if (!isReleased) return endEmpty(tx, actor, after, all)
    const isOver = isPartlyShipped && lines.every((each) => each === line || !isOpen(each))
    return isOver ? completeArrived(tx, actor, await endShipped(tx, actor, after)) : after
  }
  const reached = await end()
  return { order: await replyOf(tx, actor, reached), putBack }
}

/** Checks whether a part of a line is still to be shipped. */
const isOpen = ({ claims }: LineRow) =>
  claims.some(({ promised, backordered }) => promised !== '0' || backordered !== '0')

/** Marks an order as shipped once everything left of it has been shipped. */
const endShipped = (tx: Tx, actor: WorkspaceMember, order: OrderRow): Promise<OrderRow> =>
  changeDocument(tx, orders, actor, order, {
    change: 'shipped',
    values: { state: 'shipped', fulfillmentState: 'full' },
  })

/**
 * Ends what is to be picked of a line, with its claims. Fails with `picked_goods` once it is being packed, and where
 * nothing else of the order would stay released. Returns what was picked of it.
 */
async function endLine(
  tx: Tx,
  actor: WorkspaceMember,
  orderId: string,
  line: LineRow,
): Promise<Reduced['putBack']> {
  const { id: platformId } = actor.platform
  const all = await lockOpenFulfillments(tx, platformId, orderId)
  const open = all.filter(({ state }) => state !== 'shipped')
  const ids = (some: readonly FulfillmentRow[]) => JSON.stringify(some.map(({ id }) => id))
  const left = await listLeft(tx, platformId, line.id, ids(open))
  const leftOf = ({ id }: FulfillmentRow): LeftToPick | undefined =>
    left.find((each) => each.id === id)
  const affected = open.filter((one) => leftOf(one)?.isOfLine)
  const packing = affected.find((one) => leftOf(one)?.hasPackages)
  if (packing)
    fail('picked_goods', { message: `${packing.number} is being packed. Unpack it first.` })
  const over = affected.filter((one) => stateWithout(one.state, leftOf(one)) === 'cancelled')
  if (over.length === all.length)
    fail('picked_goods', {
      message: 'Nothing else of this order is released. Unrelease or cancel the order instead.',
    })
  const work = await lockWork(tx, actor, affected)
  const picked = await listPickedOfLine(tx, platformId, orderId, line.id)
  const claims = line.claims.map(({ reservationId }) => reservationId)
  if (claims.length > 0) await releaseClaims(tx, platformId, claims, { pickedToo: true })
  await dropTasksOfLine(tx, platformId, line.id, ids(affected))
  await noteCancelled(tx, platformId, line.id, ids(affected))
  for (const one of affected.filter((each) => !over.includes(each)))
    await changeDocument(tx, fulfillments, actor, one, {
      change: 'line_cancelled',
      values: { state: stateWithout(one.state, leftOf(one)) },
      recorded: { payload: { sku: line.sku, lineNo: line.lineNo } },
    })
  await cancelAll(tx, actor, over, dropPickTasks)
  await endWork(tx, actor, work)
  return putBackOf(picked)
}
