import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Hit, Rights, SearchSource } from '../../workspace/search/source-queries.ts'
import { recordSource } from '../../workspace/records/source-queries.ts'
import { customerRecord } from './queries.ts'
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

/** Customers as other records, and by words of their name and contact details. */
export const customerSource: SearchSource = {
  ...recordSource(customerRecord, 'customer.read', 'customers'),
  worded: findByWords,
}
