import type { ReturnView } from '@stowage/contract/orders/returns'
import { sql, type RawBuilder } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'
import type { Db } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'
import { ofWarehouse } from '../../warehouse/stock/document-queries.ts'
import type { Owner } from '../../workspace/documents/queries.ts'
import { isPromisedFrom } from '../orders/list-queries.ts'

/** Received quantity of return `d` without a disposition, in base units. */
const undecided = sql`(
  select coalesce(trim_scale(sum((i.qty - coalesce((
    select sum(s.qty) from tenant.return_dispositions s
    where s.platform_id = i.platform_id and s.return_id = i.return_id and s.item_no = i.item_no), 0))
    / power(10::numeric, v.qty_scale))), 0)::text
  from tenant.return_items i
  join tenant.return_lines l on l.platform_id = i.platform_id and l.return_id = i.return_id
    and l.line_no = i.line_no
  join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
  where i.platform_id = d.platform_id and i.return_id = d.return_id)`

const views: Record<ReturnView, RawBuilder<boolean>> = {
  expected: sql<boolean>`d.state in ('requested', 'authorized')`,
  to_inspect: sql<boolean>`d.state = 'received'`,
  to_decide: sql<boolean>`d.state = 'inspected' and ${undecided} <> '0'`,
}

const sumOf = (column: string) => sql`(
  select trim_scale(sum(${sql.ref(`l.${column}`)} / power(10::numeric, v.qty_scale)))::text
  from tenant.return_lines l
  join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
  where l.platform_id = d.platform_id and l.return_id = d.return_id)`

/**
 * Returns the condition that return `d` goes to one of these warehouses; before it has one, that its order
 * does.
 */
export const isReturnedTo = (warehouseIds: VisibleWarehouses) => sql<boolean>`
  case when d.warehouse_id is null then ${isPromisedFrom(warehouseIds)}
    else d.warehouse_id = any (${warehouseIds}::uuid[]) end`

/** A return is seen by members who see its warehouse, and before it has one, its order. */
const ofOrder = (column: string) => sql`(
  select ${sql.ref(`o.${column}`)} from tenant.orders o
  where o.platform_id = d.platform_id and o.order_id = d.order_id)`

export const ofReturns: Owner = {
  columns: {
    ...ofWarehouse.columns,
    order: ofOrder('number'),
    externalId: ofOrder('externalId'),
    customer: sql`(
      select c.name from tenant.customers c
      where c.platform_id = d.platform_id and c.customer_id = d.customer_id)`,
  },
  listColumns: {
    reasons: sql`array(
      select distinct n.name from tenant.return_lines l
      join tenant.reasons n on n.platform_id = l.platform_id and n.code = l.reason_code
      where l.platform_id = d.platform_id and l.return_id = d.return_id order by 1)`,
    qty: sumOf('qtyAuthorized'),
    received: sumOf('qtyReceived'),
    undecided,
    dispositions: sql`array(
      select distinct s.disposition from tenant.return_dispositions s
      where s.platform_id = d.platform_id and s.return_id = d.return_id order by 1)`,
  },
  isVisibleTo: ({ warehouses }) =>
    warehouses === null ? sql<boolean>`true` : isReturnedTo(warehouses),
  filters: {
    warehouse: (id) => isReturnedTo([id]),
    order: (id) => sql<boolean>`d.order_id = ${id}`,
    customer: (id) => sql<boolean>`d.customer_id = ${id}`,
    variant: (id) => sql<boolean>`d.return_id in (
      select l.return_id from tenant.return_lines l
      where l.platform_id = d.platform_id and l.variant_id = ${id})`,
    view: (name) => views[name as ReturnView],
  },
}

/** Quantity shipped for an order line, by component for a kit; quanta. */
export type ReturnableRow = {
  orderLineId: string
  orderLineNo: number
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  tracking: 'none' | 'lot' | 'serial'
  shipped: string
  /** In returns that were received, and in those that are expected. */
  returned: string
  expected: string
}

/** Quantity in returns `t` with lines `n` that counts against the shipped one: received, and expected. */
const counted = {
  returned: sql`coalesce(sum(n.qty_received), 0)`,
  expected: sql`coalesce(
    sum(n.qty_authorized) filter (where t.state in ('requested', 'authorized')), 0)`,
}

export const listReturnable = prepare(
  (_: Db, platformId: string, orderId: string) => sql<ReturnableRow>`
    select l.order_line_id as "orderLineId", l.line_no as "orderLineNo", s.variant_id as "variantId",
      v.sku, concat_ws(' ', p.name, nullif(v.name, '')) as name, v.unit, v.qty_scale as "qtyScale",
      v.tracking, s.shipped::text as shipped, b.returned::text as returned, b.expected::text as expected
    from tenant.order_lines l
    cross join lateral (
      select r.variant_id, sum(r.consumed) as shipped from tenant.reservations r
      where r.platform_id = l.platform_id and r.source_type = 'order_line'
        and r.source_id = l.order_line_id
      group by 1 having sum(r.consumed) > 0) s
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = s.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    cross join lateral (
      select ${counted.returned} as returned, ${counted.expected} as expected
      from tenant.return_lines n
      join tenant.returns t on t.platform_id = n.platform_id and t.return_id = n.return_id
      where n.platform_id = l.platform_id and n.order_line_id = l.order_line_id
        and n.variant_id = s.variant_id) b
    where l.platform_id = ${platformId} and l.order_id = ${orderId}
    order by l.line_no, v.sku_key`,
)

/** A return that has more of an order line than was shipped; quanta. */
export type Overreturned = {
  sku: string
  qtyScale: number
  shipped: string
  returned: string
  number: string
}

/** Returns the lines of an order of which more is in returns than was shipped. */
export const listOverreturned = prepare(
  (_: Db, platformId: string, orderId: string) => sql<Overreturned>`
    select v.sku, v.qty_scale as "qtyScale", s.shipped::text as shipped, x.returned::text as returned,
      x.number
    from (
      select n.order_line_id, n.variant_id, max(t.number) as number,
        ${counted.returned} + ${counted.expected} as returned
      from tenant.returns t
      join tenant.return_lines n on n.platform_id = t.platform_id and n.return_id = t.return_id
      where t.platform_id = ${platformId} and t.order_id = ${orderId}
        and t.state not in ('rejected', 'cancelled', 'expired')
      group by 1, 2) x
    cross join lateral (
      select coalesce(sum(r.consumed), 0) as shipped from tenant.reservations r
      where r.platform_id = ${platformId} and r.source_type = 'order_line'
        and r.source_id = x.order_line_id and r.variant_id = x.variant_id) s
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = x.variant_id
    where x.returned > s.shipped`,
)
