import { canChange } from '@stowage/contract/orders/order-edits'
import type { Channel } from '@stowage/contract/orders/channels'
import type { Customer } from '@stowage/contract/orders/customers'
import type { externalOrders } from '@stowage/contract/orders/order-external'
import { mostLines, newOrder, tooManyLines } from '@stowage/contract/orders/order-inputs'
import type { Input, Reply } from '@stowage/contract/route'
import type { Db, Tx } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { changeDocument, refuseStep } from '../../workspace/documents/commands.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { insertLines } from '../../workspace/documents/write-queries.ts'
import {
  giveBackLines,
  savePlan,
  planOrder,
  promisingOf,
  reserve,
} from '../backorders/plan-order.ts'
import { cancelShort } from '../backorders/promise-rules.ts'
import { findChannel, findChannelByCode } from '../channels/queries.ts'
import { getOrderCustomer, putCustomer, unmaskOrder } from '../customers/commands.ts'
import { chargesOf, totalsOf } from './amount-rules.ts'
import { componentsOf, confirmOrder, requireUnreleased, endEmpty } from './commands.ts'
import { createOrder } from './create.ts'
import { readOrderLines, requireDiscounts, requirePrices, type NewLine } from './lines.ts'
import {
  insertComponents,
  orders,
  removeLines,
  saveLines,
  type LineRow,
  type OrderRow,
} from './queries.ts'
import { replyOf } from './reply.ts'
import { changedValues } from '../../workspace/records/rules.ts'
import { findExternalOrder, lockExternalOrder } from './external-queries.ts'
import { addressesOf, changeUrgency, definedOf } from './change.ts'
import { compareLines, type LineChanges, type SentLine } from './external-rules.ts'

type Put = typeof externalOrders.put
type Sent = Input<Put>['body'] & { externalId: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the channel with this id or code. */
export const findChannelOf = async (
  db: Db,
  platformId: string,
  ref: string,
): Promise<Channel | undefined> =>
  (uuid.test(ref) ? await findChannel(db, platformId, ref) : undefined) ??
  findChannelByCode(db, platformId, ref)

/** Returns the channel with this id or code; fails with `not_found`, or at the field for an archived one. */
export async function getChannelOf(db: Db, platformId: string, ref: string): Promise<Channel> {
  const channel =
    (await findChannelOf(db, platformId, ref)) ?? notFound('This channel doesn’t exist')
  if (channel.state !== 'active') failField('channel', `Channel ${channel.code} is archived`)
  return channel
}

/**
 * Creates the order of a channel with this external number, or makes it what the shop sends. An order that
 * is like that already keeps its version. Two calls for the same number run one after the other.
 */
export async function putExternalOrder(
  tx: Tx,
  actor: WorkspaceMember,
  number: string,
  channel: Channel,
  sent: Sent,
): Promise<Reply<Put>> {
  const { platform } = actor
  await lockExternalOrder(tx, platform.id, channel.id, sent.externalId)
  const orderId = await findExternalOrder(tx, platform.id, channel.id, sent.externalId)
  if (orderId !== undefined) return changeToSent(tx, actor, orderId, channel, sent)
  if (number === '') return notFound()
  if (!sent.lines) return failField('lines', 'Add at least one line')
  const body = newOrder.parse({ ...sent, channelId: channel.id })
  return { order: await createOrder(tx, actor, number, body), result: 'created' }
}

async function changeToSent(
  tx: Tx,
  actor: WorkspaceMember,
  orderId: string,
  channel: Channel,
  sent: Sent,
): Promise<Reply<Put>> {
  const { platform } = actor
  const { row: before, lines: had } = await lockDocument(tx, orders, actor, orderId)
  const named = sent.customer && (await putCustomer(tx, actor, sent.customer))
  const given = { ...valuesOf(before, sent), ...(named && { customerId: named.id }) }
  const isOtherCustomer = changedValues(before, given).includes('customerId')
  const customer =
    named ??
    (isOtherCustomer ? await getOrderCustomer(tx, platform.id, given.customerId) : undefined)
  const values = isOtherCustomer ? { ...ofCustomer(customer), ...given } : given
  const changed = changedValues(before, values)
  const read = sent.lines && (await readSentLines(tx, actor, had, sent.lines))
  const lines = read ? compareLines(had, read) : unchangedLines(had)
  const isDraft = before.state === 'draft'
  const confirm = sent.confirm ?? (channel.confirmsAtOnce ? {} : undefined)
  const asksToConfirm = isDraft && confirm !== undefined
  const isChanged = changed.length > 0 || lines.isChanged
  if (!isChanged && !asksToConfirm)
    return { order: await replyOf(tx, actor, before), result: 'unchanged' }
  if (lines.isChanged) requireUnreleased(before)
  if (!changed.every((name) => canChange(name, before.state))) refuseStep(orders, before, 'draft')

  let after = before
  if (isChanged) {
    const wanted = { ...before, ...values }
    const all = [...lines.kept.map((kept) => kept.after), ...lines.added]
    requirePrices(actor, channel, all, wanted)
    if (all.length > mostLines) failField('lines', tooManyLines)
    requireDiscounts(all, wanted, wanted.currency)
    const now = lines.isChanged ? await promiseDifference(tx, actor, wanted, channel, lines) : had
    // After the levels of stock were locked, because who serves claims locks them in this order too.
    await changeUrgency(tx, platform.id, before, had, wanted)
    after = await changeDocument(tx, orders, actor, before, {
      change: 'updated',
      values: { ...values, ...totalsOf(now, wanted, wanted.currency) },
      recorded: { payload: { changed: [...changed, ...(lines.isChanged ? ['lines'] : [])] } },
    })
    if (isOtherCustomer) after.customer = customer?.name ?? null
    if (lines.isChanged) after = await endEmpty(tx, actor, after, now)
  }
  const order =
    asksToConfirm && after.state !== 'cancelled'
      ? await confirmOrder(tx, actor, orderId, { version: after.version, ...confirm })
      : await replyOf(tx, actor, after)
  return { order, result: 'updated' }
}

const lastOf = (lines: readonly LineRow[]) =>
  lines.reduce((last, { lineNo }) => Math.max(last, lineNo), 0)

/** Returns the order fields sent by the shop, as they are stored. */
function valuesOf(before: OrderRow, sent: Sent): Partial<OrderRow> {
  const { lines: _, confirm: __, externalId: ___, customer: ____, ...others } = sent
  const { shippingCharge, orderDiscount, ...fields } = others
  const given = unmaskOrder(definedOf(fields), addressesOf(before))
  return { ...given, ...chargesOf({ shippingCharge, orderDiscount }, before) }
}

/** Returns the defaults from a customer new to the order, where the shop sends nothing else. */
const ofCustomer = (customer: Customer | undefined): Partial<OrderRow> => ({
  shipComplete: customer?.shipComplete ?? false,
  shippingAddress: customer?.addresses[0] ?? null,
})

const unchangedLines = (had: readonly LineRow[]): LineChanges => ({
  kept: had.map((line) => ({ before: line, after: line, more: 0n })),
  added: [],
  removed: [],
  isChanged: false,
})

/**
 * Reads the lines a shop sends. A unit counts what it counted in the lines the order has, so a pack that was
 * changed or removed since changes nothing.
 */
async function readSentLines(
  tx: Tx,
  actor: WorkspaceMember,
  had: readonly LineRow[],
  typed: NonNullable<Sent['lines']>,
): Promise<SentLine[]> {
  const lines = await readOrderLines(tx, actor, typed.map(toNewLine), {
    after: lastOf(had),
    knownUnits: had,
  })
  return lines.map((line, i) => {
    const { discount, tax, note, unitPrice, externalLineId, metadata } = typed[i] ?? notFound()
    return {
      line,
      given: {
        qty: line.qty,
        ...(unitPrice !== undefined && { unitPrice: line.unitPrice }),
        ...(discount !== undefined && { discount: line.discount }),
        ...(tax !== undefined && { tax: line.tax }),
        ...(note !== undefined && { note }),
        ...(externalLineId !== undefined && { externalLineId }),
        ...(metadata !== undefined && { metadata }),
      },
    }
  })
}

const toNewLine = (line: NonNullable<Sent['lines']>[number]): NewLine => ({
  ...line,
  discount: line.discount ?? '0',
  tax: line.tax ?? '0',
  note: line.note ?? '',
  metadata: line.metadata ?? {},
})

/**
 * Changes the lines of an order. Of a confirmed one, a line that asks for more is promised the difference, one that asks
 * for less gives it back; both keep what they were promised. What is freed goes to waiting orders first. Returns
 * the lines as they are then.
 */
async function promiseDifference(
  tx: Tx,
  actor: WorkspaceMember,
  order: OrderRow,
  channel: Channel,
  { kept, added, removed }: LineChanges,
): Promise<LineRow[]> {
  const { platform } = actor
  const less = kept.flatMap(({ before, more }) =>
    more < 0n ? [{ line: before, quanta: -more }] : [],
  )
  const gone = removed.map((line) => ({ line, quanta: BigInt(line.qty) - BigInt(line.cancelled) }))
  await giveBackLines(tx, platform.id, [...less, ...gone])
  const asked = kept.flatMap(({ after, more }): LineRow[] =>
    more > 0n ? [{ ...after, qty: String(more), cancelled: '0', claims: [] }] : [],
  )
  const promised = await promiseLines(tx, actor, order, channel, [...asked, ...added])
  const byId = new Map(promised.map((line) => [line.id, line]))
  const saved = kept.map(({ after }) => ({
    ...after,
    cancelled: String(BigInt(after.cancelled) + BigInt(byId.get(after.id)?.cancelled ?? 0)),
    outOfStock: byId.get(after.id)?.outOfStock ?? after.outOfStock,
  }))
  await removeLines(
    tx,
    platform.id,
    removed.map(({ id }) => id),
  )
  await saveLines(tx, platform.id, saved)
  const inserted = added.map((line) => byId.get(line.id) ?? line)
  if (inserted.length > 0) await insertLines(tx, orders, platform.id, order.id, inserted)
  await insertComponents(tx, platform.id, componentsOf(inserted))
  return [...saved, ...inserted]
}

async function promiseLines(
  tx: Tx,
  actor: WorkspaceMember,
  order: OrderRow,
  channel: Channel,
  lines: readonly LineRow[],
): Promise<LineRow[]> {
  const { mode, warehouseIds } = order
  if (lines.length === 0 || !mode) return [...lines]
  const promising = promisingOf(order, channel, { mode, warehouseIds })
  const plan = await planOrder(tx, actor, lines, promising)
  const kept = cancelShort(lines, plan, mode)
  await Promise.all([
    reserve(tx, actor, order, kept, plan),
    savePlan(tx, actor, order.id, plan, lines),
  ])
  return kept
}
