import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { ProductRow } from './queries.ts'

/* Products that the rows of a file belong to. */

export type ImportedProduct = Pick<
  ProductRow,
  | 'name'
  | 'description'
  | 'brand'
  | 'tags'
  | 'shelfLifeDays'
  | 'minRemainingDaysReceive'
  | 'minRemainingDaysShip'
> & { category: string | null }
type KnownProduct = ImportedProduct & { productId: string }

export const daysOf = sql`p.shelf_life_days as "shelfLifeDays",
  p.min_remaining_days_receive as "minRemainingDaysReceive",
  p.min_remaining_days_ship as "minRemainingDaysShip"`

/** Finds the products of these that exist. */
export async function findKnownProducts(
  db: Db,
  platformId: string,
  productIds: readonly string[],
): Promise<KnownProduct[]> {
  if (productIds.length === 0) return []
  const { rows } = await sql<KnownProduct>`
    select p.product_id as "productId", p.name, p.description, p.brand, c.name as category, p.tags,
      ${daysOf}
    from tenant.products p
    left join tenant.categories c
      on c.platform_id = p.platform_id and c.category_id = p.category_id
    where p.platform_id = ${platformId} and p.product_id = any (${productIds}::uuid[])`.execute(db)
  return rows
}
