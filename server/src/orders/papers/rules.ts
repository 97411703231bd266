import type { Address } from '@stowage/contract/orders/customers'
import type { Order, holdKinds } from '@stowage/contract/orders/orders'
import type { PaperKind } from '@stowage/contract/orders/papers'
import { microsOf, plainMoney } from '@stowage/contract/warehouse/quantities'
import { labelSizes } from '@stowage/contract/workspace/labels'
import { line as textLine, shortened, sizeFor, type Layout } from '../../workspace/labels/rules.ts'
import type { Paper, PaperCell } from '../../workspace/papers/paper.ts'
import { decimalsOf } from '../entry/rules.ts'
import type { LabelledOrder, PaperItem } from './queries.ts'

type Line = Order['lines'][number]

/** What an order is printed with: its seller, its items by variant and the time zone of its warehouse. */
export type Surroundings = {
  seller: Paper['seller']
  items: ReadonlyMap<string, PaperItem>
  timezone: string
  printedAt: Date
}

/** Returns the document of an order, with what its reader may see of it. */
export const paperOf = (kind: PaperKind, order: Order, around: Surroundings): Paper =>
  kind === 'confirmation' ? confirmationOf(order, around) : sheetOf(order, around)

/** For the customer, without internal data. */
function confirmationOf(order: Order, { seller, items, timezone }: Surroundings): Paper {
  const { currency, totals, shippingAddress, billingAddress } = order
  const money = (amount: string) => moneyText(amount, currency)
  const hasDiscount = order.lines.some(({ discount }) => discount !== '0')
  const hasTax = order.lines.some(({ tax }) => tax !== '0')
  const day = (at: string) => dayText(at, timezone)
  return {
    title: titles[order.state] ?? 'Order confirmation',
    number: order.number,
    isScanned: false,
    seller,
    alerts: [],
    addresses: [
      { title: 'Ship to', lines: addressLines(shippingAddress ?? billingAddress, order.customer) },
      { title: 'Bill to', lines: addressLines(billingAddress ?? shippingAddress, order.customer) },
    ],
    facts: [
      ['Order date', day(order.placedAt)],
      ...(order.promisedShipAt ? [['Ships by', day(order.promisedShipAt)] as const] : []),
      ...(order.externalId ? [['Your reference', order.externalId] as const] : []),
      ['Currency', currency],
    ],
    columns: [
      { title: 'Item' },
      { title: 'Quantity', width: 20, align: 'end' },
      { title: 'Unit price', width: 22, align: 'end' },
      ...(hasDiscount ? [{ title: 'Discount', width: 18, align: 'end' } as const] : []),
      ...(hasTax ? [{ title: 'Tax', width: 18, align: 'end' } as const] : []),
      { title: 'Amount', width: 24, align: 'end' },
    ],
    rows: order.lines.map((line) => [
      { text: line.name || line.sku, notes: [line.sku, ...partsOf(line)] },
      orderedCell(line, items),
      { text: line.unitPrice === null ? '-' : money(line.unitPrice) },
      ...(hasDiscount ? [{ text: line.discount === '0' ? '-' : `−${money(line.discount)}` }] : []),
      ...(hasTax ? [{ text: money(line.tax) }] : []),
      { text: money(line.total) },
    ]),
    totals: [
      ['Subtotal', money(totals.subtotal)],
      ...(totals.discount === '0' ? [] : [['Discount', `−${money(totals.discount)}`] as const]),
      ['Tax', money(totals.tax)],
      [`Total ${currency}`, money(totals.total)],
    ],
    notes: [],
  }
}

const titles: Partial<Record<Order['state'], string>> = {
  draft: 'Order draft',
  cancelled: 'Cancelled order',
}

/** For the warehouse: what ships, from where, and what blocks it. Without prices. */
function sheetOf(order: Order, around: Surroundings): Paper {
  const { items, timezone, printedAt } = around
  const time = (at: string) => timeText(at, timezone)
  return {
    title: 'Order sheet',
    number: order.number,
    isScanned: true,
    seller: around.seller,
    alerts: [
      ...(order.state === 'cancelled' ? [`Cancelled: ${order.cancelReason ?? ''}`] : []),
      ...(order.state === 'draft' ? ['Draft: not confirmed, nothing is reserved'] : []),
      ...order.holds.map(
        ({ kind, note }) => `On hold: ${[holdReasons[kind], note].filter(Boolean).join(', ')}`,
      ),
    ],
    addresses: [{ title: 'Ship to', lines: addressLines(order.shippingAddress, order.customer) }],
    facts: [
      ['Customer', order.customer ?? '-'],
      ['Ship by', order.promisedShipAt ? time(order.promisedShipAt) : '-'],
      ['Priority', String(order.priority)],
      ['Shipments', order.shipComplete ? 'Complete only' : 'Partial allowed'],
      ['Placed', time(order.placedAt)],
      ['Channel', order.channel],
      ...(order.externalId ? [['External number', order.externalId] as const] : []),
      ...(order.tags.length > 0 ? [['Tags', order.tags.join(', ')] as const] : []),
      ['Printed', `${time(printedAt.toISOString())}`],
      ['Time zone', timezone],
    ],
    columns: [
      { title: '#', width: 8, align: 'end' },
      { title: 'SKU', width: 34 },
      { title: 'Item' },
      { title: 'Quantity', width: 24, align: 'end' },
      { title: 'Reserved', width: 18, align: 'end' },
      { title: 'Backordered', width: 20, align: 'end' },
      { title: 'From', width: 18 },
    ],
    rows: order.lines.map((line) => [
      { text: String(line.lineNo) },
      { text: line.sku, notes: [items.get(line.variantId)?.barcode ?? ''].filter(Boolean) },
      { text: line.name || '-', notes: [...partsOf(line), line.note].filter(Boolean) },
      orderedCell(line, items),
      { text: quantityText(line.promised) },
      { text: quantityText(line.backordered) },
      { text: [...new Set(line.claims.map(({ warehouse }) => warehouse))].join(', ') || '-' },
    ]),
    totals: [],
    notes: order.note ? [{ title: 'Note', text: order.note }] : [],
  }
}

const holdReasons: Record<(typeof holdKinds)[number], string> = {
  fraud: 'Fraud check',
  payment: 'Payment',
  address: 'Address',
  stock: 'Stock',
  manual: 'Other reason',
}

/** The components of a kit. */
const partsOf = ({ components }: Line) =>
  components.map(({ sku, qty, unit }) => `${quantityText(qty)} ${unit} ${sku}`)

/** The quantity as it was ordered, with base units and what is cancelled below. */
function orderedCell(line: Line, items: ReadonlyMap<string, PaperItem>): PaperCell {
  const base = `${quantityText(line.qty)} ${line.baseUnit}`
  const inUnit = line.unit === line.baseUnit ? undefined : inUnitOf(line, items)
  const cancelled = quantityText(line.cancelled)
  return {
    text: inUnit ?? base,
    notes: [
      ...(inUnit ? [`= ${base}`] : []),
      ...(cancelled === '0' ? [] : [`${cancelled} cancelled`]),
    ],
  }
}

/** The quantity in the unit of the line; undefined if the unit is gone or no longer divides it. */
function inUnitOf(line: Line, items: ReadonlyMap<string, PaperItem>): string | undefined {
  const unit = items.get(line.variantId)?.units.find(({ code }) => code === line.unit)
  if (!unit) return undefined
  const micros = microsOf(line.qty) * BigInt(unit.denominator)
  const by = BigInt(unit.numerator)
  return micros % by === 0n ? `${grouped(plainMoney(micros / by))} ${line.unit}` : undefined
}

/** A quantity without zeros at its end. */
export const quantityText = (qty: string) => grouped(plainMoney(microsOf(qty)))

/** An amount with at least the decimals of its currency, exact. */
function moneyText(amount: string, currency: string): string {
  const [whole = '', decimals = ''] = amount.split('.')
  const all = decimals.padEnd(decimalsOf(currency), '0')
  return grouped(all === '' ? whole : `${whole}.${all}`)
}

const grouped = (plain: string) => {
  const [whole = '', decimals] = plain.split('.')
  const thousands = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? thousands : `${thousands}.${decimals}`
}

const dayParts = { day: 'numeric', month: 'short', year: 'numeric' } as const

export const dayText = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { ...dayParts, timeZone }).format(new Date(at))

export const timeText = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    ...dayParts,
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(at))

/** The lines of an address label. Without an address, the customer. */
export function addressLines(address: Address | null, customer: string | null): string[] {
  if (!address) return [customer ?? '-']
  const { name, company, line1, line2, postalCode, city, region, country } = address
  return [
    name || (company ? '' : (customer ?? '')),
    company,
    line1,
    line2,
    [postalCode, city].filter(Boolean).join(' '),
    [region, country].filter(Boolean).join(', '),
  ].filter(Boolean)
}

/** Millimetres around a label. */
const edge = 2

/** 100 x 50 mm: the number of the order, who gets it and where, and which of its labels this is. */
export function orderLabel(
  { number, customer, city }: Omit<LabelledOrder, 'id'>,
  which: number,
  of: number,
): Layout {
  const { width } = labelSizes.order
  const inner = width - 2 * edge
  const [count, countWidth] = [`${which} of ${of}`, 26]
  const room = inner - countWidth - edge
  const bold = (text: string, baseline: number, most: number, within: number) => ({
    ...textLine(text, edge, baseline, sizeFor(text, within, most), within),
    isBold: true,
  })
  const box = { x: edge, y: 31, width: inner, height: 15 }
  return {
    template: 'order',
    arrow: [],
    codes: [[{ ...box, symbology: 'code128', text: number }]],
    texts: [
      bold(number, 11.5, 11, room),
      {
        ...bold(count, 11.5, 7, countWidth),
        x: width - edge - countWidth / 2,
        align: 'middle',
      },
      textLine(shortened(customer, 5, inner), edge, 19.5, 5, inner),
      bold(shortened(city, 6, inner), 27.5, 6, inner),
    ],
  }
}
