import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { labelSizes } from '@stowage/contract/workspace/labels'
import type { Paper } from '../../workspace/print/paper.ts'
import {
  addressSizes,
  line,
  shortLine,
  type Layout,
  type Text,
} from '../../workspace/print/label-rules.ts'
import type { FulfillmentLineRow } from '../fulfillments/queries.ts'
import { inWalkingOrder, type Stop } from '../batches/rules.ts'
import {
  dayText,
  quantityText,
  recipientLines,
  timeText,
  type Surroundings,
} from '../orders/paper-rules.ts'
import type { LabelledFulfillment, LabelledPackage } from './paper-queries.ts'

/** A fulfillment with all that is printed of it. */
export type Printed = LabelledFulfillment &
  Surroundings & {
    lines: readonly FulfillmentLineRow[]
    /** Where what is still to be picked of it is. */
    stops: readonly Stop[]
  }

const textOf = ({ qtyScale, unit }: FulfillmentLineRow, quanta: string | bigint) =>
  `${quantityText(fromQuanta(quanta, qtyScale))} ${unit}`

type Tracked = { lot: string | null; serial: string | null; expiresOn?: string | null }

export const trackingOf = ({ lot, serial, expiresOn }: Tracked): string[] => [
  ...(lot === null ? [] : [`Lot ${lot}`]),
  ...(serial === null ? [] : [`Serial ${serial}`]),
  ...(expiresOn ? [`Expires ${dayText(expiresOn, 'UTC')}`] : []),
]

/** For who picks on paper, in walking order: where it is taken from, with codes to scan at the desk. */
export function pickListOf({
  row,
  lines,
  stops,
  order,
  items,
  seller,
  timezone,
  printedAt,
}: Printed): Paper {
  const pickOf = new Map(
    lines.flatMap((line) => line.picks.map((pick) => [pick.id, { line, pick }] as const)),
  )
  const picks = inWalkingOrder(stops).flatMap(({ id }) => pickOf.get(id) ?? [])
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
    return addressLabel(labelled, one.number, count)
  })
}

function addressLabel(
  { order, seller, home }: LabelledFulfillment,
  number: string,
  count: string,
): Layout {
  const width = labelSizes.fulfillment.width - 2 * edge
  const bold = (text: string, baseline: number, most: number): Text => ({
    ...line(text, edge, baseline, most, width),
    isBold: true,
  })
  const { shippingAddress: to, customer } = order
  const name = to?.name || to?.company || customer
  const lines = recipientLines(to, customer, home)
  return {
    template: 'fulfillment',
    arrow: [],
    codes: [[{ x: edge, y: 104, width, height: 26, symbology: 'code128', text: number }]],
    blocks: [
      {
        ...addressSizes,
        x: edge,
        y: 33,
        width,
        height: 68,
        lines: lines.map((text) => ({ text, isBold: text === name })),
      },
    ],
    texts: [
      shortLine(`From ${seller.name}`, edge, 10, 4, width),
      line(`Order ${order.number}`, edge, 16, 4, width),
      line('Ship to', edge, 30, 4, width),
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
  const { number } = one
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
      shortLine(`Order ${row.order ?? ''}`, edge, 10, 4, width),
      line([one.box, weight].filter(Boolean).join(', '), edge, 16, 4, width),
      { ...line(number, edge, 45, 6, width), isBold: true },
      ...shown.flatMap(({ title, note }, i) => {
        const top = 55 + i * 10
        return [
          { ...shortLine(title, edge, top, 4.5, width), isBold: true },
          shortLine(note, edge, top + 4, 3, width),
        ]
      }),
      ...(more > 0 ? [line(`and ${more} more`, edge, 148, 4, width)] : []),
    ],
  }
}
