import type { Address } from '@stowage/contract/orders/customers'
import type { PromiseMode } from '@stowage/contract/orders/channels'
import type { OrderState, Share } from '@stowage/contract/orders/orders'
import { sql, type RawBuilder } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'
import { defineDocument } from '../../workspace/documents/queries.ts'
import { recipientWords } from '../customers/rules.ts'
import { ofOrders, packedOfClaim, pickedOfClaim, returnedOfLine } from './list-queries.ts'
import { orderTransitions } from './rules.ts'

/** Promise of an order line, or of a component of it, in one warehouse; quantities are quanta. */
export type ClaimRow = {
  reservationId: string
  warehouseId: string
  warehouse: string
  componentId: string | null
  promised: string
  backordered: string
  allocated: string
  consumed: string
  /** With what was shipped. */
  picked: string
  packed: string
}

/** A part of a kit, with what one kit takes of it. */
type ComponentRow = {
  id: string
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  perKit: string
}

/**
 * A line as it is stored; quantities are quanta. Amounts are of all that was ordered, in millionths of the
 * currency.
 */
export type LineRow = {
  id: string
  lineNo: number
  variantId: string
  sku: string
  name: string
  baseUnit: string
  qtyScale: number
  unit: string
  /** One `unit` is so many base units, as when the line was entered. */
  unitNumerator: string
  unitDenominator: string
  qty: string
  cancelled: string
  /** Part of `cancelled` that was unavailable when the order was confirmed. */
  outOfStock: string
  unitPrice: string | null
  discount: string
  tax: string
  total: string
  note: string
  externalLineId: string | null
  metadata: Record<string, unknown>
  /** Added to an order that was there already: what a shop sends next does not remove it. */
  isAdded: boolean
  /** True if the price differs from the catalog. Only set on a line that is read anew. */
  isRepriced?: boolean
  components: ComponentRow[]
  claims: ClaimRow[]
  returnedByVariant: Record<string, string>
}

export type OrderRow = {
  id: string
  number: string
  state: OrderState
  version: number
  createdAt: string
  createdBy: string | null
  createdByName?: string | null
  channelId: string
  channel: string
  externalId: string | null
  customerId: string | null
  customer: string | null
  priority: number
  placedAt: string
  promisedShipAt: string | null
  shipComplete: boolean
  currency: string
  shippingAddress: Address | null
  billingAddress: Address | null
  paymentState: string
  tags: string[]
  note: string
  warehouseIds: string[]
  mode: PromiseMode | null
  metadata: Record<string, unknown>
  shippingChargeMicros: string
  orderDiscountMicros: string
  subtotalMicros: string
  discountMicros: string
  shippingMicros: string
  taxMicros: string
  totalMicros: string
  confirmedAt: string | null
  cancelReason: string | null
  fulfillmentState: Share
  /** In lists only. */
  units?: string
  shipped?: string | null
  /** In lists only: what all lines are promised, and from where; quanta of different items are added up. */
  claimed?: { promised: string; backordered: string; warehouses: string[] }
}

export const orders = defineDocument<OrderRow, LineRow, 'order'>({
  type: 'order',
  prefix: 'SO',
  table: 'tenant.orders',
  lineTable: 'tenant.orderLines',
  key: 'orderId',
  owner: ofOrders,
  columns: [
    'channelId',
    'externalId',
    'customerId',
    'priority',
    'placedAt',
    'promisedShipAt',
    'shipComplete',
    'currency',
    'shippingAddress',
    'billingAddress',
    'paymentState',
    'tags',
    'note',
    'warehouseIds',
    'mode',
    'metadata',
    'shippingChargeMicros',
    'orderDiscountMicros',
    'subtotalMicros',
    'discountMicros',
    'shippingMicros',
    'taxMicros',
    'totalMicros',
    'confirmedAt',
    'cancelReason',
    'fulfillmentState',
  ],
  unlisted: [
    'shippingAddress',
    'billingAddress',
    'warehouseIds',
    'mode',
    'confirmedAt',
    'metadata',
  ],
  people: ['createdBy'],
  times: ['placedAt'],
  searched: [],
  derived: { recipientWords },
  lineColumns: {
    lineNo: ({ lineNo }) => lineNo,
    orderLineId: ({ id }) => id,
    variantId: ({ variantId }) => variantId,
    unit: ({ unit }) => unit,
    unitNumerator: ({ unitNumerator }) => unitNumerator,
    unitDenominator: ({ unitDenominator }) => unitDenominator,
    qty: ({ qty }) => qty,
    qtyCancelled: ({ cancelled }) => cancelled,
    qtyOutOfStock: ({ outOfStock }) => outOfStock,
    unitPriceMicros: ({ unitPrice }) => unitPrice,
    discountMicros: ({ discount }) => discount,
    taxMicros: ({ tax }) => tax,
    totalMicros: ({ total }) => total,
    note: ({ note }) => note,
    externalLineId: ({ externalLineId }) => externalLineId,
    metadata: (line) => line.metadata,
    isAdded: ({ isAdded }) => isAdded,
  },
  listLines,
  transitions: orderTransitions,
  editable: 'draft',
  unfinished: ['draft', 'confirmed', 'on_hold', 'released', 'in_fulfillment', 'partially_shipped'],
  uses: { inLines: ['variant'] },
  recorded: ({ channelId, externalId }) => ({ channelId, externalId }),
})

/** The lines `l` that meet the condition, each with these columns first. */
const selectLines = <Row>(
  platformId: string,
  condition: RawBuilder<boolean>,
  more = sql``,
) => sql<Row>`
    select ${more} l.order_line_id as id, l.line_no as "lineNo", l.variant_id as "variantId", v.sku,
      concat_ws(' ', p.name, nullif(v.name, '')) as name, v.unit as "baseUnit",
      v.qty_scale as "qtyScale", l.unit, l.unit_numerator as "unitNumerator",
      l.unit_denominator as "unitDenominator", l.qty, l.qty_cancelled as cancelled,
      l.qty_out_of_stock as "outOfStock", l.unit_price_micros as "unitPrice", l.discount_micros as discount, l.tax_micros as tax,
      l.total_micros as total, l.note, l.external_line_id as "externalLineId", l.metadata,
      l.is_added as "isAdded", ${returnedOfLine} as "returnedByVariant",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', c.component_id, 'variantId', c.variant_id,
          'sku', cv.sku, 'name', concat_ws(' ', cp.name, nullif(cv.name, '')), 'unit', cv.unit,
          'qtyScale', cv.qty_scale, 'perKit', c.per_kit::text) order by cv.sku_key)
        from tenant.order_line_components c
        join tenant.variants cv on cv.platform_id = c.platform_id and cv.variant_id = c.variant_id
        join tenant.products cp on cp.platform_id = cv.platform_id and cp.product_id = cv.product_id
        where c.platform_id = l.platform_id and c.order_line_id = l.order_line_id), '[]') as components,
      coalesce((
        select jsonb_agg(jsonb_build_object('reservationId', r.reservation_id::text,
          'warehouseId', r.warehouse_id, 'warehouse', w.code, 'componentId', r.component_id,
          'promised', r.promised::text, 'backordered', r.backordered::text,
          'allocated', r.allocated::text, 'consumed', r.consumed::text,
          'picked', (r.consumed + ${pickedOfClaim})::text,
          'packed', (r.consumed + ${packedOfClaim})::text) order by r.reservation_id)
        from tenant.reservations r
        join tenant.warehouses w on w.platform_id = r.platform_id and w.warehouse_id = r.warehouse_id
        where r.platform_id = l.platform_id and r.source_type = 'order_line'
          and r.source_id = l.order_line_id
          and r.promised + r.backordered + r.consumed > 0), '[]') as claims
    from tenant.order_lines l
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    where l.platform_id = ${platformId} and ${condition}
    order by l.line_no`

const readLines = prepare((_: Db, platformId: string, orderId: string) =>
  selectLines<LineRow>(platformId, sql`l.order_id = ${orderId}`),
)

/** Lines of an order with their components, and with what they are promised. */
export function listLines(db: Db, platformId: string, orderId: string): Promise<LineRow[]> {
  return readLines(db, platformId, orderId)
}

/** Returns the lines of several orders, by order. */
export async function listLinesOfOrders(
  db: Db,
  platformId: string,
  orderIds: readonly string[],
): Promise<Map<string, LineRow[]>> {
  const isOfThese = sql<boolean>`l.order_id = any (${orderIds}::uuid[])`
  const more = sql`l.order_id as "orderId",`
  const { rows } = await selectLines<LineRow & { orderId: string }>(
    platformId,
    isOfThese,
    more,
  ).execute(db)
  const lines = new Map<string, LineRow[]>(orderIds.map((id) => [id, []]))
  for (const { orderId, ...line } of rows) lines.get(orderId)?.push(line)
  return lines
}

/** Inserts the components of lines that were just inserted. */
export async function insertComponents(
  tx: Tx,
  platformId: string,
  components: readonly { lineId: string; id: string; variantId: string; perKit: string }[],
): Promise<void> {
  if (components.length === 0) return
  await tx
    .insertInto('tenant.orderLineComponents')
    .values(
      components.map(({ lineId, id, ...component }) => ({
        platformId,
        orderLineId: lineId,
        componentId: id,
        ...component,
      })),
    )
    .execute()
}

/** Sets what is cancelled of lines, and what of it was out of stock where that is given; quantities are quanta. */
export async function saveCancelled(
  tx: Tx,
  platformId: string,
  lines: readonly { id: string; cancelled: string; outOfStock?: string }[],
): Promise<void> {
  const given = JSON.stringify(
    lines.map(({ id, cancelled, outOfStock }) => ({ id, cancelled, outOfStock })),
  )
  await sql`
    update tenant.order_lines l
    set qty_cancelled = g.cancelled,
      qty_out_of_stock = coalesce(g."outOfStock", l.qty_out_of_stock)
    from ${givenRows(given, 'id uuid, cancelled bigint, "outOfStock" bigint')} g
    where l.platform_id = ${platformId} and l.order_line_id = g.id`.execute(tx)
}

/** Writes the quantities, amounts and notes of lines that exist. */
export async function saveLines(
  tx: Tx,
  platformId: string,
  lines: readonly LineRow[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update tenant.order_lines l
    set qty = g.qty, qty_cancelled = g.cancelled, qty_out_of_stock = g."outOfStock",
      unit_price_micros = g."unitPrice",
      discount_micros = g.discount, tax_micros = g.tax, total_micros = g.total, note = g.note,
      external_line_id = g."externalLineId", metadata = g.metadata
    from ${givenRows(
      JSON.stringify(lines),
      `id uuid, qty bigint, cancelled bigint, "outOfStock" bigint, "unitPrice" bigint, discount
        bigint, tax bigint, total bigint, note text, "externalLineId" text, metadata jsonb`,
    )} g
    where l.platform_id = ${platformId} and l.order_line_id = g.id`.execute(tx)
}

/** Deletes lines with their components. What they were promised has to be released first. */
export async function removeLines(
  tx: Tx,
  platformId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('tenant.orderLines')
    .where('platformId', '=', platformId)
    .where('orderLineId', 'in', [...ids])
    .execute()
}
