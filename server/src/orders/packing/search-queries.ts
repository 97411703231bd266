import { sql } from 'kysely'
import type { SearchSource } from '../../workspace/search/source-queries.ts'
import { isInWarehouses, warehouseOf } from '../fulfillments/search-queries.ts'
import { packageNumber, packagesNumberedIn } from './list-queries.ts'

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
      and k.package_no = substring(${number}::text from '-P([0-9]{1,6})$')::int and ${isInWarehouses(scope)}`,
}
