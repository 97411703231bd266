import { mostLines, tooManyLines } from '@stowage/contract/orders/order-inputs'
import { type Order, type orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import { microsOf } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { changeDocument } from '../../workspace/documents/commands.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { insertLines } from '../../workspace/documents/write-queries.ts'
import {
  findPromising,
  giveBackLines,
  savePlan,
  planOrder,
  reserve,
} from '../backorders/plan-order.ts'
import { cancelShort } from '../backorders/promise-rules.ts'
import { findChannel } from '../channels/queries.ts'
import {
  changedLine,
  isOverDiscounted,
  noCharges,
  totalsOf,
  type LineValues,
} from './amount-rules.ts'
import { componentsOf, requireUnreleased, endEmpty } from './commands.ts'
import {
  lineQuanta,
  overDiscounted,
  readOrderLines,
  requireDiscounts,
  requirePrices,
} from './lines.ts'
import { insertComponents, orders, saveLines, type LineRow, type OrderRow } from './queries.ts'
import { replyOf } from './reply.ts'
import { changedValues } from '../../workspace/records/rules.ts'

/**
 * Changes a line of an order that is not released. A confirmed order reserves what is added to the line, as it
 * was confirmed, and gives back what is taken from it. One of which only cancelled quantity is left is cancelled.
 */
export async function changeLine(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  lineId: string,
  { version, ...given }: Input<typeof orderRoutes.updateLine>['body'],
): Promise<Order> {
  const { platform } = actor
  const { row: before, lines } = await lockDocument(tx, orders, actor, id)
  requireVersion(before, version)
  requireUnreleased(before)
  const line = lines.find((each) => each.id === lineId) ?? notFound()
  const values = valuesOf(line, given)
  const changed = changedValues(line, values)
  const resized =
    values.qty === undefined ? line : await resize(tx, actor, before, line, values.qty)
  const { cancelled, outOfStock } = resized
  const after = { ...changedLine(line, values), cancelled, outOfStock }
  if (isOverDiscounted(after, before.currency))
    failField(given.discount === undefined ? 'unitPrice' : 'discount', overDiscounted)
  const all = lines.map((each) => (each === line ? after : each))
  const [, row] = await Promise.all([
    saveLines(tx, platform.id, [after]),
    changeDocument(tx, orders, actor, before, {
      change: 'updated',
      values: totalsOf(all, before, before.currency),
      recorded: {
        payload: {
          lineNo: line.lineNo,
          sku: line.sku,
          changed,
          ...(given.qty !== undefined && { qty: given.qty }),
        },
      },
    }),
  ])
  return replyOf(tx, actor, await endEmpty(tx, actor, row, all))
}

type LineChanges = Omit<Input<typeof orderRoutes.updateLine>['body'], 'version'>

/**
 * Returns the given values of a line as they are stored. The quantity is in the line's unit, at its size when
 * entered.
 */
function valuesOf(
  line: LineRow,
  { qty, unitPrice, discount, tax, note, externalLineId, metadata }: LineChanges,
): LineValues {
  return {
    ...(qty !== undefined && { qty: String(lineQuanta(line, qty, 'qty')) }),
    ...(unitPrice !== undefined && { unitPrice: String(microsOf(unitPrice)) }),
    ...(discount !== undefined && { discount: String(microsOf(discount)) }),
    ...(tax !== undefined && { tax: String(microsOf(tax)) }),
    ...(note !== undefined && { note }),
    ...(externalLineId !== undefined && { externalLineId }),
    ...(metadata !== undefined && { metadata }),
  }
}

/** The line with another quantity in quanta, once that is reserved or given back. */
async function resize(
  tx: Tx,
  actor: WorkspaceMember,
  order: OrderRow,
  line: LineRow,
  qty: string,
): Promise<LineRow> {
  const quanta = BigInt(qty)
  if (quanta < BigInt(line.cancelled)) failField('qty', 'This is less than what is cancelled')
  const more = quanta - BigInt(line.qty)
  const promising = await findPromising(tx, actor.platform.id, order)
  if (!promising || more === 0n) return { ...line, qty }
  if (more < 0n) {
    await giveBackLines(tx, actor.platform.id, [{ line, quanta: -more }])
    return { ...line, qty }
  }
  const added = { ...line, qty: String(more), cancelled: '0', claims: [] }
  const plan = await planOrder(tx, actor, [added], promising)
  const [kept = added] = cancelShort([added], plan, promising.mode)
  await Promise.all([
    reserve(tx, actor, order, [kept], plan),
    savePlan(tx, actor, order.id, plan, [added]),
  ])
  const cancelled = BigInt(line.cancelled) + BigInt(kept.cancelled)
  const { outOfStock } = kept
  return { ...line, qty, cancelled: String(cancelled), outOfStock }
}

/** Adds lines to an order that is not released. A confirmed one reserves stock for them, as it was confirmed. */
export async function addLines(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, lines: typed }: Input<typeof orderRoutes.addLines>['body'],
): Promise<Order> {
  const { platform } = actor
  const { row: before, lines: had } = await lockDocument(tx, orders, actor, id)
  requireVersion(before, version)
  requireUnreleased(before)
  if (had.length + typed.length > mostLines) failField('lines', tooManyLines)
  const read = await readOrderLines(tx, actor, typed, {
    after: had.at(-1)?.lineNo ?? 0,
  })
  requireDiscounts(read, noCharges, before.currency)
  const channel = (await findChannel(tx, platform.id, before.channelId)) ?? notFound()
  requirePrices(actor, channel, read)
  const lines = read.map((line) => ({ ...line, isAdded: true }))
  let added = lines
  const promising = await findPromising(tx, platform.id, before)
  if (promising) {
    const plan = await planOrder(tx, actor, lines, promising)
    added = cancelShort(lines, plan, promising.mode)
    await Promise.all([
      reserve(tx, actor, before, added, plan),
      savePlan(tx, actor, id, plan, lines),
    ])
  }
  await insertLines(tx, orders, platform.id, id, added)
  await insertComponents(tx, platform.id, componentsOf(added))
  const after = await changeDocument(tx, orders, actor, before, {
    change: 'updated',
    values: totalsOf([...had, ...added], before, before.currency),
    recorded: { payload: { added: added.length } },
  })
  return replyOf(tx, actor, after)
}
