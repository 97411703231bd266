import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { LotStock } from './queries.ts'

/** Unallocated stock of a lot whose status is to change; quanta. */
export type Unsellable = LotStock & { toStatus: 'expired' | 'hold' }

/**
 * Returns free stock that is available although its lot is over: expired by the day of its warehouse, or on hold. What is
 * allocated is left out, and so is what only orders have of a lot on hold: whoever put it on hold left it to them.
 */
export async function listUnsellable(
  db: Db,
  platformId: string,
  { at, most, warehouseId = null }: { at: Date; most: number; warehouseId?: string | null },
): Promise<Unsellable[]> {
  const { rows } = await sql<Unsellable>`
    select b.warehouse_id as "warehouseId", b.bucket_id::text as "bucketId",
      b.variant_id as "variantId", b.location_id as "locationId", b.lot_id as "lotId",
      b.serial_id as "serialId", (b.on_hand - b.allocated)::text as free,
      v.qty_scale as "qtyScale",
      case when l.state = 'active' then 'expired' else 'hold' end as "toStatus"
    from tenant.lots l
    join tenant.stock_buckets b on b.platform_id = l.platform_id and b.lot_id = l.lot_id
      and b.status = 'available' and b.on_hand > b.allocated
    join tenant.stock_levels s on s.platform_id = b.platform_id
      and s.warehouse_id = b.warehouse_id and s.variant_id = b.variant_id
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    join tenant.warehouses w on w.platform_id = b.platform_id and w.warehouse_id = b.warehouse_id
      and w.kind = 'site'
    where l.platform_id = ${platformId}
      and (${warehouseId}::uuid is null or b.warehouse_id = ${warehouseId}::uuid)
      and case when l.state = 'active'
        then l.expires_by < (${at}::timestamptz at time zone w.timezone)::date
        else s.on_hand - s.unavailable > s.reserved end
    order by b.warehouse_id, b.bucket_id limit ${most}`.execute(db)
  return rows
}
