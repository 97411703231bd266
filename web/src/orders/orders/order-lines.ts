import type { Order, orders } from '@stowage/contract/orders/orders'
import { microsOf, plainMoney } from '@stowage/contract/warehouse/quantities'
import { formatQuantity } from '../../app/format.ts'
import { asTyped, moneyAsTyped, readQuantity, withoutZeros } from '../../app/quantity.ts'
import type { CallOf } from '../../app/transport.ts'
import { nameOf, type NamedItem } from '../../warehouse/products/items.ts'
import {
  compareQuantities,
  isMoreThanZero,
  minus,
  sumOf,
  unitsOf,
  type Unit,
} from '../../warehouse/products/quantities.ts'

/** A line of an order as it is entered. */
export type OrderLine = {
  key: string
  variantId: string
  sku: string
  name: string
  unit: Unit
  units: Unit[]
  /** As typed. */
  qty: string
  /** Price of one unit, as typed; empty for none. */
  unitPrice: string
  /** Catalog price of one base unit, if there is one. */
  catalogPrice?: string | undefined
}

export type OrderWork = {
  customer: { id: string; name: string; currency?: string | null } | null
  externalId: string
  /** In the browser's time, as the field holds it. */
  shipBy: string
  note: string
  /** As typed; empty for none. */
  shippingCharge: string
  orderDiscount: string
  /** Empty for how the channel has it. */
  mode: string
  lines: OrderLine[]
}

export const noOrder = (): OrderWork => ({
  customer: null,
  externalId: '',
  shipBy: '',
  note: '',
  shippingCharge: '',
  orderDiscount: '',
  mode: '',
  lines: [],
})
/** Returns an order without lines, of this customer if there is one. */
export const orderOf = (customer: NonNullable<OrderWork['customer']> | undefined): OrderWork => ({
  ...noOrder(),
  ...(customer && {
    customer: { id: customer.id, name: customer.name, currency: customer.currency ?? null },
  }),
})

export const hasOrder = ({ lines, customer, ...typed }: OrderWork) =>
  lines.length > 0 || customer !== null || Object.values(typed).some((text) => text !== '')

/**
 * Adds a quantity of an item to its line, or as a new line at the end. Returns the lines, and the key and new
 * quantity of that line.
 */
export function withItem(
  lines: readonly OrderLine[],
  { item, unit: code }: NamedItem,
  qty: string,
  newKey: string,
): { lines: OrderLine[]; key: string; total: string } {
  const same = lines.find((line) => line.variantId === item.id && line.unit.code === code)
  if (same) {
    const total = asTyped(sumOf(readQuantity(same.qty) ?? '0', qty))
    const changed = lines.map((line) => (line === same ? { ...line, qty: total } : line))
    return { lines: changed, key: same.key, total }
  }
  const units = unitsOf(item)
  const unit = units.find((one) => one.code === code) ?? units[0]
  if (!unit) throw new Error('An item has a base unit')
  const catalogPrice = item.sellPrice ?? undefined
  const line: OrderLine = {
    key: newKey,
    variantId: item.id,
    sku: item.sku,
    name: nameOf(item),
    unit,
    units,
    qty,
    unitPrice: catalogPriceOf({ catalogPrice }, unit),
    catalogPrice,
  }
  return { lines: [...lines, line], key: newKey, total: qty }
}

/** The catalog price of one unit; empty where there is none, or none that is exact. */
export function catalogPriceOf(
  { catalogPrice }: Pick<OrderLine, 'catalogPrice'>,
  { numerator, denominator }: Unit,
): string {
  if (catalogPrice === undefined) return ''
  const micros = microsOf(catalogPrice) * BigInt(numerator)
  return micros % BigInt(denominator) === 0n
    ? moneyAsTyped(plainMoney(micros / BigInt(denominator)))
    : ''
}

/**
 * Rows of two columns, SKU and quantity, as they are copied from a spreadsheet; a row without a quantity is
 * one. Undefined for text that is not such rows.
 */
export function pastedRows(text: string): { code: string; qty: string }[] | undefined {
  const rows = text
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter(([code]) => code)
  if (rows.length === 0 || (rows.length === 1 && rows[0]?.length === 1)) return undefined
  return rows.map(([code = '', qty = '']) => ({ code, qty: qty === '' ? '1' : qty }))
}

const hasCatalogPrice = (line: OrderLine) =>
  line.unitPrice !== '' && line.unitPrice === catalogPriceOf(line, line.unit)

/** Returns the lines with catalog prices, or without them where the order is in another currency than the catalog. */
export const pricedLines = (lines: readonly OrderLine[], isForeign: boolean): OrderLine[] =>
  lines.map((line) => {
    if (isForeign) return hasCatalogPrice(line) ? { ...line, unitPrice: '' } : line
    return line.unitPrice === '' ? { ...line, unitPrice: catalogPriceOf(line, line.unit) } : line
  })

/**
 * Returns the total of a line, or of the order with its shipping charge less its discount, as decimal text; undefined while
 * something can't be read. A line without a price counts as nothing.
 */
export function totalOf(
  lines: readonly Pick<OrderLine, 'qty' | 'unitPrice'>[],
  { shippingCharge = '', orderDiscount = '' }: Partial<OrderWork> = {},
): string | undefined {
  const parts = [
    ...lines.map(({ qty, unitPrice }) => [readQuantity(qty), amountOrNone(unitPrice)]),
    ['1', amountOrNone(shippingCharge)],
    ['-1', amountOrNone(orderDiscount)],
  ]
  let micros = 0n
  for (const [qty, price] of parts) {
    if (qty === undefined || price === undefined) return undefined
    micros += (microsOf(qty) * microsOf(price)) / 1_000_000n
  }
  return plainMoney(micros)
}

/** Returns the problems of a line, by field. */
export function problemsOf({ qty, unitPrice }: Pick<OrderLine, 'qty' | 'unitPrice'>) {
  const problems: { qty?: string; unitPrice?: string } = {}
  const read = readQuantity(qty)
  if (qty.trim() === '') problems.qty = 'Enter a quantity'
  else if (read === undefined) problems.qty = 'Enter a number, such as 12 or 0.5'
  else if (!isMoreThanZero(read)) problems.qty = 'Must be more than zero'
  if (unitPrice.trim() !== '' && readAmount(unitPrice) === undefined)
    problems.unitPrice = 'Enter the price as a number, such as 12.50'
  return problems
}

export const isReady = (line: OrderLine) => Object.keys(problemsOf(line)).length === 0

const readAmount = (typed: string): string | undefined => {
  const text = readQuantity(typed) ?? ''
  return /^\d{1,12}(\.\d{1,6})?$/.test(text) ? text : undefined
}

const amountOrNone = (typed: string) => (typed.trim() === '' ? '0' : readAmount(typed))

/** Checks whether a typed amount can be sent. */
export const isAmount = (typed: string): boolean => readAmount(typed) !== undefined

export const hasWrongAmount = ({
  shippingCharge = '',
  orderDiscount = '',
}: Partial<OrderWork>): boolean =>
  [shippingCharge, orderDiscount].some((text) => text.trim() !== '' && !isAmount(text))

type Body = NonNullable<CallOf<typeof orders.create>['body']>

/** The order as it is sent; with `confirm` it is confirmed at once. */
export const bodyOf = (work: OrderWork, confirm: boolean): Body => ({
  customerId: work.customer?.id ?? null,
  note: work.note.trim(),
  ...(work.externalId.trim() && { externalId: work.externalId.trim() }),
  ...(work.shipBy && { promisedShipAt: new Date(work.shipBy).toISOString() }),
  ...amountsOf(work),
  ...(confirm && { confirm: work.mode ? { mode: work.mode as 'strict' } : {} }),
  lines: work.lines.map((line) => {
    const unitPrice = readAmount(line.unitPrice)
    return {
      variantId: line.variantId,
      unit: line.unit.code,
      qty: readQuantity(line.qty) ?? line.qty,
      ...(unitPrice !== undefined && { unitPrice }),
    }
  }),
})

/** Amounts of the whole order that are typed. A kept order of an older version has none. */
function amountsOf({ shippingCharge = '', orderDiscount = '' }: Partial<OrderWork>) {
  const [shipping, discount] = [readAmount(shippingCharge), readAmount(orderDiscount)]
  return {
    ...(shipping !== undefined && { shippingCharge: shipping }),
    ...(discount !== undefined && { orderDiscount: discount }),
  }
}

/** Returns the quantity of a line ordered and neither shipped nor cancelled, as decimal text. */
export const leftOf = ({ qty, cancelled, consumed }: Order['lines'][number]) =>
  minus(minus(qty, cancelled), consumed)

/** Returns the quantity reserved for a line and not allocated to a pick, as decimal text. */
export const unallocatedOf = ({ promised, allocated }: Order['lines'][number]) =>
  minus(promised, allocated)

/** Returns the available quantity, limited to the quantity the order waits for if that is known. */
export const lesserOf = (there: string, waits: string | undefined): string =>
  withoutZeros(waits !== undefined && compareQuantities(waits, there) < 0 ? waits : there)

/** Returns an error text if an order is given more than it waits for. */
export const excessOf = (qty: string, waits: string | undefined): string | undefined =>
  waits !== undefined && compareQuantities(readQuantity(qty) ?? '0', waits) > 0
    ? `This order waits for ${formatQuantity(waits)}.`
    : undefined

/** A copy of an order to enter again: its customer, its note, its charges and what was ordered, in base units. */
export const copyOf = (order: Order): OrderWork => ({
  ...noOrder(),
  customer:
    order.customerId === null
      ? null
      : { id: order.customerId, name: order.customer ?? '', currency: order.currency },
  note: order.note,
  shippingCharge: order.shippingCharge === '0' ? '' : order.shippingCharge,
  orderDiscount: order.orderDiscount === '0' ? '' : order.orderDiscount,
  lines: order.lines.map((line): OrderLine => {
    const unit = { code: line.baseUnit, numerator: '1', denominator: '1' }
    return {
      key: line.id,
      variantId: line.variantId,
      sku: line.sku,
      name: line.name,
      unit,
      units: [unit],
      qty: withoutZeros(line.qty),
      // The price of another unit is not the price of this one.
      unitPrice: line.unit === line.baseUnit ? moneyAsTyped(line.unitPrice ?? '') : '',
    }
  }),
})
