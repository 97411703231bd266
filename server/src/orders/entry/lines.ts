import type { PromiseMode, SplitPolicy } from '@stowage/contract/orders/channels'
import type { orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import { fromQuanta, microsOf } from '@stowage/contract/warehouse/quantities'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findItems } from '../../warehouse/catalog/item-queries.ts'
import { listComponents, type ComponentRow as KitComponent } from '../../warehouse/kits/queries.ts'
import { nameItems, quantaOf, type NamedItem } from '../../warehouse/stock/lines.ts'
import { listSources, type SourceRow } from '../allocation/queries.ts'
import { orderSources, planAllocation, type Demand, type Plan } from '../allocation/rules.ts'
import type { LineRow } from './queries.ts'
import { amountsOf, type Amounts } from './rules.ts'

type NewLine = Input<typeof orderRoutes.create>['body']['lines'][number]

/**
 * Reads the lines of an order: items, units, kits and amounts. Fails with the first thing that is wrong and
 * says in which line.
 */
export async function readOrderLines(
  tx: Tx,
  { platform }: Pick<WorkspaceMember, 'platform'>,
  typed: readonly NewLine[],
): Promise<{ lines: LineRow[]; amounts: Amounts[] }> {
  const items = nameItems(await findItems(tx, platform.id, typed), typed)
  const kits = items.flatMap(({ item }) => (item.kind === 'virtual_kit' ? [item.variantId] : []))
  const parts = kits.length > 0 ? await listComponents(tx, platform.id, JSON.stringify(kits)) : []
  const componentsOf = Map.groupBy(parts, ({ kitVariantId }) => kitVariantId)
  const amounts = typed.map(amountsOf)
  const lines = items.map((named, i) =>
    readLine(named, typed[i] ?? notFound(), amounts[i] ?? notFound(), {
      index: i,
      components: componentsOf.get(named.item.variantId) ?? [],
    }),
  )
  return { lines, amounts }
}

function readLine(
  { item, unit, fraction }: NamedItem,
  typed: NewLine,
  { gross, discount, tax }: Amounts,
  { index, components }: { index: number; components: readonly KitComponent[] },
): LineRow {
  const path = `lines.${index}`
  if (item.state === 'archived') failField(`${path}.sku`, `${item.sku} is archived`)
  if (item.kind === 'virtual_kit' && components.length === 0)
    failField(`${path}.sku`, `${item.sku} is a kit without components`)
  if (discount > gross) failField(`${path}.discount`, 'The discount is more than the line costs')
  return {
    id: newId(),
    lineNo: index + 1,
    variantId: item.variantId,
    sku: item.sku,
    name: item.name,
    baseUnit: item.unit,
    qtyScale: item.qtyScale,
    unit,
    qty: String(quantaOf({ item, fraction }, typed.qty, `${path}.qty`)),
    cancelled: '0',
    unitPrice: typed.unitPrice === undefined ? null : String(microsOf(typed.unitPrice)),
    discount: String(discount),
    tax: String(tax),
    total: String(gross - discount),
    note: typed.note,
    components: components.map(({ kitVariantId: _, qty, ...component }) => ({
      id: newId(),
      ...component,
      perKit: qty,
    })),
    claims: [],
  }
}

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
