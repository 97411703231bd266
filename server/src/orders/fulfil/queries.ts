import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { prepareWrite } from '../../database/prepared.ts'

/**
 * Locks, in the one order, all stock that fulfilling an order may touch: what its claims may be allocated from, what they
 * are allocated from, and where that is gathered. The order is locked.
 */
export const lockStockOf = prepareWrite(
  (_: Db, platformId: string, orderId: string) => sql`
    with claims as (
      select r.reservation_id, r.warehouse_id, r.variant_id, r.promised > r.allocated as is_open
      from tenant.order_lines l
      join tenant.reservations r on r.platform_id = ${platformId} and r.source_type = 'order_line'
        and r.source_id = l.order_line_id
      where l.platform_id = ${platformId} and l.order_id = ${orderId}
    ), buckets as (
      select b.bucket_id
      from claims c
      -- Each by its key: how few there are of an order is not known beforehand.
      cross join lateral (
        select bucket_id from tenant.stock_buckets
        where platform_id = ${platformId} and warehouse_id = c.warehouse_id
          and variant_id = c.variant_id and status = 'available' and on_hand > allocated
        offset 0) b
      where c.is_open
      union
      select a.bucket_id
      from claims c
      join tenant.allocations a on a.platform_id = ${platformId}
        and a.reservation_id = c.reservation_id and a.state in ('allocated', 'picked')
    ), moves as (
      select jsonb_strip_nulls(jsonb_build_object('lineNo', row_number() over (), 'qty', '1',
        'fromBucket', b.bucket_id::text, 'variantId', b.variant_id,
        'toLocation', w.stage_location_id, 'toLot', b.lot_id, 'toSerial', b.serial_id)) as line
      from buckets k
      cross join lateral (
        select * from tenant.stock_buckets
        where platform_id = ${platformId} and bucket_id = k.bucket_id offset 0) b
      join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = b.warehouse_id
    )
    select stock.lock(${platformId}, '[]', jsonb_agg(line)) from moves having count(*) > 0`,
)
