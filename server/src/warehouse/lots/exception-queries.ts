import { sql } from 'kysely'
import type { ExceptionSource } from '../../workspace/exceptions/source-queries.ts'

/**
 * Lots that are on hold, recalled or expired and that orders still have stock of: it is to be picked elsewhere, or to be put aside
 * where it is picked. Allocations come first, because there are fewer of them than of lots.
 */
export const stoppedLots: ExceptionSource = {
  needs: 'stock.read',
  isResolvable: false,
  open: (platformId, scope, at) => sql`
    select x.lot_id || '.' || x.warehouse_id, min(x.last_at), max(x.last_at), x.warehouse_id, g.code,
      jsonb_build_object('qty',
        trim_scale(sum(x.qty) / power(10::numeric, v.qty_scale))::text || ' ' || v.unit || ' of ' || v.sku,
        'place', string_agg(distinct o.code, ', ' order by o.code),
        'orders', coalesce(string_agg(distinct s.number, ', ' order by s.number), ''),
        'reason', case when g.state = 'active' then 'expired' else g.state end),
      1, 'lot', g.lot_id, g.code, null::uuid
    from (
      select b.warehouse_id, b.lot_id, b.location_id, b.last_at, a.qty, a.reservation_id
      from tenant.allocations a
      join tenant.stock_buckets b on b.platform_id = a.platform_id and b.bucket_id = a.bucket_id
      where a.platform_id = ${platformId} and a.state in ('allocated', 'picked')
        and b.lot_id is not null
      union all
      select b.warehouse_id, b.lot_id, b.location_id, b.last_at, b.on_hand - b.allocated,
        null::bigint
      from tenant.lots l
      join tenant.stock_buckets b on b.platform_id = l.platform_id and b.lot_id = l.lot_id
      where l.platform_id = ${platformId} and l.state <> 'active' and b.status = 'available'
        and b.on_hand > b.allocated) x
    join tenant.lots g on g.platform_id = ${platformId} and g.lot_id = x.lot_id
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = g.variant_id
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = x.warehouse_id
    join tenant.locations o on o.platform_id = ${platformId} and o.location_id = x.location_id
    left join tenant.reservations r on r.platform_id = ${platformId}
      and r.reservation_id = x.reservation_id and r.source_type = 'order_line'
    left join tenant.order_lines n on n.platform_id = ${platformId} and n.order_line_id = r.source_id
    left join tenant.orders s on s.platform_id = ${platformId} and s.order_id = n.order_id
    where (g.state <> 'active' or g.expires_by < (${at}::timestamptz at time zone w.timezone)::date)
      and (${scope}::uuid[] is null or x.warehouse_id = any (${scope}::uuid[]))
    group by x.lot_id, x.warehouse_id, g.lot_id, g.code, g.state, v.qty_scale, v.unit, v.sku`,
}
