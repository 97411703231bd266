import { sql } from 'kysely'
import type { Scope, SearchSource } from '../../workspace/search/source-queries.ts'
import { isPromisedFrom } from './list-queries.ts'

/** As in the list. */
const isInSight = (scope: Scope) =>
  sql<boolean>`(${scope}::uuid[] is null or ${isPromisedFrom(scope)})`

const customerOf = sql`coalesce((
  select c.name from tenant.customers c
  where c.platform_id = d.platform_id and c.customer_id = d.customer_id), '')`

/** Shops may use the same number; more orders than these are not offered. */
const most = 5

/** Orders by their number, by the number of the shop, or by the id in the address of their page. */
export const orderSource: SearchSource = {
  actions: [['open', 'order.read']],
  letter: 'O',
  page: 'orders',
  inSearch: 'itself',

  exact: ({ platformId, scope, code, number, uuid }) => sql`
    select d.rank, d.order_id, d.number, ${customerOf}, null::uuid, null::text, null::text, null::uuid,
      null::text
    from (
      select 1 as rank, platform_id, order_id, number, customer_id from tenant.orders
      where platform_id = ${platformId} and number = ${number}
      union all
      select 1, platform_id, order_id, number, customer_id from tenant.orders
      where platform_id = ${platformId} and order_id = ${uuid}::uuid
      union all
      (select 2, platform_id, order_id, number, customer_id from tenant.orders
       where platform_id = ${platformId}
         and external_id collate "C" in (${code}, '#' || ${code}, ltrim(${code}, '#'))
       limit ${sql.lit(most)})
    ) d
    where ${isInSight(scope)}`,

  prefixed: ({ platformId, scope, code, codeEnd, number, numberEnd }) => sql`
    select d.order_id, d.number, null::uuid, null::uuid, ${customerOf}
    from (
      (select platform_id, order_id, number, customer_id from tenant.orders
       where platform_id = ${platformId} and number >= ${number} and number < ${numberEnd}
       order by number limit ${sql.lit(most)})
      union
      (select platform_id, order_id, number, customer_id from tenant.orders
       where platform_id = ${platformId} and external_id is not null
         and external_id collate "C" >= ${code} and external_id collate "C" < ${codeEnd}
       order by external_id collate "C" limit ${sql.lit(most)})
      union
      (select platform_id, order_id, number, customer_id from tenant.orders
       where platform_id = ${platformId} and external_id is not null
         and external_id collate "C" >= '#' || ${code} and external_id collate "C" < '#' || ${codeEnd}
       order by external_id collate "C" limit ${sql.lit(most)})
    ) d
    where ${isInSight(scope)}`,
}
