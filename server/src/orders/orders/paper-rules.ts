import type { Order, holdKinds } from '@stowage/contract/orders/orders'
import type { PaperKind } from '@stowage/contract/orders/papers'
import { microsOf, plainMoney } from '@stowage/contract/warehouse/quantities'
import { labelSizes } from '@stowage/contract/workspace/labels'
import { line as textLine, shortLine, type Layout } from '../../workspace/print/label-rules.ts'
import type { Paper, PaperCell } from '../../workspace/print/paper.ts'
import { addressLines, type PostalAddress } from '../../workspace/print/address-rules.ts'
import { decimalsOf } from './rules.ts'
import type { LabelledOrder, PaperItem, Site } from './paper-queries.ts'

type Line = Order['lines'][number]

/** What an order is printed with: its seller, its items by variant, and of its warehouse time zone and country. */
export type Surroundings = Site & {
  seller: Paper['seller']
  items: ReadonlyMap<string, PaperItem>
  printedAt: Date
}

/** Returns the document of an order, with what its reader may see of it. */
export const paperOf = (kind: PaperKind, order: Order, around: Surroundings): Paper =>
  kind === 'confirmation' ? confirmationOf(order, around) : sheetOf(order, around)

/** For the customer, without internal data. */
function confirmationOf(order: Order, { seller, timezone, home }: Surroundings): Paper {
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
      {
        title: 'Ship to',
        lines: recipientLines(shippingAddress ?? billingAddress, order.customer, home),
      },
      {
        title: 'Bill to',
        lines: recipientLines(billingAddress ?? shippingAddress, order.customer, home),
      },
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
      orderedCell(line),
      { text: line.unitPrice === null ? '-' : priceText(line.unitPrice, currency) },
      ...(hasDiscount ? [{ text: line.discount === '0' ? '-' : `−${money(line.discount)}` }] : []),
      ...(hasTax ? [{ text: money(line.tax) }] : []),
      { text: money(line.total) },
    ]),
    totals: [
      ['Subtotal', money(totals.subtotal)],
      ...(totals.discount === '0' ? [] : [['Discount', `−${money(totals.discount)}`] as const]),
      ...(totals.shipping === '0' ? [] : [['Shipping', money(totals.shipping)] as const]),
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
  const { items, timezone, home, printedAt } = around
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
    addresses: [
      { title: 'Ship to', lines: recipientLines(order.shippingAddress, order.customer, home) },
    ],
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
      orderedCell(line),
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
export function orderedCell(line: Line): PaperCell {
  const base = `${quantityText(line.qty)} ${line.baseUnit}`
  const inUnit = line.unit === line.baseUnit ? undefined : `${grouped(line.unitQty)} ${line.unit}`
  const cancelled = quantityText(line.cancelled)
  return {
    text: inUnit ?? base,
    notes: [
      ...(inUnit ? [`= ${base}`] : []),
      ...(cancelled === '0' ? [] : [`${cancelled} cancelled`]),
    ],
  }
}

/** A part of a line in the unit it was ordered in; undefined where that is not exact. */
export function inUnitOf(line: Line, micros: bigint): string | undefined {
  const [units, ordered] = [micros * microsOf(line.unitQty), microsOf(line.qty)]
  if (ordered === 0n || units % ordered !== 0n) return undefined
  return `${grouped(plainMoney(units / ordered))} ${line.unit}`
}

/** A quantity without zeros at its end. */
export const quantityText = (qty: string) => grouped(plainMoney(microsOf(qty)))

/** A price of one unit with at least the decimals of its currency, exact: a screw may cost less than a cent. */
const priceText = (price: string, currency: string) => {
  const [whole = '', decimals = ''] = price.split('.')
  const all = decimals.padEnd(decimalsOf(currency), '0')
  return grouped(all === '' ? whole : `${whole}.${all}`)
}

/** An amount in whole minor units of its currency, halves away from zero. */
function moneyText(amount: string, currency: string): string {
  const decimals = decimalsOf(currency)
  const unit = 10n ** BigInt(6 - decimals)
  const micros = microsOf(amount)
  const size = micros < 0n ? -micros : micros
  const minor = (size + unit / 2n) / unit
  const digits = String(minor).padStart(decimals + 1, '0')
  const whole = grouped(digits.slice(0, digits.length - decimals))
  const sign = micros < 0n && minor > 0n ? '−' : ''
  return sign + (decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`)
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

/** The lines of an address, with the customer where it names nobody. */
export function recipientLines(
  address: PostalAddress | null,
  customer: string | null,
  home: string,
): string[] {
  if (!address) return [customer ?? '-']
  const { name, company } = address
  return addressLines({ ...address, name: name || (company ? '' : (customer ?? '')) }, home)
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
    ...textLine(text, edge, baseline, most, within),
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
      shortLine(customer, edge, 19.5, 5, inner),
      { ...shortLine(city, edge, 27.5, 6, inner), isBold: true },
    ],
  }
}
