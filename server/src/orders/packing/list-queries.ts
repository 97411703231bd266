import { sql, type RawBuilder } from 'kysely'

/**
 * The number of package `k`: that of the fulfillment it was opened for, and which of its packages it is. It stays on the
 * label, also when the package is shipped before the rest.
 */
export const packageNumber = sql<string>`coalesce((
    select g.number from tenant.fulfillments g
    where g.platform_id = k.platform_id and g.fulfillment_id = k.numbered_in), (
    select g.number from tenant.fulfillments g
    where g.platform_id = k.platform_id and g.fulfillment_id = k.fulfillment_id))
  || '-P' || k.package_no`

/** The packages that are numbered in a fulfillment, in whichever they are. */
export const packagesNumberedIn = (platformId: string, fulfillmentId: RawBuilder<unknown>) => sql`(
  select * from tenant.packages
  where platform_id = ${platformId} and fulfillment_id = ${fulfillmentId} and numbered_in is null
  union all
  select * from tenant.packages
  where platform_id = ${platformId} and numbered_in = ${fulfillmentId})`
