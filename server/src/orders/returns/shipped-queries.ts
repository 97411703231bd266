import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'
import type { ShippedPart } from './rules.ts'

/** What was shipped for an order line, of a kit for each component; quanta. */
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

/** What of returns `t` with lines `n` counts, out of what was shipped: what was received, and what is expected. */
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

type ShippedRow = Record<'orderLineId' | 'variantId' | 'qty' | 'value' | 'returned', string> &
  Pick<ShippedPart, 'lotId' | 'lot' | 'serialId' | 'serial'>

/** What left for each line of an order by lot and serial number, with what came back of it. */
export async function listShippedParts(
  tx: Tx,
  platformId: string,
  orderId: string,
): Promise<(ShippedPart & { orderLineId: string; variantId: string })[]> {
  const rows = await readShipped(tx, platformId, orderId)
  return rows.map(({ qty, value, returned, ...part }) => ({
    ...part,
    qty: BigInt(qty),
    value: BigInt(value),
    returned: BigInt(returned),
  }))
}

const readShipped = prepare(
  (_: Db, platformId: string, orderId: string) => sql<ShippedRow>`
    select s."orderLineId", s."variantId", s."lotId", s."serialId", t.code as lot, n.code as serial,
      s.qty::text as qty, s.value::text as value, coalesce((
        select sum(i.qty) from tenant.return_lines rl
        join tenant.return_items i on i.platform_id = rl.platform_id and i.return_id = rl.return_id
          and i.line_no = rl.line_no
        join tenant.stock_buckets ib on ib.platform_id = i.platform_id and ib.bucket_id = i.bucket_id
        where rl.platform_id = ${platformId} and rl.order_line_id = s."orderLineId"
          and rl.variant_id = s."variantId" and ib.lot_id is not distinct from s."lotId"
          and ib.serial_id is not distinct from s."serialId"), 0)::text as returned
    from (
      select l.order_line_id as "orderLineId", b.variant_id as "variantId", b.lot_id as "lotId",
        b.serial_id as "serialId", sum(a.qty) as qty, min(a.allocation_id) as first, sum((
          select -coalesce(sum(e.value_delta), 0) from tenant.cost_entries e
          where e.platform_id = a.platform_id and e.move_id = a.move_id and e.line_no = a.line_no)) as value
      from tenant.order_lines l
      join tenant.reservations r on r.platform_id = l.platform_id and r.source_type = 'order_line'
        and r.source_id = l.order_line_id
      join tenant.allocations a on a.platform_id = r.platform_id
        and a.reservation_id = r.reservation_id and a.state = 'consumed'
      join tenant.stock_buckets b on b.platform_id = a.platform_id and b.bucket_id = a.bucket_id
      where l.platform_id = ${platformId} and l.order_id = ${orderId}
      group by 1, 2, 3, 4) s
    left join tenant.lots t on t.platform_id = ${platformId} and t.lot_id = s."lotId"
    left join tenant.serials n on n.platform_id = ${platformId} and n.serial_id = s."serialId"
    order by s.first`,
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
