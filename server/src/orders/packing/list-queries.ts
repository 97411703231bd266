import { sql } from 'kysely'

/** The number of package `k`: its fulfillment's, and which of its packages it is. */
export const packageNumber = sql<string>`(
  select g.number from tenant.fulfillments g
  where g.platform_id = k.platform_id and g.fulfillment_id = k.fulfillment_id)
  || '-P' || k.package_no`
