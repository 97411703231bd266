import { sql } from 'kysely'
import {
  maxRecent,
  type RecentSource,
  type SetupSource,
} from '../../workspace/home/source-queries.ts'

export const recentProducts: RecentSource = {
  // A product is opened by the SKU of its first variant.
  touched: ({ platformId, memberId }) => sql`
    select (select sku from tenant.variants v where v.platform_id = p.platform_id
        and v.product_id = p.product_id order by v.sku_key limit 1), name, updated_at
    from (select * from tenant.products where platform_id = ${platformId}
          order by product_id desc limit ${maxRecent}) p
    where updated_by = ${memberId}`,
}

export const productsStep: SetupSource = (platformId) =>
  sql`exists (select from tenant.products where platform_id = ${platformId})`
