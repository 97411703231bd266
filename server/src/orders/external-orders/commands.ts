import type { Channel } from '@stowage/contract/orders/channels'
import type { Customer } from '@stowage/contract/orders/customers'
import type { externalOrders } from '@stowage/contract/orders/external-orders'
import type { Input, Reply } from '@stowage/contract/route'
import type { Db, Tx } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { setUrgency } from '../../warehouse/stock/kernel-queries.ts'
import { changeDocument } from '../../workspace/documents/commands.ts'
import { deleteLines, insertLines, lockDocument } from '../../workspace/documents/queries.ts'
import {
  cancelShort,
  giveBackLines,
  keepPlan,
  planOrder,
  promisingOf,
  reserve,
} from '../allocation/commands.ts'
import { findChannel, findChannelByCode } from '../channels/queries.ts'
import { findCustomer } from '../customers/queries.ts'
import {
  componentsOf,
  confirmOrder,
  createOrder,
  replyOf,
  requireUnreleased,
  totalsColumns,
} from '../entry/commands.ts'
import { readOrderLines } from '../entry/lines.ts'
import {
  insertComponents,
  orders,
  removeLines,
  saveLines,
  type LineRow,
  type OrderRow,
} from '../entry/queries.ts'
import { changedValues } from '../entry/rules.ts'
import { findExternalOrder, lockExternalOrder } from './queries.ts'
import { compareLines, type LineChanges } from './rules.ts'

type Put = typeof externalOrders.put
type Sent = Input<Put>['body'] & { externalId: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the channel with this id or code; fails with `not_found`, or at the field for an archived one. */
export async function getChannelOf(db: Db, platformId: string, ref: string): Promise<Channel> {
  const channel =
    (uuid.test(ref) ? await findChannel(db, platformId, ref) : undefined) ??
    (await findChannelByCode(db, platformId, ref)) ??
    notFound('This channel doesn’t exist')
  if (channel.state !== 'active') failField('channel', `Channel ${channel.code} is archived`)
  return channel
}

/**
 * Creates the order of a channel with this external number, or makes it what the shop sends. An order that
 * is like that already keeps its version. Two calls for the same number run one after the other.
 */
export async function putOrder(
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
  const order = await createOrder(tx, actor, number, { ...sent, channelId: channel.id })
  return { order, result: 'created' }
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
  requireUnreleased(before)
  const customer = sent.customerId
    ? await findCustomer(tx, platform.id, sent.customerId)
    : undefined
  if (sent.customerId && !customer) failField('customerId', 'This customer doesn’t exist')
  const read = await readOrderLines(tx, actor, sent.lines, lastOf(had))
  const values = valuesOf(before, sent, customer)
  const changed = changedValues(before, values)
  const claims = had.flatMap((line) => line.claims.map(({ reservationId }) => reservationId))
  const lines = compareLines(had, read)
  const isDraft = before.state === 'draft'
  const confirm = sent.confirm ?? (channel.confirmsAtOnce ? {} : undefined)
  const asksToConfirm = isDraft && confirm !== undefined
  const isChanged = changed.length > 0 || lines.isChanged
  if (!isChanged && !asksToConfirm)
    return { order: await replyOf(tx, actor, before), result: 'unchanged' }

  let after = before
  if (isChanged) {
    const now = isDraft
      ? await replaceLines(tx, actor, before, sent.lines, lines)
      : await promiseDifference(tx, actor, { ...before, ...values }, channel, lines)
    // After the levels of stock were locked, because who serves claims locks them in this order too.
    if (changed.includes('priority') || changed.includes('promisedShipAt'))
      await setUrgency(tx, platform.id, claims, {
        priority: values.priority,
        dueAt: values.promisedShipAt,
      })
    after = await changeDocument(tx, orders, actor, before, {
      change: 'updated',
      values: { ...values, ...totalsColumns(now, values.currency) },
      recorded: { payload: { changed: [...changed, ...(lines.isChanged ? ['lines'] : [])] } },
    })
    after.customer = customer?.name ?? null
  }
  const order = asksToConfirm
    ? await confirmOrder(tx, actor, orderId, { version: after.version, ...confirm })
    : await replyOf(tx, actor, after)
  return { order, result: 'updated' }
}

const lastOf = (lines: readonly LineRow[]) =>
  lines.reduce((last, { lineNo }) => Math.max(last, lineNo), 0)

/** What the order is to hold. What the shop leaves out stays, or comes from a customer that is new to it. */
function valuesOf(before: OrderRow, sent: Sent, customer: Customer | undefined) {
  const kept = before.customerId === sent.customerId ? before : undefined
  return {
    customerId: sent.customerId,
    priority: sent.priority,
    placedAt: sent.placedAt ?? before.placedAt,
    promisedShipAt: sent.promisedShipAt,
    shipComplete: sent.shipComplete ?? kept?.shipComplete ?? customer?.shipComplete ?? false,
    currency: sent.currency ?? before.currency,
    shippingAddress:
      sent.shippingAddress ?? kept?.shippingAddress ?? customer?.addresses[0] ?? null,
    billingAddress: sent.billingAddress,
    paymentState: sent.paymentState,
    tags: sent.tags,
    note: sent.note,
  }
}

/** Writes the lines of a draft anew, in the order of the shop, and returns them. They are promised nothing. */
async function replaceLines(
  tx: Tx,
  actor: WorkspaceMember,
  { id }: OrderRow,
  typed: Sent['lines'],
  { kept, isChanged }: LineChanges,
): Promise<LineRow[]> {
  if (!isChanged) return kept.map(({ after }) => after)
  const lines = await readOrderLines(tx, actor, typed)
  await deleteLines(tx, orders, actor.platform.id, id)
  await insertLines(tx, orders, actor.platform.id, id, lines)
  await insertComponents(tx, actor.platform.id, componentsOf(lines))
  return lines
}

/**
 * Changes the lines of a confirmed order. A line that asks for more is promised the difference, one that asks
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
    keepPlan(tx, actor, order.id, plan, lines),
  ])
  return kept
}
