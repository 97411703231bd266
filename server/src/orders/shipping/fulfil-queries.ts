import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { prepareWrite } from '../../database/prepared.ts'
import { lockToGather } from '../picking/lock-queries.ts'

/**
 * Locks all stock that fulfilling an order may touch: what its claims may be allocated from, what they are allocated from,
 * and where that is gathered. The order is locked.
 */
export const lockStockOfOrder = prepareWrite((_: Db, platformId: string, orderId: string) => {
  const claims = sql`
    select r.reservation_id, r.warehouse_id, r.variant_id, r.promised > r.allocated as is_open
    from tenant.order_lines l
    join tenant.reservations r on r.platform_id = ${platformId} and r.source_type = 'order_line'
      and r.source_id = l.order_line_id
    where l.platform_id = ${platformId} and l.order_id = ${orderId}`
  return lockToGather(
    platformId,
    sql`
      with claims as (${claims})
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
        and a.reservation_id = c.reservation_id and a.state in ('allocated', 'picked')`,
  )
})
