import type { Order } from '@stowage/contract/orders/orders'
import { fromQuanta, microsOf, plainMoney } from '@stowage/contract/warehouse/quantities'
import type { Paper, PaperCell } from '../../workspace/print/paper.ts'
import type { Stop } from '../batches/rules.ts'
import type { FulfillmentLineRow, FulfillmentRow } from '../fulfillments/queries.ts'
import {
  dayText,
  inUnitOf,
  orderedCell,
  quantityText,
  recipientLines,
  type Surroundings,
} from '../orders/print-rules.ts'
import type { Site } from '../orders/print-queries.ts'
import type { PackageRow } from './list-queries.ts'

type OrderLine = Order['lines'][number]

/** A fulfillment with its order, without lines, and its packages. */
export type LabelledFulfillment = Site & {
  id: string
  row: FulfillmentRow
  packages: readonly PackageRow[]
  order: Order
  seller: Paper['seller']
}

/** A fulfillment with all that is printed of it. */
export type Printed = LabelledFulfillment &
  Surroundings & {
    lines: readonly FulfillmentLineRow[]
    /** Where what is still to be picked of it is. */
    stops: readonly Stop[]
  }

type Tracked = { lot: string | null; serial: string | null; expiresOn?: string | null }

export const trackingOf = ({ lot, serial, expiresOn }: Tracked): string[] => [
  ...(lot === null ? [] : [`Lot ${lot}`]),
  ...(serial === null ? [] : [`Serial ${serial}`]),
  ...(expiresOn ? [`Expires ${dayText(expiresOn, 'UTC')}`] : []),
]

/** Quantity shipped with earlier parcels, by line of the order and component of a kit. */
type ShippedBefore = ReadonlyMap<string, string>
export const beforeKey = (orderLineId: string, componentId: string | null) =>
  `${orderLineId} ${componentId ?? ''}`

/** A fulfillment with the lines of its order, and with what was shipped of them before it. */
export type Slip = Printed & { ordered: readonly OrderLine[]; before: ShippedBefore }

/**
 * For the parcel: what was ordered, what of it is in here, what came before and what is still to come. Lines that wait
 * whole are there too. Without prices.
 */
export function packingSlipOf(slip: Slip): Paper {
  const { row, packages, order, ordered, seller, timezone, home } = slip
  return {
    title: 'Packing slip',
    number: row.number,
    isScanned: true,
    seller,
    alerts: packages.length === 0 ? ['Nothing is packed yet'] : [],
    addresses: [
      { title: 'Ship to', lines: recipientLines(order.shippingAddress, order.customer, home) },
    ],
    facts: [
      ['Order', order.number],
      ['Order date', dayText(order.placedAt, timezone)],
      ...(order.externalId ? [['Your reference', order.externalId] as const] : []),
      ['Packages', String(packages.length)],
    ],
    columns: [
      { title: 'SKU', width: 36 },
      { title: 'Item' },
      { title: 'Ordered', width: 24, align: 'end' },
      { title: 'In this parcel', width: 25, align: 'end' },
      { title: 'Shipped before', width: 22, align: 'end' },
      { title: 'To follow', width: 22, align: 'end' },
    ],
    rows: ordered.flatMap((line) => rowsOf(line, slip)),
  }
}

function rowsOf(line: OrderLine, slip: Slip): PaperCell[][] {
  const item = { text: line.name || '-' }
  if (line.components.length === 0) {
    const figures = figuresOf(line, null, line, slip)
    if (!figures) return []
    const [tracked, ...rest] = figures
    return [[{ text: line.sku }, { ...item, notes: tracked }, orderedCell(line), ...rest]]
  }
  // Of a kit the parcel has its components, which may leave apart.
  const parts = line.components.flatMap((component) => {
    const kits = microsOf(line.qty)
    const cancelled =
      kits === 0n ? '0' : plainMoney((microsOf(component.qty) * microsOf(line.cancelled)) / kits)
    const { sku, name, unit, qty } = component
    const figures = figuresOf(line, component.id, { ...component, cancelled }, slip)
    if (!figures) return []
    const [tracked, ...rest] = figures
    const text = `${quantityText(qty)} ${unit}`
    return [[{ text: sku }, { text: name || '-', notes: tracked }, { text }, ...rest]]
  })
  if (parts.length === 0) return []
  const none = { text: '' }
  return [[{ text: line.sku }, item, orderedCell(line), none, none, none], ...parts]
}

/** Lots and serials, then what is in the parcel, came before and follows; undefined where nothing was and is to be sent. */
function figuresOf(
  line: OrderLine,
  componentId: string | null,
  { qty, cancelled }: { qty: string; cancelled: string },
  { lines, packages, before }: Slip,
): [tracked: string[], ...PaperCell[]] | undefined {
  const own = lines.filter((one) => one.orderLineId === line.id && one.componentId === componentId)
  const packed = packages.flatMap(({ packageNo, lines: inside }) =>
    inside
      .filter(({ lineNo }) => own.some((one) => one.lineNo === lineNo))
      .map((one) => ({ ...one, packageNo, micros: microsOf(fromQuanta(one.qty, one.qtyScale)) })),
  )
  const here = packed.reduce((sum, { micros }) => sum + micros, 0n)
  const sent = microsOf(before.get(beforeKey(line.id, componentId)) ?? '0')
  const wanted = microsOf(qty) - microsOf(cancelled)
  if (wanted === 0n && here + sent === 0n) return undefined
  const follows = wanted - here - sent
  const text = (micros: bigint) =>
    componentId === null ? textIn(line, micros) : quantityText(plainMoney(micros))
  const apart = packages.length > 1 ? packed : []
  return [
    [...new Set(packed.flatMap(trackingOf))],
    {
      text: text(here),
      notes: [
        ...apart.map(
          ({ packageNo, micros }) => `P${packageNo}: ${quantityText(plainMoney(micros))}`,
        ),
      ],
    },
    { text: text(sent) },
    { text: text(follows > 0n ? follows : 0n) },
  ]
}

/** A quantity in the unit it was ordered in where that is exact, else in base units. */
function textIn(line: OrderLine, micros: bigint): string {
  const qty = plainMoney(micros)
  if (micros === 0n || line.unit === line.baseUnit) return quantityText(qty)
  return inUnitOf(line, micros) ?? `${quantityText(qty)} ${line.baseUnit}`
}
