import type { Channel, PromiseMode, SplitPolicy } from '@stowage/contract/orders/channels'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db, Tx } from '../../database/connect.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { promise, type PromiseLine } from '../../warehouse/stock/kernel-queries.ts'
import type { LineRow, OrderRow } from '../entry/queries.ts'
import { listSources, type SourceRow } from './queries.ts'
import { orderSources, planAllocation, type Demand, type Plan } from './rules.ts'

/** What the open part of these lines asks for; of a kit, each component by itself. */
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

/** How an order is promised. */
export type Promising = {
  mode: PromiseMode
  policy: SplitPolicy
  warehouseIds: readonly string[]
  to: { country?: string | undefined; region?: string | undefined }
}

/** How an order is promised: as its channel has it, unless the confirmation says otherwise. */
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

/** Plans from which warehouses an order is served; fails with `insufficient_stock` in `strict` mode. */
export async function planOrder(
  db: Db,
  actor: Pick<WorkspaceMember, 'platform' | 'warehouses'>,
  lines: readonly LineRow[],
  { mode, policy, warehouseIds, to }: Promising,
): Promise<Plan> {
  const demands = demandsOf(lines)
  const variantIds = [...new Set(demands.map(({ variantId }) => variantId))]
  const rows = await listSources(db, actor, warehouseIds, variantIds)
  const sources = orderSources(
    [...new Map(rows.map((row) => [row.warehouseId, row])).values()],
    policy,
    to,
  )
  if (sources.length === 0) failField('warehouseIds', 'No warehouse ships these orders')
  const stock = rows.flatMap(({ warehouseId, variantId, free }) =>
    variantId === null || free === null ? [] : [{ warehouseId, variantId, free: BigInt(free) }],
  )
  const plan = planAllocation(demands, stock, sources, policy, mode)
  if (mode === 'strict' && plan.short.size > 0) refuseShort(lines, demands, plan, rows)
  return plan
}

/** Fails with `insufficient_stock` and says for each line what is asked for and what there is. */
function refuseShort(
  lines: readonly LineRow[],
  demands: readonly Demand[],
  { shares, short }: Plan,
  rows: readonly SourceRow[],
): never {
  const blockers = demands.flatMap((demand) => {
    if (!short.has(demand.lineNo)) return []
    const line = lines.find(({ lineNo }) => lineNo === demand.lineNo) ?? notFound()
    const item = line.components.find(({ id }) => id === demand.component?.id) ?? line
    const given = shares.reduce(
      (sum, share) => (share.demand === demand ? sum + share.qty : sum),
      0n,
    )
    if (given >= demand.qty) return []
    const held = rows.reduce(
      (sum, row) => (row.variantId === demand.variantId ? sum + BigInt(row.unavailable ?? 0) : sum),
      0n,
    )
    const format = (quanta: bigint) => fromQuanta(quanta, item.qtyScale)
    return [
      {
        type: 'line',
        lineNo: demand.lineNo,
        variantId: demand.variantId,
        sku: item.sku,
        requested: format(demand.qty),
        available: format(given),
        short: format(demand.qty - given),
        unavailable: format(held),
      },
    ]
  })
  return fail('insufficient_stock', { blockers })
}

/** In `cancel_rest` mode, cancels what the plan could not find. */
export function cancelShort(
  lines: readonly LineRow[],
  { short }: Plan,
  mode: PromiseMode,
): LineRow[] {
  if (mode !== 'cancel_rest') return [...lines]
  return lines.map((line) => {
    const rest = short.get(line.lineNo) ?? 0n
    const unit = line.components.length > 0 ? 10n ** BigInt(line.qtyScale) : 1n
    return { ...line, cancelled: String(BigInt(line.cancelled) + rest * unit) }
  })
}

/** Reserves what was planned. Other orders may have taken it since; then `insufficient_stock` is raised. */
export async function reserve(
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
