import type { BatchReply } from '@stowage/contract/batches'
import type { bulk } from '@stowage/contract/orders/order-bulk'
import type { Order, orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { getSettings } from '../../warehouse/settings/queries.ts'
import { lockFreeDocuments } from '../../workspace/documents/list-queries.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import {
  changeDocument,
  createDocument,
  lockForTransition,
  refuseStep,
} from '../../workspace/documents/commands.ts'
import {
  savePlan,
  listAhead,
  planOrder,
  promisingOf,
  reserve,
  type Promising,
} from '../backorders/plan-order.ts'
import { cancelShort } from '../backorders/promise-rules.ts'
import { listNewClaims } from '../backorders/promise-queries.ts'
import { findOrderChannel } from '../channels/commands.ts'
import { findChannel } from '../channels/queries.ts'
import { getOrderCustomer, putCustomer, unmaskOrder } from '../customers/commands.ts'
import { findExternalOrders } from './list-queries.ts'
import { readOrderLines, requireDiscounts, requirePrices } from './lines.ts'
import { insertComponents, orders, saveCancelled, type LineRow, type OrderRow } from './queries.ts'
import { replyOf, toReply } from './reply.ts'
import { chargesOf, noCharges, totalsOf } from './amount-rules.ts'
import { releaseHolds, isOnTheWay } from './state-queries.ts'
import { endedBy, hasEnded } from './rules.ts'

/** An input in which the version may be left out, for an order in whichever version it has. */
export type AnyVersion<Body> = Omit<Body, 'version'> & { version?: number | undefined }

type NewOrder = Input<typeof orderRoutes.create>['body']

/** Creates an order, and confirms it if asked to; when it cannot be confirmed, nothing is created. */
export async function createOrder(
  tx: Tx,
  actor: WorkspaceMember,
  number: string,
  body: NewOrder,
): Promise<Order> {
  const { platform, at } = actor
  const [channel, customer, settings, lines, ahead, taken] = await Promise.all([
    findOrderChannel(tx, actor, body.channelId),
    body.customer
      ? putCustomer(tx, actor, body.customer)
      : getOrderCustomer(tx, platform.id, body.customerId),
    getSettings(tx, platform.id),
    readOrderLines(tx, actor, body.lines),
    body.confirm ? listAhead(tx, actor, body.lines) : [],
    body.externalId === undefined ? [] : findExternalOrders(tx, platform.id, body.externalId),
  ])
  // Before stock is asked for, which the order that is there may have taken.
  requireNewNumber(taken, channel.id)
  const { confirm: asked, lines: _, channelId: __, customer: ___, ...others } = body
  const { shippingCharge, orderDiscount, ...fields } = others
  const currency = body.currency ?? customer?.currency ?? settings.currency
  const charges = chargesOf({ shippingCharge, orderDiscount }, noCharges)
  requireDiscounts(lines, charges, currency)
  requirePrices(actor, channel, lines, charges)
  const addresses = unmaskOrder(
    { shippingAddress: body.shippingAddress, billingAddress: body.billingAddress },
    customer?.addresses ?? [],
  )
  const draft: OrderRow = {
    id: newId(),
    number,
    version: 1,
    createdAt: at.toISOString(),
    createdBy: actor.id,
    ...fields,
    ...addresses,
    shippingAddress: addresses.shippingAddress ?? customer?.addresses[0] ?? null,
    customerId: customer?.id ?? null,
    externalId: body.externalId ?? null,
    placedAt: body.placedAt ?? at.toISOString(),
    currency,
    shipComplete: body.shipComplete ?? customer?.shipComplete ?? false,
    channelId: channel.id,
    channel: channel.code,
    customer: customer?.name ?? null,
    state: 'draft',
    warehouseIds: [],
    mode: null,
    ...charges,
    ...totalsOf(lines, charges, currency),
    confirmedAt: null,
    cancelReason: null,
    fulfillmentState: 'none',
  }
  const confirm = asked ?? (channel.confirmsAtOnce ? {} : undefined)
  if (!confirm) {
    await insertOrder(tx, actor, draft, lines)
    return toReply(draft, lines, [], actor)
  }
  const promising = promisingOf(draft, channel, confirm)
  const plan = await planOrder(tx, actor, lines, promising, ahead)
  const kept = cancelShort(lines, plan, promising.mode)
  const row = {
    ...draft,
    ...confirmed(promising, at),
    ...totalsOf(kept, draft, currency),
  }
  // Stock last: others wait for what is locked until the commit.
  const [, , , claims] = await Promise.all([
    insertOrder(tx, actor, row, kept),
    savePlan(tx, actor, row.id, plan, lines),
    reserve(tx, actor, row, kept, plan),
    listNewClaims(
      tx,
      platform.id,
      kept.map(({ id }) => id),
    ),
  ])
  const claimed = kept.map((line) => ({ ...line, claims: claims.get(line.id) ?? [] }))
  return toReply(await endEmpty(tx, actor, row, kept), claimed, [], actor)
}

/** Fails with `duplicate_key` and the order that has the external number in this channel. */
function requireNewNumber(
  taken: Awaited<ReturnType<typeof findExternalOrders>>,
  channelId: string,
): void {
  const owner = taken.find((order) => order.channelId === channelId)
  if (owner)
    fail('duplicate_key', { blockers: [{ type: 'order', id: owner.id, name: owner.number }] })
}

const confirmed = ({ mode, warehouseIds }: Promising, at: Date) => ({
  state: 'confirmed' as const,
  mode,
  warehouseIds: [...warehouseIds],
  confirmedAt: at.toISOString(),
})

/** Inserts an order that was just made; a confirmed one was created and confirmed at once. */
async function insertOrder(
  tx: Tx,
  actor: WorkspaceMember,
  row: OrderRow,
  lines: readonly LineRow[],
): Promise<void> {
  const recorded = { details: { lines: lines.length } }
  await Promise.all([
    createDocument(tx, orders, actor, {
      row,
      lines,
      change: 'created',
      recorded,
      then: row.state === 'confirmed' ? { change: 'confirmed', recorded } : undefined,
    }),
    insertComponents(tx, actor.platform.id, componentsOf(lines)),
  ])
}

/** Confirms a draft: reserves stock for it, as its channel has it unless `given` says otherwise. */
export async function confirmOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...given }: AnyVersion<Input<typeof orderRoutes.confirm>['body']>,
): Promise<Order> {
  const { platform, at } = actor
  const { before, lines } = await lockForTransition(tx, orders, actor, id, version, 'confirmed')
  if (before.state !== 'draft') return refuseStep(orders, before, 'confirmed')
  const channel = (await findChannel(tx, platform.id, before.channelId)) ?? notFound()
  const promising = promisingOf(before, channel, given)
  const plan = await planOrder(tx, actor, lines, promising)
  const kept = cancelShort(lines, plan, promising.mode)
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'confirmed',
      values: { ...confirmed(promising, at), ...totalsOf(kept, before, before.currency) },
    }),
    savePlan(tx, actor, id, plan, lines),
    promising.mode === 'cancel_rest' && saveCancelled(tx, platform.id, kept),
    reserve(tx, actor, before, kept, plan),
  ])
  return replyOf(tx, actor, await endEmpty(tx, actor, after, kept))
}

/** Fails with `invalid_transition` for an order that was released or is over. */
export function requireUnreleased(order: OrderRow): void {
  const { state } = order
  if (state !== 'draft' && state !== 'confirmed' && state !== 'on_hold')
    refuseStep(orders, order, 'draft')
}

/** Creates several orders, each with its own audit entry and its own event. */
export function createOrders(
  tx: Tx,
  actor: WorkspaceMember,
  numbers: readonly string[],
  batch: Input<typeof orderRoutes.createBatch>['body'],
): Promise<BatchReply> {
  return runBatch(tx, batch, {
    apply: async (body, index) => (await createOrder(tx, actor, numbers[index] ?? '', body)).id,
  })
}

export const componentsOf = (lines: readonly LineRow[]) =>
  lines.flatMap(({ id: lineId, components }) =>
    components.map(({ id, variantId, perKit }) => ({ lineId, id, variantId, perKit })),
  )

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

type Selection = Input<typeof bulk.confirm>['body']

/** Does the same step for each order of a selection; one that others hold is refused, not the rest. */
export function changeEach(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Selection,
  step: (order: Selection['items'][number]) => Promise<unknown>,
): Promise<BatchReply> {
  let held: ReadonlySet<string> = new Set()
  return runBatch(tx, batch, {
    skipsLocked: true,
    // All orders before any stock: a step that holds stock must not wait for the next order.
    begin: async () => {
      const ids = batch.items.map(({ id }) => id)
      held = (await lockFreeDocuments(tx, orders, actor, ids)).held
    },
    apply: async (order) => {
      if (held.has(order.id.toLowerCase())) fail('lock_timeout', { retryAfter: 1 })
      await step(order)
      return order.id
    },
  })
}
