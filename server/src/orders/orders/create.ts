import type { BatchReply } from '@stowage/contract/batches'
import type { Order, orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { getSettings } from '../../warehouse/settings/queries.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import { createDocument } from '../../workspace/documents/commands.ts'
import { savePlan, listAhead, planOrder, promisingOf, reserve } from '../backorders/plan-order.ts'
import { cancelShort } from '../backorders/promise-rules.ts'
import { listNewClaims } from '../backorders/promise-queries.ts'
import { findOrderChannel } from '../channels/commands.ts'
import { getOrderCustomer, putCustomer, unmaskOrder } from '../customers/commands.ts'
import { findExternalOrders } from './list-queries.ts'
import { readOrderLines, requireDiscounts, requirePrices } from './lines.ts'
import { insertComponents, orders, type LineRow, type OrderRow } from './queries.ts'
import { toReply } from './reply.ts'
import { chargesOf, noCharges, totalsOf } from './amount-rules.ts'
import { componentsOf, confirmed, endEmpty } from './commands.ts'

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
