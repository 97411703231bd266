import { sql } from 'kysely'
import type { SearchSource } from '../../workspace/search/source-queries.ts'

/** Whether fulfillment `f` is of a warehouse in sight. */
export const inSight = (scope: readonly string[] | null) =>
  sql`(${scope}::uuid[] is null or f.warehouse_id = any (${scope}::uuid[]))`

/** The warehouse of fulfillment `f`. */
export const warehouseOf = sql`f.warehouse_id, (
  select w.code from tenant.warehouses w
  where w.platform_id = f.platform_id and w.warehouse_id = f.warehouse_id)`

/** Fulfillments by their number, or by the id in the address of their page. */
export const fulfillmentSource: SearchSource = {
  actions: [['open', 'order.read']],
  page: 'fulfillments',

  exact: ({ platformId, scope, number, uuid }) => sql`
    select 1, f.fulfillment_id, f.number, '', null::uuid, null::text, null::text, ${warehouseOf}
    from (
      select platform_id, fulfillment_id, number, warehouse_id from tenant.fulfillments
      where platform_id = ${platformId} and number = ${number}
      union all
      select platform_id, fulfillment_id, number, warehouse_id from tenant.fulfillments
      where platform_id = ${platformId} and fulfillment_id = ${uuid}::uuid
    ) f
    where ${inSight(scope)}`,
}
