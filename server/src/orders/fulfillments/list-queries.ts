import { sql } from 'kysely'

/** What is picked for claim `r` and not shipped, and what of it is in packages. */
export const pickedOfClaim = sql`(
  select coalesce(sum(a.qty), 0) from tenant.allocations a
  where a.platform_id = r.platform_id and a.reservation_id = r.reservation_id
    and a.state = 'picked')`
export const packedOfClaim = sql`(
  select coalesce(sum(k.qty), 0)
  from tenant.fulfillment_lines g
  join tenant.fulfillments f on f.platform_id = g.platform_id
    and f.fulfillment_id = g.fulfillment_id and f.state in ('packing', 'packed')
  join tenant.package_lines k on k.platform_id = g.platform_id
    and k.fulfillment_id = g.fulfillment_id and k.line_no = g.line_no
  where g.platform_id = r.platform_id and g.reservation_id = r.reservation_id)`
