import type { Channel, PromiseMode } from '@stowage/contract/orders/channels'
import type { Order, orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { fail } from '../../errors.ts'
import { getSettings } from '../../warehouse/settings/queries.ts'
import { promise, releaseClaims, type PromiseLine } from '../../warehouse/stock/kernel-queries.ts'
import { quantaOf } from '../../warehouse/stock/lines.ts'
import {
  changeDocument,
  createDocument,
  lockForTransition,
} from '../../workspace/documents/commands.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { requireVersion } from '../../errors.ts'
import type { Plan } from '../allocation/rules.ts'
import { findOrCreateManualChannel } from '../channels/commands.ts'
import { findChannel } from '../channels/queries.ts'
import { findCustomer } from '../customers/queries.ts'
import { planOrder, readOrderLines, type Promising } from './lines.ts'
import {
  insertComponents,
  insertHold,
  listHolds,
  listLines,
  orders,
  releaseHolds,
  saveCancelled,
  type LineRow,
  type OrderRow,
} from './queries.ts'
import { toReply } from './reply.ts'
import { decimalsOf, totalsOf, type Amounts } from './rules.ts'

type NewOrder = Input<typeof orderRoutes.create>['body']
type Confirmation = NonNullable<NewOrder['confirm']>

/** Creates an order, and confirms it if asked to; when it cannot be confirmed, nothing is created. */
export async function createOrder(
  tx: Tx,
  actor: WorkspaceMember,
  number: string,
  body: NewOrder,
): Promise<Order> {
  const { platform, at } = actor
  const [channel, customer, settings, { lines, amounts }] = await Promise.all([
    findOrderChannel(tx, actor, body.channelId),
    body.customerId === null ? undefined : findCustomer(tx, platform.id, body.customerId),
    getSettings(tx, platform.id),
    readOrderLines(tx, actor, body.lines),
  ])
  if (body.customerId !== null && !customer) failField('customerId', 'This customer doesn’t exist')
  const { confirm: asked, lines: _, channelId: __, ...fields } = body
  const draft: OrderRow = {
    id: newId(),
    number,
    version: 1,
    createdAt: at.toISOString(),
    createdBy: actor.id,
    ...fields,
    shippingAddress: body.shippingAddress ?? customer?.addresses[0] ?? null,
    externalId: body.externalId ?? null,
    placedAt: body.placedAt ?? at.toISOString(),
    currency: body.currency ?? customer?.currency ?? settings.currency,
    shipComplete: body.shipComplete ?? customer?.shipComplete ?? false,
    channelId: channel.id,
    channel: channel.code,
    customer: customer?.name ?? null,
    state: 'draft',
    warehouseIds: [],
    mode: null,
    ...totalsColumns(amounts, body.currency ?? customer?.currency ?? settings.currency),
    confirmedAt: null,
    cancelReason: null,
    fulfillmentState: 'none',
    promised: '0',
    backordered: '0',
  }
  const confirm = asked ?? (channel.confirmsAtOnce ? {} : undefined)
  if (!confirm) {
    await insertOrder(tx, actor, draft, lines, 'created')
    return toReply(draft, lines, [], actor)
  }
  const promising = promisingOf(draft, channel, confirm)
  const plan = await planOrder(tx, actor, lines, promising)
  const kept = cancelShort(lines, plan, promising.mode)
  const row = { ...draft, ...confirmed(promising, at) }
  const [, , claimed] = await Promise.all([
    reserve(tx, actor, row, kept, plan, promising.mode),
    insertOrder(tx, actor, row, kept, 'confirmed'),
    listLines(tx, platform.id, row.id),
  ])
  return toReply(row, claimed, [], actor)
}

const confirmed = ({ mode, warehouseIds }: Promising, at: Date) => ({
  state: 'confirmed' as const,
  mode,
  warehouseIds: [...warehouseIds],
  confirmedAt: at.toISOString(),
})

async function findOrderChannel(
  tx: Tx,
  actor: WorkspaceMember,
  channelId: string | undefined,
): Promise<Channel> {
  if (channelId === undefined) return findOrCreateManualChannel(tx, actor)
  const channel = await findChannel(tx, actor.platform.id, channelId)
  if (channel?.state !== 'active') return failField('channelId', 'This channel doesn’t exist')
  return channel
}

function totalsColumns(amounts: readonly Amounts[], currency: string) {
  const { subtotal, discount, tax, total } = totalsOf(amounts, decimalsOf(currency))
  return {
    subtotalMicros: String(subtotal),
    discountMicros: String(discount),
    taxMicros: String(tax),
    totalMicros: String(total),
  }
}

function promisingOf(
  { shippingAddress }: Pick<OrderRow, 'shippingAddress'>,
  channel: Channel,
  { mode = channel.mode, warehouseIds = channel.warehouseIds }: Confirmation,
): Promising {
  return {
    mode,
    policy: channel.splitPolicy,
    warehouseIds: warehouseIds.map((id) => id.toLowerCase()),
    to: { country: shippingAddress?.country, region: shippingAddress?.region },
  }
}

/** In `cancel_rest` mode, cancels what the plan could not find. */
function cancelShort(lines: readonly LineRow[], { short }: Plan, mode: PromiseMode): LineRow[] {
  if (mode !== 'cancel_rest') return [...lines]
  return lines.map((line) => {
    const rest = short.get(line.lineNo) ?? 0n
    const unit = line.components.length > 0 ? 10n ** BigInt(line.qtyScale) : 1n
    return { ...line, cancelled: String(BigInt(line.cancelled) + rest * unit) }
  })
}

/** Reserves what was planned. Other orders may have taken it since; then `insufficient_stock` is raised. */
async function reserve(
  tx: Tx,
  { platform }: WorkspaceMember,
  { priority, promisedShipAt }: OrderRow,
  lines: readonly LineRow[],
  { shares }: Plan,
  mode: PromiseMode,
): Promise<void> {
  if (shares.length === 0) return
  const idOf = new Map(lines.map(({ lineNo, id }) => [lineNo, id]))
  const asked = shares.map(({ demand, warehouseId, qty }): PromiseLine => ({
    lineNo: demand.lineNo,
    sourceType: 'order_line',
    sourceId: idOf.get(demand.lineNo) ?? notFound(),
    ...(demand.component && { componentId: demand.component.id }),
    warehouseId,
    variantId: demand.variantId,
    qty: String(qty),
    priority,
    ...(promisedShipAt && { dueAt: promisedShipAt }),
  }))
  await promise(tx, platform.id, asked, mode === 'backorder' ? 'backorder' : 'strict')
}

async function insertOrder(
  tx: Tx,
  actor: WorkspaceMember,
  row: OrderRow,
  lines: readonly LineRow[],
  change: 'created' | 'confirmed',
): Promise<void> {
  const components = lines.flatMap(({ id: lineId, components: parts }) =>
    parts.map(({ id, variantId, perKit }) => ({ lineId, id, variantId, perKit })),
  )
  await Promise.all([
    createDocument(tx, orders, actor, {
      row,
      lines,
      change,
      recorded: { details: { lines: lines.length } },
    }),
    insertComponents(tx, actor.platform.id, components),
  ])
}

/** Confirms a draft: reserves stock for it, as its channel has it unless `given` says otherwise. */
export async function confirmOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...given }: Input<typeof orderRoutes.confirm>['body'],
): Promise<Order> {
  const { platform, at } = actor
  const { before, lines } = await lockForTransition(tx, orders, actor, id, version, 'confirmed')
  if (before.state !== 'draft') return refuseStep(before, 'confirmed')
  const channel = (await findChannel(tx, platform.id, before.channelId)) ?? notFound()
  const promising = promisingOf(before, channel, given)
  const plan = await planOrder(tx, actor, lines, promising)
  const kept = cancelShort(lines, plan, promising.mode)
  const [, after] = await Promise.all([
    reserve(tx, actor, before, kept, plan, promising.mode),
    changeDocument(tx, orders, actor, before, {
      change: 'confirmed',
      values: confirmed(promising, at),
    }),
    promising.mode === 'cancel_rest' && saveCancelled(tx, platform.id, kept),
  ])
  return replyOf(tx, actor, after)
}

const refuseStep = ({ state: from }: OrderRow, to: string) =>
  fail('invalid_transition', {
    blockers: [{ type: 'order', from, to, allowed: orders.transitions[from] }],
  })

/** Puts a confirmed order on hold. It keeps what it was promised. */
export async function holdOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, kind, note }: Input<typeof orderRoutes.hold>['body'],
): Promise<Order> {
  const { before } = await lockForTransition(tx, orders, actor, id, version, 'on_hold')
  const hold = { id: newId(), kind, note, placedAt: actor.at, placedBy: actor.id }
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'held',
      values: { state: 'on_hold' },
      recorded: { payload: { kind }, details: { note } },
    }),
    insertHold(tx, actor.platform.id, id, hold),
  ])
  return replyOf(tx, actor, after)
}

export async function releaseOrderHold(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number,
): Promise<Order> {
  const { before } = await lockForTransition(tx, orders, actor, id, version, 'confirmed')
  if (before.state !== 'on_hold') return refuseStep(before, 'confirmed')
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'holdReleased',
      values: { state: 'confirmed' },
    }),
    releaseHolds(tx, actor, id),
  ])
  return replyOf(tx, actor, after)
}

/** Cancels an order. What it was promised goes to waiting orders in the same transaction. */
export async function cancelOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, reason }: Input<typeof orderRoutes.cancel>['body'],
): Promise<Order> {
  const { before, lines } = await lockForTransition(tx, orders, actor, id, version, 'cancelled')
  const claims = lines.flatMap((line) => line.claims.map(({ reservationId }) => reservationId))
  const all = lines.map((line) => ({ id: line.id, cancelled: line.qty }))
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'cancelled',
      values: { state: 'cancelled', cancelReason: reason },
      recorded: { details: { reason } },
    }),
    claims.length > 0 && releaseClaims(tx, actor.platform.id, claims),
    saveCancelled(tx, actor.platform.id, all),
    releaseHolds(tx, actor, id),
  ])
  return replyOf(tx, actor, after)
}

const cancellable = ['draft', 'confirmed', 'on_hold'] as const

/**
 * Cancels a quantity of one line. Of a confirmed order the line gives back all it was promised and is
 * promised the rest again, so that waiting orders come first with what is freed.
 */
export async function cancelLine(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  lineId: string,
  { version, qty }: Input<typeof orderRoutes.cancelLine>['body'],
): Promise<Order> {
  const { platform } = actor
  const { row: before, lines } = await lockDocument(tx, orders, actor, id)
  requireVersion(before, version)
  if (!cancellable.some((state) => state === before.state)) refuseStep(before, before.state)
  const line = lines.find((one) => one.id === lineId) ?? notFound()
  const item = { sku: line.sku, qtyScale: line.qtyScale, unit: line.baseUnit }
  const quanta = quantaOf({ item, fraction: { numerator: 1n, denominator: 1n } }, qty, 'qty')
  const cancelled = BigInt(line.cancelled) + quanta
  if (cancelled > BigInt(line.qty)) failField('qty', 'This is more than the line has left')
  const rest = { ...line, cancelled: String(cancelled), claims: [] }
  await Promise.all([
    line.claims.length > 0 &&
      releaseClaims(
        tx,
        platform.id,
        line.claims.map(({ reservationId }) => reservationId),
      ),
    saveCancelled(tx, platform.id, [rest]),
  ])
  if (before.state !== 'draft' && before.mode) {
    const channel = (await findChannel(tx, platform.id, before.channelId)) ?? notFound()
    const promising = { ...promisingOf(before, channel, before as Confirmation), mode: before.mode }
    const plan = await planOrder(tx, actor, [rest], promising)
    await reserve(tx, actor, before, [rest], plan, before.mode)
  }
  const after = await changeDocument(tx, orders, actor, before, {
    change: 'lineCancelled',
    values: {},
    recorded: { details: { lineNo: line.lineNo, sku: line.sku, qty } },
  })
  return replyOf(tx, actor, after)
}

/** The order as it is now. */
async function replyOf(tx: Tx, actor: WorkspaceMember, row: OrderRow): Promise<Order> {
  const [lines, holds] = await Promise.all([
    listLines(tx, actor.platform.id, row.id),
    listHolds(tx, actor.platform.id, row.id),
  ])
  return toReply(row, lines, holds, actor)
}
