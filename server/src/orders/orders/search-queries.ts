import { sql } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'
import type { Db } from '../../database/connect.ts'
import type { Hit, Rights, SearchSource } from '../../workspace/search/source-queries.ts'
import { isPromisedFrom, isSentTo } from './list-queries.ts'

/** As in the list. */
const isInSight = (scope: VisibleWarehouses) =>
  sql<boolean>`(${scope}::uuid[] is null or ${isPromisedFrom(scope)})`

const customerOf = sql`coalesce((
  select c.name from tenant.customers c
  where c.platform_id = d.platform_id and c.customer_id = d.customer_id), '')`

/** Shops may use the same number; more orders than these are not offered. */
const most = 5

/** Shorter words begin too many names to tell orders by. */
const shortest = 3

/** Orders by words of the name and digits of the phone number they are sent to, the newest, for those who may see them. */
async function findByRecipient(
  db: Db,
  platformId: string,
  key: string,
  holds: Rights,
  scope: VisibleWarehouses,
): Promise<Hit[]> {
  const sentTo = holds.has('customer.pii.read') ? isSentTo(key) : undefined
  if (!sentTo || key.length < shortest) return []
  const { rows } = await sql<Hit>`
    select 'order' as kind, d.order_id::text as id, d.number as label, null as "variantId",
      null as "warehouseId", coalesce(d.shipping_address ->> 'name', ${customerOf}) as name
    from tenant.orders d
    where d.platform_id = ${platformId} and ${sentTo} and ${isInSight(scope)}
    order by d.placed_at desc, d.order_id limit ${sql.lit(most)}`.execute(db)
  return rows
}

/** Orders by their number, by the number of the shop, by the id in the address of their page, or by who they go to. */
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

  worded: findByRecipient,
}
