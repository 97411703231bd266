import type { orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Channel } from '@stowage/contract/orders/channels'
import type { Input } from '@stowage/contract/route'
import { microsOf, type Fraction } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  findItems,
  type Item,
  type ItemChoice,
} from '../../warehouse/products/variant-list-queries.ts'
import {
  listComponents,
  type ComponentRow as KitComponent,
} from '../../warehouse/products/kit-queries.ts'
import { nameItems, quantaOf, type NamedItem } from '../../warehouse/products/lines.ts'
import type { LineRow } from './queries.ts'
import {
  isOrderOverDiscounted,
  isOverDiscounted,
  lineTotal,
  noCharges,
  type Charges,
} from './amount-rules.ts'

export type NewLine = Input<typeof orderRoutes.create>['body']['lines'][number]

/** Items that lines name, as far as they exist, and the components of kits among them. */
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
  {
    after = 0,
    knownUnits = [],
  }: {
    /** The number of the last line of the order. */
    after?: number
    /** Lines whose units still count what they counted when they were entered. */
    knownUnits?: readonly LineRow[]
  } = {},
): Promise<LineRow[]> {
  const { items: found, componentsOf } = await findLineItems(tx, platform.id, typed)
  const items = knownUnits.length > 0 ? found.map((item) => withUnits(item, knownUnits)) : found
  return nameItems(items, typed).map((named, i) =>
    readLine(named, typed[i] ?? notFound(), {
      index: i,
      lineNo: after + i + 1,
      components: componentsOf.get(named.item.variantId) ?? [],
    }),
  )
}

/** An item with the units of lines in place of those it has today. */
function withUnits(item: Item | undefined, lines: readonly LineRow[]): Item | undefined {
  if (!item) return undefined
  const known = lines
    .filter((line) => line.variantId === item.variantId && line.unit !== item.unit)
    .map(({ unit, unitNumerator, unitDenominator }) => ({
      code: unit,
      numerator: unitNumerator,
      denominator: unitDenominator,
    }))
  return { ...item, units: [...known, ...item.units] }
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
  if (item.state === 'archived') failField(`${path}.sku`, `${item.sku} is archived`)
  if (item.kind === 'virtual_kit' && components.length === 0)
    failField(`${path}.sku`, `${item.sku} is a kit without components`)
  const qty = quantaOf({ item, fraction }, typed.qty, `${path}.qty`)
  if (components.length > 0) requireWholeKits(item, qty, `${path}.qty`)
  const line = {
    id: newId(),
    lineNo,
    variantId: item.variantId,
    sku: item.sku,
    name: item.name,
    baseUnit: item.unit,
    qtyScale: item.qtyScale,
    unit,
    unitNumerator: String(fraction.numerator),
    unitDenominator: String(fraction.denominator),
    qty: String(qty),
    cancelled: '0',
    outOfStock: '0',
    unitPrice: typed.unitPrice === undefined ? null : String(microsOf(typed.unitPrice)),
    discount: String(microsOf(typed.discount)),
    tax: String(microsOf(typed.tax)),
    note: typed.note,
    externalLineId: typed.externalLineId ?? null,
    metadata: typed.metadata,
    isAdded: false,
    isRepriced: isRepriced(typed.unitPrice, item, fraction),
    components: components.map(({ kitVariantId: _, qty, ...component }) => ({
      id: newId(),
      ...component,
      perKit: qty,
    })),
    claims: [],
    returnedByVariant: {},
  }
  return { ...line, total: String(lineTotal(line)) }
}

/** Checks whether the price of one unit differs from the catalog price. */
const isRepriced = (
  unitPrice: string | undefined,
  { sellPrice }: Item,
  { numerator, denominator }: Fraction,
): boolean =>
  unitPrice !== undefined &&
  sellPrice !== null &&
  microsOf(unitPrice) * denominator !== microsOf(sellPrice) * numerator

/** Fails with `permission_denied` for who may not set prices and discounts. */
export function requirePriceOverride({ holds }: Pick<WorkspaceMember, 'holds'>): void {
  const permission = 'order.price.override'
  if (!holds.has(permission))
    fail('permission_denied', { details: [{ path: 'permission', message: permission }] })
}

/**
 * Fails with `permission_denied` where lines that are entered by hand are priced unlike the catalog, or discounted,
 * by who may not. What a shop sends is priced by the shop.
 */
export function requirePrices(
  actor: Pick<WorkspaceMember, 'holds'>,
  { kind }: Pick<Channel, 'kind'>,
  lines: readonly LineRow[],
  { orderDiscountMicros }: Charges = noCharges,
): void {
  const isOwn = lines.some((line) => line.isRepriced || line.discount !== '0')
  if (kind === 'manual' && (isOwn || orderDiscountMicros !== '0')) requirePriceOverride(actor)
}

/** Fails with `uom_not_exact` for a part of a kit, which nothing could be reserved for. */
export function requireWholeKits(
  { sku, qtyScale, unit }: Pick<Item, 'sku' | 'qtyScale' | 'unit'>,
  quanta: bigint,
  path: string,
): void {
  const kit = 10n ** BigInt(qtyScale)
  if (quanta % kit === 0n) return
  const below = quanta / kit
  const message = `${sku} is a kit. Order a whole number of kits.`
  fail('uom_not_exact', {
    nearest: [below, below + 1n].filter((kits) => kits > 0n).map(String),
    nearestUnit: unit,
    details: [{ path, message }],
  })
}

/** A quantity in the unit of a line that exists, in quanta; of a kit whole kits. */
export function lineQuanta(
  { sku, qtyScale, baseUnit, unitNumerator, unitDenominator, components }: LineRow,
  text: string,
  path: string,
): bigint {
  const item = { sku, qtyScale, unit: baseUnit }
  const fraction = {
    numerator: BigInt(unitNumerator),
    denominator: BigInt(unitDenominator),
  }
  const quanta = quantaOf({ item, fraction }, text, path)
  if (components.length > 0) requireWholeKits(item, quanta, path)
  return quanta
}

export const overDiscounted = 'The discount is more than the line costs'

/** Fails for a line, or an order as a whole, that is discounted by more than it costs. */
export function requireDiscounts(
  lines: readonly LineRow[],
  charges: Charges,
  currency: string,
  pathOf: (index: number) => string = (index) => `lines.${index}.discount`,
): void {
  const wrong = lines.findIndex((line) => isOverDiscounted(line, currency))
  if (wrong >= 0) failField(pathOf(wrong), overDiscounted)
  if (isOrderOverDiscounted(lines, charges, currency))
    failField('orderDiscount', 'The discount is more than the order costs')
}
