import { sql, type RawBuilder } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'
import type { TileSource } from '../../workspace/home/source-queries.ts'

/** The claims of order `d` in the warehouses in sight. */
const claims = (scope: VisibleWarehouses) => sql`
  from tenant.order_lines l
  join tenant.reservations r on r.platform_id = l.platform_id and r.source_type = 'order_line'
    and r.source_id = l.order_line_id
  where l.platform_id = d.platform_id and l.order_id = d.order_id
    and (${scope}::uuid[] is null or r.warehouse_id = any (${scope}::uuid[]))`

const tile = (
  oldest: RawBuilder<unknown>,
  platformId: string,
  condition: RawBuilder<boolean>,
) => sql`
  select count(*), min(${oldest}) from tenant.orders d
  where d.platform_id = ${platformId} and ${condition}`

/** Orders with reserved stock that is not released for picking. */
export const toReleaseTile: TileSource = (platformId, scope) =>
  tile(
    sql`d.placed_at`,
    platformId,
    sql`d.state in ('confirmed', 'released', 'in_fulfillment', 'partially_shipped')
      and exists (select ${claims(scope)} and r.promised > r.allocated)`,
  )

/** Orders past the time they were promised to ship. */
export const lateTile: TileSource = (platformId, scope, at) =>
  tile(
    sql`d.promised_ship_at`,
    platformId,
    sql`d.promised_ship_at < ${at}
      and d.state in ('confirmed', 'on_hold', 'released', 'in_fulfillment', 'partially_shipped')
      and (${scope}::uuid[] is null or exists (select ${claims(scope)}))`,
  )

/** Orders on hold. */
export const ordersOnHoldTile: TileSource = (platformId, scope) =>
  tile(
    sql`d.placed_at`,
    platformId,
    sql`d.state = 'on_hold' and (${scope}::uuid[] is null or exists (select ${claims(scope)}))`,
  )

/** Orders that wait for stock. */
export const backorderTile: TileSource = (platformId, scope) =>
  tile(
    sql`d.placed_at`,
    platformId,
    sql`d.order_id in (
      select l.order_id from tenant.reservations r
      join tenant.order_lines l on l.platform_id = r.platform_id and l.order_line_id = r.source_id
      where r.platform_id = ${platformId} and r.backordered > 0 and r.source_type = 'order_line'
        and (${scope}::uuid[] is null or r.warehouse_id = any (${scope}::uuid[])))`,
  )
