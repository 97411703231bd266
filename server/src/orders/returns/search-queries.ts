import { sql } from 'kysely'
import type { Scope, SearchSource } from '../../workspace/search/source-queries.ts'
import { isReturnedTo } from './list-queries.ts'

/** As in the list. */
const isInSight = (scope: Scope) =>
  sql<boolean>`(${scope}::uuid[] is null or ${isReturnedTo(scope)})`

const customerOf = sql`coalesce((
  select c.name from tenant.customers c
  where c.platform_id = d.platform_id and c.customer_id = d.customer_id), '')`

/** Returns by their number, or by the id in the address of their page. */
export const returnSource: SearchSource = {
  actions: [['open', 'return.read']],
  page: 'returns',
  inSearch: 'itself',

  exact: ({ platformId, scope, number, uuid }) => sql`
    select 1, d.return_id, d.number, ${customerOf}, null::uuid, null::text, null::text, d.warehouse_id,
      w.code
    from (
      select platform_id, return_id, number, order_id, customer_id, warehouse_id from tenant.returns
      where platform_id = ${platformId} and number = ${number}
      union all
      select platform_id, return_id, number, order_id, customer_id, warehouse_id from tenant.returns
      where platform_id = ${platformId} and return_id = ${uuid}::uuid
    ) d
    left join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = d.warehouse_id
    where ${isInSight(scope)}`,

  prefixed: ({ platformId, scope, number, numberEnd }) => sql`
    select d.return_id, d.number, null::uuid, d.warehouse_id, ${customerOf}
    from tenant.returns d
    where d.platform_id = ${platformId} and d.number >= ${number} and d.number < ${numberEnd}
      and ${isInSight(scope)}
    order by d.number limit 5`,
}
