import type { Order, holdKinds } from '@stowage/contract/orders/orders'
import { mostPrintedLines, type PaperKind } from '@stowage/contract/orders/order-papers'
import { microsOf } from '@stowage/contract/warehouse/quantities'
import { labelSizes } from '@stowage/contract/workspace/print'
import type { Db } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findDocuments } from '../../workspace/documents/list-queries.ts'
import { line, type Layout } from '../../workspace/print/layout.ts'
import type { Paper } from '../../workspace/print/paper.ts'
import { labelsOf, type LabelOptions } from '../../workspace/print/print.ts'
import { listHoldsOfOrders } from './state-queries.ts'
import { countLines, findBarcodes, getLetterhead } from './print-queries.ts'
import {
  dayText,
  grouped,
  orderedCell,
  quantityText,
  recipientLines,
  timeText,
  type Surroundings,
} from './print-rules.ts'
import { listLinesOfOrders, orders, type OrderRow } from './queries.ts'
import { toReply } from './reply.ts'
import { decimalsOf } from './rules.ts'

/** Reads the orders with all that is printed of them. Fails with `not_found` if the actor misses one of them. */
export async function findPapers(
  db: Db,
  actor: WorkspaceMember,
  kind: PaperKind,
  ids: readonly string[],
): Promise<Paper[]> {
  const { id: platformId } = actor.platform
  if ((await countLines(db, platformId, ids)) > mostPrintedLines)
    failField('ids', `Print up to ${mostPrintedLines} lines at a time. Select fewer orders.`)
  const [rows, linesOf, holdsOf, { seller, siteOf }] = await Promise.all([
    findDocuments(db, orders, actor, ids),
    listLinesOfOrders(db, platformId, ids),
    listHoldsOfOrders(db, platformId, ids),
    getLetterhead(db, platformId),
  ])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const ordered = ids.map((id) => rowOf.get(id) ?? notFound())
  const barcodes = await findBarcodes(db, platformId, [...linesOf.values()].flat())
  return ordered.map((row) => {
    const order = toReply(row, linesOf.get(row.id) ?? [], holdsOf.get(row.id) ?? [], actor)
    const warehouseId = order.lines[0]?.claims[0]?.warehouseId ?? row.warehouseIds[0]
    const around = { seller, barcodes, ...siteOf(warehouseId), printedAt: actor.at }
    return kind === 'confirmation' ? confirmationOf(order, around) : sheetOf(order, around)
  })
}

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
    seller,
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
  }
}

const titles: Partial<Record<Order['state'], string>> = {
  draft: 'Order draft',
  cancelled: 'Cancelled order',
}

/** For the warehouse: what ships, from where, and what blocks it. Without prices. */
function sheetOf(order: Order, around: Surroundings): Paper {
  const { barcodes, timezone, home, printedAt } = around
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
      { text: line.sku, notes: [barcodes.get(line.variantId) ?? ''].filter(Boolean) },
      { text: line.name || '-', notes: [...partsOf(line), line.note].filter(Boolean) },
      orderedCell(line),
      { text: quantityText(line.promised) },
      { text: quantityText(line.backordered) },
      { text: [...new Set(line.claims.map(({ warehouse }) => warehouse))].join(', ') || '-' },
    ]),
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
const partsOf = ({ components }: Order['lines'][number]) =>
  components.map(({ sku, qty, unit }) => `${quantityText(qty)} ${unit} ${sku}`)

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

/** Millimetres around a label. */
const edge = 2

/** 100 x 50 mm: the number of the order, who gets it and where, and which of its labels this is. */
function orderLabel(
  { number, customer, shippingAddress }: OrderRow,
  { which, of }: LabelOptions,
): Layout {
  const { width } = labelSizes.order
  const inner = width - 2 * edge
  const countWidth = 26
  const box = { x: edge, y: 31, width: inner, height: 15 }
  return {
    codes: [[{ ...box, symbology: 'code128', text: number }]],
    texts: [
      line(number, edge, 11.5, 11, inner - countWidth - edge, { isBold: true }),
      line(`${which} of ${of}`, width - edge - countWidth, 11.5, 7, countWidth, {
        isBold: true,
        align: 'middle',
      }),
      line(customer ?? '', edge, 19.5, 5, inner, { isShortened: true }),
      line(shippingAddress?.city ?? '', edge, 27.5, 6, inner, { isBold: true, isShortened: true }),
    ],
  }
}

export const orderLabels = labelsOf(
  (db, actor, ids) => findDocuments(db, orders, actor, ids),
  orderLabel,
  'numbered',
)
