import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { labelSizes } from '@stowage/contract/workspace/labels'
import type { Paper } from '../../workspace/papers/paper.ts'
import { line, shortened, sizeFor, type Layout, type Text } from '../../workspace/labels/rules.ts'
import type { FulfillmentLineRow } from '../fulfillments/queries.ts'
import { packageNumber } from '../packing/rules.ts'
import {
  addressLines,
  dayText,
  quantityText,
  timeText,
  type Surroundings,
} from '../papers/rules.ts'
import type { LabelledFulfillment, LabelledPackage } from './queries.ts'

/** A fulfillment with all that is printed of it. */
export type Printed = LabelledFulfillment & Surroundings & { lines: readonly FulfillmentLineRow[] }

const textOf = ({ qtyScale, unit }: FulfillmentLineRow, quanta: string | bigint) =>
  `${quantityText(fromQuanta(quanta, qtyScale))} ${unit}`

type Tracked = { lot: string | null; serial: string | null; expiresOn?: string | null }

const trackingOf = ({ lot, serial, expiresOn }: Tracked): string[] => [
  ...(lot === null ? [] : [`Lot ${lot}`]),
  ...(serial === null ? [] : [`Serial ${serial}`]),
  ...(expiresOn ? [`Expires ${dayText(expiresOn, 'UTC')}`] : []),
]

/** For who picks on paper, line by line: where it is taken from, with codes to scan at the desk. */
export function pickListOf({
  row,
  lines,
  order,
  items,
  seller,
  timezone,
  printedAt,
}: Printed): Paper {
  const picks = lines.flatMap((line) =>
    line.picks.filter(({ state }) => state === 'ready').map((pick) => ({ line, pick })),
  )
  return {
    title: 'Pick list',
    number: row.number,
    isScanned: true,
    seller,
    alerts: picks.length === 0 ? ['Nothing is left to pick'] : [],
    addresses: [],
    facts: [
      ['Order', order.number],
      ['Customer', order.customer ?? '-'],
      ['Warehouse', row.warehouseCode ?? '-'],
      ['Ship by', row.shipBy ? timeText(row.shipBy, timezone) : '-'],
      ['Priority', String(row.priority)],
      ['Printed', timeText(printedAt.toISOString(), timezone)],
      ['Time zone', timezone],
    ],
    columns: [
      { title: 'Location', width: 44 },
      { title: 'Item' },
      { title: 'Quantity', width: 24, align: 'end' },
      { title: 'Picked', width: 22, align: 'end' },
    ],
    rows: picks.map(({ line, pick }) => [
      { text: pick.location, code: pick.location },
      {
        text: line.sku,
        notes: [line.name, ...trackingOf(pick)].filter(Boolean),
        code: items.get(line.variantId)?.barcode ?? line.sku,
      },
      { text: textOf(line, pick.qty) },
      { text: '________' },
    ]),
    totals: [],
    notes: order.note ? [{ title: 'Note of the order', text: order.note }] : [],
  }
}

/** For the parcel: what is in it and what follows. Without prices. */
export function packingSlipOf(printed: Printed): Paper {
  const { row, lines, packages, order, seller, timezone } = printed
  return {
    title: 'Packing slip',
    number: row.number,
    isScanned: true,
    seller,
    alerts: packages.length === 0 ? ['Nothing is packed yet'] : [],
    addresses: [{ title: 'Ship to', lines: addressLines(order.shippingAddress, order.customer) }],
    facts: [
      ['Order', order.number],
      ['Order date', dayText(order.placedAt, timezone)],
      ...(order.externalId ? [['Your reference', order.externalId] as const] : []),
      ['Packages', String(packages.length)],
    ],
    columns: [
      { title: 'SKU', width: 40 },
      { title: 'Item' },
      { title: 'Ordered', width: 24, align: 'end' },
      { title: 'Packed', width: 24, align: 'end' },
      { title: 'Package', width: 34 },
    ],
    rows: lines.map((line) => {
      const packed = packages.flatMap(({ packageNo, lines: inside }) =>
        inside
          .filter(({ lineNo }) => lineNo === line.lineNo)
          .map((one) => ({ ...one, package: packageNumber(row.number, packageNo) })),
      )
      const quanta = packed.reduce((sum, { qty }) => sum + BigInt(qty), 0n)
      return [
        { text: line.sku },
        { text: line.name || '-', notes: packed.flatMap(trackingOf) },
        { text: textOf(line, line.qty) },
        { text: textOf(line, quanta) },
        { text: [...new Set(packed.map((one) => one.package))].join(', ') || '-' },
      ]
    }),
    totals: [],
    notes: [],
  }
}

/** Millimetres around a label. */
const edge = 5

/**
 * 4 by 6 inches for each package: who ships it, where it goes, which of how many it is, and its number to scan. A
 * fulfillment without packages has one label with its own number.
 */
export function addressLabels(labelled: LabelledFulfillment): Layout[] {
  const { row, packages } = labelled
  if (packages.length === 0) return [addressLabel(labelled, row.number, '1 of 1')]
  return packages.map((one, i) => {
    const weight = one.weightG === null ? '' : `, ${one.weightG / 1000} kg`
    const count = `${i + 1} of ${packages.length}${weight}`
    return addressLabel(labelled, packageNumber(row.number, one.packageNo), count)
  })
}

function addressLabel(
  { order, seller }: LabelledFulfillment,
  number: string,
  count: string,
): Layout {
  const width = labelSizes.fulfillment.width - 2 * edge
  const bold = (text: string, baseline: number, most: number): Text => ({
    ...line(text, edge, baseline, sizeFor(text, width, most), width),
    isBold: true,
  })
  const [name = '', ...rest] = addressLines(order.shippingAddress, order.customer)
  return {
    template: 'fulfillment',
    arrow: [],
    codes: [[{ x: edge, y: 104, width, height: 26, symbology: 'code128', text: number }]],
    texts: [
      line(shortened(`From ${seller.name}`, 4, width), edge, 10, 4, width),
      line(`Order ${order.number}`, edge, 16, 4, width),
      line('Ship to', edge, 30, 4, width),
      bold(name, 39, 8),
      ...rest.map((text, i) => line(text, edge, 49 + i * 9, sizeFor(text, width, 7), width)),
      bold(number, 139, 7),
      bold(count, 147, 6),
    ],
  }
}

/** The most lines a contents label has room for. */
const mostContents = 9

/** 4 by 6 inches for a package: its number to scan, and what is in it. */
export function contentsLabel({ row, package: one }: LabelledPackage): Layout {
  const width = labelSizes.package.width - 2 * edge
  const number = packageNumber(row.number, one.packageNo)
  const inside = one.lines.map(({ qty, qtyScale, unit, sku, name, lot, serial }) => ({
    title: `${quantityText(fromQuanta(qty, qtyScale))} ${unit}  ${sku}`,
    note: [name, lot !== null && `Lot ${lot}`, serial !== null && `Serial ${serial}`]
      .filter(Boolean)
      .join(', '),
  }))
  const shown = inside.slice(0, mostContents)
  const more = inside.length - shown.length
  const weight = one.weightG === null ? '' : `${one.weightG / 1000} kg`
  return {
    template: 'package',
    arrow: [],
    codes: [[{ x: edge, y: 20, width, height: 18, symbology: 'code128', text: number }]],
    texts: [
      line(shortened(`Order ${row.order ?? ''}`, 4, width), edge, 10, 4, width),
      line([one.box, weight].filter(Boolean).join(', '), edge, 16, 4, width),
      { ...line(number, edge, 45, sizeFor(number, width, 6), width), isBold: true },
      ...shown.flatMap(({ title, note }, i) => {
        const top = 55 + i * 10
        return [
          { ...line(shortened(title, 4.5, width), edge, top, 4.5, width), isBold: true },
          line(shortened(note, 3, width), edge, top + 4, 3, width),
        ]
      }),
      ...(more > 0 ? [line(`and ${more} more`, edge, 148, 4, width)] : []),
    ],
  }
}
