import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Hit, Rights, SearchSource } from '../../workspace/search/source-queries.ts'

/** More customers with one beginning of an email are not offered. */
const most = 5

/** Customers by the beginning of their first email, for those who may see it. */
async function findByEmail(db: Db, platformId: string, key: string, holds: Rights): Promise<Hit[]> {
  if (!key.includes('@') || !holds.has('customer.pii.read')) return []
  const { rows } = await sql<Hit>`
    select 'customer' as kind, c.customer_id::text as id, c.code as label, null as "variantId",
      null as "warehouseId", c.name
    from tenant.customers c
    where c.platform_id = ${platformId} and c.state = 'active'
      and split_part(c.search, E'\\n', 3) collate "C" >= ${key}
      and split_part(c.search, E'\\n', 3) collate "C" < ${`${key}\u{10ffff}`}
    order by split_part(c.search, E'\\n', 3) collate "C" limit ${sql.lit(most)}`.execute(db)
  return rows
}

/**
 * Customers by their code, by the beginning of their name or email, or by the id in the address of their
 * page.
 */
export const customerSource: SearchSource = {
  actions: [['open', 'customer.read']],
  page: 'customers',
  inSearch: 'itself',

  exact: ({ platformId, key, uuid }) => sql`
    select 1, c.customer_id, c.code, c.name, null::uuid, null::text, null::text, null::uuid, null::text
    from (
      select customer_id, code, name from tenant.customers
      where platform_id = ${platformId} and code_key = ${key}
      union all
      select customer_id, code, name from tenant.customers
      where platform_id = ${platformId} and customer_id = ${uuid}::uuid
    ) c`,

  prefixed: ({ platformId, key, keyEnd }) => sql`
    (select c.customer_id, c.code, null::uuid, null::uuid, c.name
     from tenant.customers c
     where c.platform_id = ${platformId} and c.state = 'active'
       and c.code_key >= ${key} and c.code_key < ${keyEnd}
     order by c.code_key limit 5)
    union
    (select c.customer_id, c.code, null::uuid, null::uuid, c.name
     from tenant.customers c
     where c.platform_id = ${platformId} and c.state = 'active'
       and split_part(c.search, E'\n', 2) collate "C" >= ${key}
       and split_part(c.search, E'\n', 2) collate "C" < ${keyEnd}
     order by split_part(c.search, E'\n', 2) collate "C" limit 5)`,

  worded: findByEmail,
}
