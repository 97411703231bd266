import type { Address } from '@stowage/contract/orders/customers'
import type { PromiseMode } from '@stowage/contract/orders/channels'
import type { OrderState, Share } from '@stowage/contract/orders/orders'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'
import { defineDocument, type Owner } from '../../workspace/documents/queries.ts'
import { orderTransitions } from './rules.ts'

/** What an order line, or a component of it, is promised in one warehouse; quantities are quanta. */
type ClaimRow = {
  reservationId: string
  warehouseId: string
  warehouse: string
  componentId: string | null
  promised: string
  backordered: string
  allocated: string
  consumed: string
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

/** A line as it is stored; quantities are quanta, amounts millionths of the currency. */
export type LineRow = {
  id: string
  lineNo: number
  variantId: string
  sku: string
  name: string
  baseUnit: string
  qtyScale: number
  unit: string
  qty: string
  cancelled: string
  unitPrice: string | null
  discount: string
  tax: string
  total: string
  note: string
  components: ComponentRow[]
  claims: ClaimRow[]
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
  subtotalMicros: string
  discountMicros: string
  taxMicros: string
  totalMicros: string
  confirmedAt: string | null
  cancelReason: string | null
  fulfillmentState: Share
  promised: string
  backordered: string
}

export type OrderChange =
  'created' | 'updated' | 'confirmed' | 'held' | 'holdReleased' | 'cancelled' | 'lineCancelled'

/** The claims of order `d`. */
const claimsOfOrder = sql`
  from tenant.order_lines l
  join tenant.reservations r on r.platform_id = l.platform_id and r.source_type = 'order_line'
    and r.source_id = l.order_line_id
  where l.platform_id = d.platform_id and l.order_id = d.order_id`

/**
 * An order is seen by members who see a warehouse it is promised stock of; an order without any is seen by
 * everybody.
 */
const ofOrders: Owner = {
  columns: {
    channel: sql`(
      select c.code from tenant.channels c
      where c.platform_id = d.platform_id and c.channel_id = d.channel_id)`,
    customer: sql`(
      select c.name from tenant.customers c
      where c.platform_id = d.platform_id and c.customer_id = d.customer_id)`,
    promised: sql`(select coalesce(sum(r.promised), 0)::text ${claimsOfOrder})`,
    backordered: sql`(select coalesce(sum(r.backordered), 0)::text ${claimsOfOrder})`,
  },
  isVisibleTo: ({ warehouses }) =>
    warehouses === null
      ? sql<boolean>`true`
      : sql<boolean>`(
          exists (select ${claimsOfOrder} and r.warehouse_id in (${sql.join(warehouses)}))
          or not exists (select ${claimsOfOrder}))`,
  filters: {
    channel: (id) => sql<boolean>`d.channel_id = ${id}`,
    customer: (id) => sql<boolean>`d.customer_id = ${id}`,
    tag: (tag) => sql<boolean>`${tag} = any (d.tags)`,
    // An order that is promised nothing belongs to no warehouse yet, and is shown in each.
    warehouse: (id) => sql<boolean>`(
      exists (select ${claimsOfOrder} and r.warehouse_id = ${id})
      or not exists (select ${claimsOfOrder}))`,
    variant: (id) => sql<boolean>`exists (
      select from tenant.order_lines l
      where l.platform_id = d.platform_id and l.order_id = d.order_id and l.variant_id = ${id})`,
    view: (name) => views[name] ?? sql<boolean>`true`,
    dueBefore: (at) => sql<boolean>`d.promised_ship_at < ${at}
      and d.state in ('confirmed', 'on_hold', 'released', 'in_fulfillment', 'partially_shipped')`,
  },
}

const views: Record<string, ReturnType<typeof sql<boolean>>> = {
  to_release: sql<boolean>`d.state = 'confirmed'
    and exists (select ${claimsOfOrder} and r.promised > 0)`,
  on_hold: sql<boolean>`d.state = 'on_hold'`,
  backorder: sql<boolean>`d.order_id in (
    select l.order_id from tenant.reservations r
    join tenant.order_lines l on l.platform_id = r.platform_id and l.order_line_id = r.source_id
    where r.platform_id = d.platform_id and r.backordered > 0 and r.source_type = 'order_line')`,
}

export const orders = defineDocument<OrderRow, LineRow, OrderChange>({
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
    'subtotalMicros',
    'discountMicros',
    'taxMicros',
    'totalMicros',
    'confirmedAt',
    'cancelReason',
    'fulfillmentState',
  ],
  people: ['createdBy'],
  times: ['placedAt'],
  searched: ['number', 'externalId'],
  lineColumns: {
    lineNo: ({ lineNo }) => lineNo,
    orderLineId: ({ id }) => id,
    variantId: ({ variantId }) => variantId,
    unit: ({ unit }) => unit,
    qty: ({ qty }) => qty,
    qtyCancelled: ({ cancelled }) => cancelled,
    unitPriceMicros: ({ unitPrice }) => unitPrice,
    discountMicros: ({ discount }) => discount,
    taxMicros: ({ tax }) => tax,
    totalMicros: ({ total }) => total,
    note: ({ note }) => note,
  },
  listLines,
  transitions: orderTransitions,
  editable: 'draft',
  unfinished: ['draft', 'confirmed', 'on_hold', 'released', 'in_fulfillment', 'partially_shipped'],
  changes: {
    created: 'ORDER_CREATED',
    updated: 'ORDER_UPDATED',
    confirmed: 'ORDER_CONFIRMED',
    held: 'ORDER_HELD',
    holdReleased: 'ORDER_HOLD_RELEASED',
    cancelled: 'ORDER_CANCELLED',
    lineCancelled: 'ORDER_LINE_CANCELLED',
  },
  recorded: ['channelId', 'externalId'],
})

const readLines = prepare(
  (_: Db, platformId: string, orderId: string) => sql<LineRow>`
    select l.order_line_id as id, l.line_no as "lineNo", l.variant_id as "variantId", v.sku,
      concat_ws(' ', p.name, nullif(v.name, '')) as name, v.unit as "baseUnit",
      v.qty_scale as "qtyScale", l.unit, l.qty, l.qty_cancelled as cancelled,
      l.unit_price_micros as "unitPrice", l.discount_micros as discount, l.tax_micros as tax,
      l.total_micros as total, l.note,
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
          'allocated', r.allocated::text, 'consumed', r.consumed::text) order by r.reservation_id)
        from tenant.reservations r
        join tenant.warehouses w on w.platform_id = r.platform_id and w.warehouse_id = r.warehouse_id
        where r.platform_id = l.platform_id and r.source_type = 'order_line'
          and r.source_id = l.order_line_id
          and r.promised + r.backordered + r.consumed > 0), '[]') as claims
    from tenant.order_lines l
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    where l.platform_id = ${platformId} and l.order_id = ${orderId}
    order by l.line_no`,
)

/** Lines of an order with their components, and with what they are promised. */
export function listLines(db: Db, platformId: string, orderId: string): Promise<LineRow[]> {
  return readLines(db, platformId, orderId)
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

/** Sets what is cancelled of lines; quantities are quanta. */
export async function saveCancelled(
  tx: Tx,
  platformId: string,
  lines: readonly { id: string; cancelled: string }[],
): Promise<void> {
  await sql`
    update tenant.order_lines l set qty_cancelled = g.cancelled
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g(id uuid, cancelled bigint)
    where l.platform_id = ${platformId} and l.order_line_id = g.id`.execute(tx)
}
