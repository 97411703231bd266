import { sql, type RawBuilder } from 'kysely'
import { givenIds } from '../../database/given.ts'
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
  from: string
  lot: string | null
  serial: string | null
}

/**
 * Returns the query for stock picked for fulfillments `f` of the lines `l` that meet the condition, by
 * location.
 */
const selectPicked = (
  platformId: string,
  condition: RawBuilder<boolean>,
  qty = sql`sum(t.qty)`,
  having = sql``,
) => sql<PickedRow>`
    select a.bucket_id::text as "bucketId", v.variant_id as "variantId", v.sku, v.unit,
      v.qty_scale as "qtyScale", (${qty})::text as qty, o.location_id as "locationId",
      o.code as location, h.code as "from", g.code as lot, s.code as serial
    from tenant.fulfillments f
    join tenant.fulfillment_lines l on l.platform_id = f.platform_id
      and l.fulfillment_id = f.fulfillment_id
    join tenant.pick_tasks t on t.platform_id = l.platform_id
      and t.fulfillment_id = l.fulfillment_id and t.line_no = l.line_no and t.state = 'done'
    join tenant.allocations a
      on a.platform_id = t.platform_id and a.allocation_id = t.allocation_id
    join tenant.stock_buckets b on b.platform_id = a.platform_id and b.bucket_id = a.bucket_id
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
    join tenant.locations h on h.platform_id = t.platform_id and h.location_id = t.location_id
    left join tenant.lots g on g.platform_id = b.platform_id and g.lot_id = b.lot_id
    left join tenant.serials s on s.platform_id = b.platform_id and s.serial_id = b.serial_id
    where f.platform_id = ${platformId} and ${condition}
    group by 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, b.on_hand, b.allocated ${having}
    order by v.sku, o.code, h.code, g.code, s.code`

/** Returns what was picked for fulfillments of an order that were cancelled at this moment. */
export const listPickedOf = prepare((_: Db, platformId: string, orderId: string, at: Date) =>
  selectPicked(
    platformId,
    sql<boolean>`f.order_id = ${orderId} and f.state = 'cancelled' and f.updated_at = ${at}`,
  ),
)

/** Returns what was picked for an order and is not shipped. */
export const listPicked = prepare((_: Db, platformId: string, orderId: string) =>
  selectPicked(
    platformId,
    sql<boolean>`f.order_id = ${orderId} and f.state not in ('cancelled', 'shipped')`,
  ),
)

/** Returns what was picked for an order that has ended, as far as it is still there and nobody else’s. */
export const listLeftThere = prepare((_: Db, platformId: string, orderId: string) =>
  selectPicked(
    platformId,
    sql<boolean>`f.order_id = ${orderId} and f.state = 'cancelled'`,
    sql`least(sum(t.qty), b.on_hand - b.allocated)`,
    sql`having b.on_hand > b.allocated`,
  ),
)

/** Returns what was picked for a line of an order and is not shipped. */
export const listPickedOfLine = prepare(
  (_: Db, platformId: string, orderId: string, orderLineId: string) =>
    selectPicked(
      platformId,
      sql<boolean>`f.order_id = ${orderId} and l.order_line_id = ${orderLineId}
        and f.state not in ('cancelled', 'shipped')`,
    ),
)

export type LeftToPick = {
  id: string
  isOfLine: boolean
  hasReady: boolean
  hasDone: boolean
  hasPackages: boolean
}

/**
 * Says of these fulfillments whether they have something of an order line, what their other lines have: something to
 * pick, or something that was picked, and whether they have packages.
 */
export const listLeft = prepare(
  (_: Db, platformId: string, orderLineId: string, fulfillmentIds: string) => sql<LeftToPick>`
    select l.fulfillment_id as id,
      bool_or(l.order_line_id = ${orderLineId} and t.state in ('ready', 'done', 'short', 'sent_back', 'withdrawn'))
        as "isOfLine",
      bool_or(l.order_line_id <> ${orderLineId} and t.state = 'ready') as "hasReady",
      bool_or(l.order_line_id <> ${orderLineId} and t.state = 'done') as "hasDone", exists (
        select from tenant.packages k
        where k.platform_id = ${platformId} and k.fulfillment_id = l.fulfillment_id
        -- Looked up for each, where PostgreSQL could list the packages of all fulfillments first.
        offset 0) as "hasPackages"
    from ${givenIds(fulfillmentIds)} f
    join tenant.fulfillment_lines l
      on l.platform_id = ${platformId} and l.fulfillment_id = f.id
    join tenant.pick_tasks t on t.platform_id = l.platform_id
      and t.fulfillment_id = l.fulfillment_id and t.line_no = l.line_no
    group by l.fulfillment_id`,
)
