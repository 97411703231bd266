import type { orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import { microsOf } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findItems, type Item, type ItemChoice } from '../../warehouse/variants/list-queries.ts'
import { listComponents, type ComponentRow as KitComponent } from '../../warehouse/kits/queries.ts'
import { nameItems, quantaOf, type NamedItem } from '../../warehouse/stock/lines.ts'
import type { LineRow } from './queries.ts'
import { amountsOf } from './rules.ts'

export type NewLine = Input<typeof orderRoutes.create>['body']['lines'][number]

/** What lines name: their items as far as they exist, and the components of those that are kits. */
export type LineItems = {
  items: readonly (Item | undefined)[]
  componentsOf: ReadonlyMap<string, readonly KitComponent[]>
}

/** Finds the items of lines, and of kits their components. */
export async function findLineItems(
  tx: Tx,
  platformId: string,
  typed: readonly ItemChoice[],
): Promise<LineItems> {
  const items = await findItems(tx, platformId, typed)
  const kits = [
    ...new Set(items.flatMap((item) => (item?.kind === 'virtual_kit' ? [item.variantId] : []))),
  ]
  const parts = kits.length > 0 ? await listComponents(tx, platformId, JSON.stringify(kits)) : []
  return { items, componentsOf: Map.groupBy(parts, ({ kitVariantId }) => kitVariantId) }
}

/** Reads one line; fails with what is wrong, at its fields in `lines.0`. */
export function readOneLine(
  item: Item | undefined,
  componentsOf: LineItems['componentsOf'],
  typed: NewLine,
  lineNo: number,
): LineRow {
  const [named] = nameItems([item], [typed])
  const components = componentsOf.get(named?.item.variantId ?? '') ?? []
  return readLine(named ?? notFound(), typed, { index: 0, lineNo, components })
}

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
): Promise<LineRow[]> {
  const { items: found, componentsOf } = await findLineItems(tx, platform.id, typed)
  return nameItems(found, typed).map((named, i) =>
    readLine(named, typed[i] ?? notFound(), {
      index: i,
      lineNo: before + i + 1,
      components: componentsOf.get(named.item.variantId) ?? [],
    }),
  )
}

function readLine(
  { item, unit, fraction }: NamedItem,
  typed: NewLine,
  {
    index,
    lineNo,
    components,
  }: { index: number; lineNo: number; components: readonly KitComponent[] },
): LineRow {
  const path = `lines.${index}`
  const { gross, discount, tax } = amountsOf(typed)
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
    outOfStock: '0',
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
    returnedByVariant: {},
  }
}
