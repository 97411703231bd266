import type { orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import { microsOf } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findItems } from '../../warehouse/catalog/item-queries.ts'
import { listComponents, type ComponentRow as KitComponent } from '../../warehouse/kits/queries.ts'
import { nameItems, quantaOf, type NamedItem } from '../../warehouse/stock/lines.ts'
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
  /** How many lines the order has already. */
  before = 0,
): Promise<{ lines: LineRow[]; amounts: Amounts[] }> {
  const items = nameItems(await findItems(tx, platform.id, typed), typed)
  const kits = items.flatMap(({ item }) => (item.kind === 'virtual_kit' ? [item.variantId] : []))
  const parts = kits.length > 0 ? await listComponents(tx, platform.id, JSON.stringify(kits)) : []
  const componentsOf = Map.groupBy(parts, ({ kitVariantId }) => kitVariantId)
  const amounts = typed.map(amountsOf)
  const lines = items.map((named, i) =>
    readLine(named, typed[i] ?? notFound(), amounts[i] ?? notFound(), {
      index: i,
      lineNo: before + i + 1,
      components: componentsOf.get(named.item.variantId) ?? [],
    }),
  )
  return { lines, amounts }
}

function readLine(
  { item, unit, fraction }: NamedItem,
  typed: NewLine,
  { gross, discount, tax }: Amounts,
  {
    index,
    lineNo,
    components,
  }: { index: number; lineNo: number; components: readonly KitComponent[] },
): LineRow {
  const path = `lines.${index}`
  if (item.state === 'archived') failField(`${path}.sku`, `${item.sku} is archived`)
  if (item.kind === 'virtual_kit' && components.length === 0)
    failField(`${path}.sku`, `${item.sku} is a kit without components`)
  if (discount > gross) failField(`${path}.discount`, 'The discount is more than the line costs')
  return {
    id: newId(),
    lineNo,
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
