import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Hit, Rights, SearchSource } from '../../workspace/search/source-queries.ts'
import { searchTerms } from './rules.ts'

/** More customers with the same words are not offered. */
const most = 5
/** Maximum matches examined; some may be archived. */
const mostLookedAt = 50

/** Shorter words begin too many names to tell customers by. */
const shortest = 3

/** Customers by words of their name, as a last name, and by email and phone number for those who may see them. */
async function findByWords(db: Db, platformId: string, key: string, holds: Rights): Promise<Hit[]> {
  const terms = searchTerms(key, holds.has('customer.pii.read'))
  if (terms === undefined || key.length < shortest) return []
  const { rows } = await sql<Hit>`
    select 'customer' as kind, c.customer_id::text as id, c.code as label, null as "variantId",
      null as "warehouseId", c.name
    from tenant.customers c
    where c.platform_id = ${platformId} and c.state = 'active' and c.customer_id = any (array(
      select authz.customers_with(${terms}, ${sql.lit(mostLookedAt)})))
    order by c.name collate "C", c.customer_id limit ${sql.lit(most)}`.execute(db)
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

  worded: findByWords,
}
