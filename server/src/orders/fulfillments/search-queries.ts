import { sql } from 'kysely'
import { packageNumber, packagesNumberedIn } from '../packing/list-queries.ts'
import type { SearchSource } from '../../workspace/search/source-queries.ts'

const inSight = (scope: readonly string[] | null) =>
  sql`(${scope}::uuid[] is null or f.warehouse_id = any (${scope}::uuid[]))`

const warehouseOf = sql`f.warehouse_id, (
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

/** Packages by their number. Their page is that of their fulfillment, whose id they are found with. */
export const packageSource: SearchSource = {
  actions: [['open', 'order.read']],

  exact: ({ platformId, scope, number }) => sql`
    select 1, f.fulfillment_id, ${packageNumber}, k.box, null::uuid, null::text,
      null::text, ${warehouseOf}
    from tenant.fulfillments n
    cross join lateral ${packagesNumberedIn(platformId, sql`n.fulfillment_id`)} k
    join tenant.fulfillments f
      on f.platform_id = k.platform_id and f.fulfillment_id = k.fulfillment_id
    where n.platform_id = ${platformId}
      and n.number = substring(${number}::text from '^(.+)-P[0-9]{1,6}$')
      and k.package_no = substring(${number}::text from '-P([0-9]{1,6})$')::int and ${inSight(scope)}`,
}
