import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'

/** Stock that was picked for what is cancelled and stays where it is; quanta. */
export type PickedRow = {
  bucketId: string
  variantId: string
  sku: string
  unit: string
  qtyScale: number
  qty: string
  locationId: string
  location: string
  lot: string | null
  serial: string | null
}

/** Returns what was picked for fulfillments of an order that were cancelled at this moment. */
export const listPickedOf = prepare(
  (_: Db, platformId: string, orderId: string, at: Date) => sql<PickedRow>`
    select a.bucket_id::text as "bucketId", v.variant_id as "variantId", v.sku, v.unit,
      v.qty_scale as "qtyScale", sum(t.qty)::text as qty, o.location_id as "locationId",
      o.code as location, g.code as lot, s.code as serial
    from tenant.fulfillments f
    join tenant.pick_tasks t on t.platform_id = f.platform_id
      and t.fulfillment_id = f.fulfillment_id and t.state = 'done'
    join tenant.allocations a
      on a.platform_id = t.platform_id and a.allocation_id = t.allocation_id
    join tenant.stock_buckets b on b.platform_id = a.platform_id and b.bucket_id = a.bucket_id
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
    left join tenant.lots g on g.platform_id = b.platform_id and g.lot_id = b.lot_id
    left join tenant.serials s on s.platform_id = b.platform_id and s.serial_id = b.serial_id
    where f.platform_id = ${platformId} and f.order_id = ${orderId} and f.state = 'cancelled'
      and f.updated_at = ${at}
    group by 1, 2, 3, 4, 5, 7, 8, 9, 10
    order by v.sku, o.code, g.code, s.code`,
)
