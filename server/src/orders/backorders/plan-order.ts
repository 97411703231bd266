import type { BlockerOf } from '@stowage/contract/blockers'
import type { Channel, PromiseMode, SplitPolicy } from '@stowage/contract/orders/channels'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db, Tx } from '../../database/connect.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { retryRaces } from '../../warehouse/stock/retry-conflicts.ts'
import {
  giveBack,
  promise,
  type PromiseLine,
  type Reduction,
} from '../../warehouse/stock/kernel-queries.ts'
import { findItems, type ItemChoice } from '../../warehouse/products/variant-list-queries.ts'
import { findChannel } from '../channels/queries.ts'
import type { LineRow, OrderRow } from '../orders/queries.ts'
import { listSources, listUnavailable, upsertPlan, type SourceRow } from './promise-queries.ts'
import {
  orderSources,
  plannedLines,
  planAllocation,
  refusedDemands,
  type Demand,
  type FreeStock,
  type Plan,
  type Refused,
  type BackorderLimit,
} from './promise-rules.ts'

/** Returns the demands of the open part of these lines, one per component for a kit. */
const demandsOf = (lines: readonly LineRow[]): Demand[] =>
  lines.flatMap(({ lineNo, variantId, qty, cancelled, qtyScale, components }): Demand[] => {
    const open = BigInt(qty) - BigInt(cancelled)
    if (open <= 0n) return []
    if (components.length === 0) return [{ lineNo, variantId, qty: open }]
    return components.map((component) => {
      const perKit = BigInt(component.perKit)
      // Kits are counted in whole pieces.
      const kits = open / 10n ** BigInt(qtyScale)
      return {
        lineNo,
        component: { id: component.id, perKit },
        variantId: component.variantId,
        qty: kits * perKit,
      }
    })
  })

/** Settings by which an order is promised. */
export type Promising = {
  mode: PromiseMode
  policy: SplitPolicy
  warehouseIds: readonly string[]
  to: { country?: string | undefined; region?: string | undefined }
}

/** Returns the settings by which an order is promised: those of its channel, unless the confirmation says otherwise. */
export function promisingOf(
  { shippingAddress }: Pick<OrderRow, 'shippingAddress'>,
  channel: Channel,
  {
    mode = channel.mode,
    warehouseIds = channel.warehouseIds,
  }: { mode?: PromiseMode | undefined; warehouseIds?: readonly string[] | undefined },
): Promising {
  return {
    mode,
    policy: channel.splitPolicy,
    warehouseIds: warehouseIds.map((id) => id.toLowerCase()),
    to: { country: shippingAddress?.country, region: shippingAddress?.region },
  }
}

/** Maximum items whose stock is read ahead in all warehouses. */
const mostAhead = 20

/**
 * Reads the stock of a short order together with its lines, which saves a round trip: in every warehouse, because
 * its channel is not known yet, and only of items that are named by id.
 */
export async function listAhead(
  db: Db,
  actor: Pick<WorkspaceMember, 'platform' | 'warehouses'>,
  typed: readonly ItemChoice[],
): Promise<SourceRow[]> {
  const ids = typed.flatMap(({ variantId }) => variantId?.toLowerCase() ?? [])
  if (ids.length < typed.length || ids.length > mostAhead) return []
  return listSources(db, actor, [], ids)
}

/**
 * Returns the rows read ahead for these warehouses in their order; undefined if an item is missing, such as a
 * kit component.
 */
function chooseAhead(
  ahead: readonly SourceRow[],
  warehouseIds: readonly string[],
  variantIds: readonly string[],
): readonly SourceRow[] | undefined {
  const rows =
    warehouseIds.length === 0
      ? ahead
      : warehouseIds.flatMap((id) => ahead.filter(({ warehouseId }) => warehouseId === id))
  const known = new Set(rows.map(({ variantId }) => variantId))
  return variantIds.every((id) => known.has(id)) ? rows : undefined
}

/** A plan with what it was made from. */
export type Planned = Plan & { stock: readonly FreeStock[]; promising: Promising }

/**
 * Plans from which warehouses an order is served. Fails with `insufficient_stock` when something is short in
 * `strict` mode, or more would have to wait than may in `backorder` mode. `ahead` is what `listAhead` has found.
 */
export async function planOrder(
  db: Db,
  actor: Pick<WorkspaceMember, 'platform' | 'warehouses'>,
  lines: readonly LineRow[],
  promising: Promising,
  ahead: readonly SourceRow[] = [],
): Promise<Planned> {
  const { mode, policy, warehouseIds, to } = promising
  const demands = demandsOf(lines)
  const variantIds = [...new Set(demands.map(({ variantId }) => variantId))]
  const rows =
    chooseAhead(ahead, warehouseIds, variantIds) ??
    (await listSources(db, actor, warehouseIds, variantIds))
  const sources = orderSources(
    [...new Map(rows.map((row) => [row.warehouseId, row])).values()],
    policy,
    to,
  )
  if (sources.length === 0) failField('warehouseIds', 'No warehouse ships these orders')
  const stock = rows.flatMap(({ warehouseId, variantId, free }) =>
    free === null ? [] : [{ warehouseId, variantId, free: BigInt(free) }],
  )
  const plan = planAllocation(demands, stock, sources, policy, mode)
  const refused = refusedDemands(demands, plan, rows.map(toRoom), mode)
  if (refused.length > 0) await refuseShort(db, actor, lines, refused, rows)
  return { ...plan, stock, promising }
}

const toRoom = ({
  warehouseId,
  variantId,
  backorderLimit,
  backordered,
}: SourceRow): BackorderLimit => ({
  warehouseId,
  variantId,
  limit: backorderLimit === null ? null : BigInt(backorderLimit),
  waits: BigInt(backordered),
})

/**
 * Fails with `insufficient_stock` and says for each line what is asked for, what there is, and how much more
 * could wait.
 */
async function refuseShort(
  db: Db,
  { platform }: Pick<WorkspaceMember, 'platform'>,
  lines: readonly LineRow[],
  refused: readonly Refused[],
  rows: readonly SourceRow[],
): Promise<never> {
  const warehouseIds = [...new Set(rows.map(({ warehouseId }) => warehouseId))]
  const variantIds = [...new Set(refused.map(({ demand }) => demand.variantId))]
  const held = await listUnavailable(db, platform.id, warehouseIds, variantIds)
  const blockers = refused.map(({ demand, given, limit, left }) => {
    const { lineNo, component, variantId, qty } = demand
    const line = lines.find((each) => each.lineNo === lineNo) ?? notFound()
    const item = line.components.find(({ id }) => id === component?.id) ?? line
    const format = (quanta: bigint) => fromQuanta(quanta, item.qtyScale)
    return {
      ...shortLine({ ...item, variantId }, { lineNo, requested: qty, available: given }, held),
      ...(limit !== undefined && { backorderLimit: format(limit) }),
      ...(left !== undefined && { backorderLeft: format(left) }),
    }
  })
  return fail('insufficient_stock', { blockers })
}

/** Builds the blocker of a short line; `held` is the on-hand stock of the item that is unavailable. */
function shortLine(
  { variantId, sku, qtyScale }: { variantId: string; sku: string; qtyScale: number },
  { lineNo, requested, available }: { lineNo: number; requested: bigint; available: bigint },
  held: Awaited<ReturnType<typeof listUnavailable>>,
): BlockerOf<'insufficient_stock'> & { type: 'line' } {
  const format = (quanta: bigint) => fromQuanta(quanta, qtyScale)
  const ofItem = held.filter((each) => each.variantId === variantId)
  return {
    type: 'line',
    lineNo,
    variantId,
    sku,
    requested: format(requested),
    available: format(available),
    short: format(requested - available),
    unavailable: format(ofItem.reduce((sum, { qty }) => sum + BigInt(qty), 0n)),
    statuses: Object.fromEntries(ofItem.map(({ status, qty }) => [status, format(BigInt(qty))])),
    // Nothing is on its way before purchasing and transfers exist.
    incoming: format(0n),
  }
}

/** Reserves what was planned. Other orders may have taken it since; then `insufficient_stock` is raised. */
export async function reserve(
  tx: Tx,
  { platform }: WorkspaceMember,
  { priority, promisedShipAt }: OrderRow,
  lines: readonly LineRow[],
  { shares, promising: { mode } }: Planned,
): Promise<void> {
  if (shares.length === 0) return
  const idOf = new Map(lines.map(({ lineNo, id }) => [lineNo, id]))
  const asked = shares.map(({ demand, warehouseId, qty }): PromiseLine => ({
    lineNo: demand.lineNo,
    sourceType: 'order_line',
    sourceId: idOf.get(demand.lineNo) ?? notFound(),
    ...(demand.component && {
      componentId: demand.component.id,
      perKit: String(demand.component.perKit),
    }),
    warehouseId,
    variantId: demand.variantId,
    qty: String(qty),
    priority,
    ...(promisedShipAt && { dueAt: promisedShipAt }),
  }))
  await promise(tx, platform.id, asked, mode === 'backorder' ? 'backorder' : 'strict')
}

/** Keeps how lines of an order were divided, for who asks why. The order exists. */
export const savePlan = (
  tx: Tx,
  { platform, at }: Pick<WorkspaceMember, 'platform' | 'at'>,
  orderId: string,
  { promising: { mode, policy }, taken, stock }: Planned,
  lines: readonly LineRow[],
): Promise<void> =>
  upsertPlan(tx, platform.id, orderId, {
    mode,
    policy,
    at,
    lines: plannedLines(demandsOf(lines), taken, stock),
  })

/** Finds the settings with which an order was confirmed. Undefined for a draft. */
export async function findPromising(
  db: Db,
  platformId: string,
  order: OrderRow,
): Promise<Promising | undefined> {
  const { mode, warehouseIds } = order
  if (order.state === 'draft' || !mode) return undefined
  const channel = (await findChannel(db, platformId, order.channelId)) ?? notFound()
  return promisingOf(order, channel, { mode, warehouseIds })
}

/**
 * Gives back so many quanta of each line, of a kit that much of each component. What waits is given back first;
 * the rest of a line keeps its reservation. A line of a draft has nothing to give.
 */
export async function giveBackLines(
  tx: Tx,
  platformId: string,
  returned: readonly { line: LineRow; quanta: bigint }[],
): Promise<void> {
  const reductions = returned.flatMap(({ line, quanta }): Reduction[] => {
    if (line.claims.length === 0 || quanta === 0n) return []
    if (line.components.length === 0)
      return [{ sourceId: line.id, componentId: null, qty: String(quanta) }]
    const kits = quanta / 10n ** BigInt(line.qtyScale)
    return line.components.map(({ id, perKit }) => ({
      sourceId: line.id,
      componentId: id,
      qty: String(kits * BigInt(perKit)),
    }))
  })
  await giveBack(tx, platformId, reductions)
}

/**
 * Runs `work` again when others took the stock between its plan and its reservation. Fails with
 * `insufficient_stock` and what was short the last time.
 */
export async function retryLostRace<T>(
  { explain, actor }: Explaining,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await retryRaces(isLostRace, work)
  } catch (error) {
    if (!isLostRace(error)) throw error
    return explain((tx) => refuseLost(tx, actor, error.detail))
  }
}

/** Short line as reported by `stock.promise`, in quanta. */
type LostLine = {
  lineNo: number
  warehouseId: string
  variantId: string
  requested: string
  available: string
}
type Explaining = {
  actor: Pick<WorkspaceMember, 'platform'>
  explain: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>
}

async function refuseLost(
  db: Db,
  { platform }: Explaining['actor'],
  detail: string,
): Promise<never> {
  const lost = JSON.parse(detail) as LostLine[]
  const [items, held] = await Promise.all([
    findItems(db, platform.id, lost),
    listUnavailable(
      db,
      platform.id,
      lost.map(({ warehouseId }) => warehouseId),
      lost.map(({ variantId }) => variantId),
    ),
  ])
  const blockers = lost.map(({ lineNo, requested, available }, i) =>
    shortLine(
      items[i] ?? notFound(),
      { lineNo, requested: BigInt(requested), available: BigInt(available) },
      held,
    ),
  )
  return fail('insufficient_stock', { blockers })
}

/** As `stock.promise` raises it; a plan that is short from the beginning is a Failure. */
const isLostRace = (error: unknown): error is Error & { detail: string } =>
  error instanceof Error &&
  error.message === 'insufficient_stock' &&
  (error as { code?: unknown }).code === 'ST409'
