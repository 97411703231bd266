import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/** Unallocated stock of a lot whose status is to change; quanta. */
export type Unsellable = {
  warehouseId: string
  bucketId: string
  free: string
  qtyScale: number
  toStatus: 'expired' | 'hold'
}

/**
 * Returns stock that is available although its lot is over: expired by the day of its warehouse, or on hold. What is
 * allocated is left out; it is refused when it is picked.
 */
export async function listUnsellable(
  db: Db,
  platformId: string,
  { at, most }: { at: Date; most: number },
): Promise<Unsellable[]> {
  const { rows } = await sql<Unsellable>`
    select b.warehouse_id as "warehouseId", b.bucket_id::text as "bucketId",
      (b.on_hand - b.allocated)::text as free, v.qty_scale as "qtyScale",
      case when l.state = 'active' then 'expired' else 'hold' end as "toStatus"
    from tenant.lots l
    join tenant.stock_buckets b on b.platform_id = l.platform_id and b.lot_id = l.lot_id
      and b.status = 'available' and b.on_hand > b.allocated
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    join tenant.warehouses w on w.platform_id = b.platform_id and w.warehouse_id = b.warehouse_id
      and w.kind = 'site'
    where l.platform_id = ${platformId}
      and (l.state <> 'active' or l.expires_by < (${at}::timestamptz at time zone w.timezone)::date)
    order by b.warehouse_id, b.bucket_id limit ${most}`.execute(db)
  return rows
}
