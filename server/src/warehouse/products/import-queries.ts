import { foldKey } from '@stowage/contract/folding'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { By } from './variant-queries.ts'

/* What a file of items says of their products. */

export type ImportedProduct = {
  name: string
  description: string
  brand: string
  category: string | null
  tags: string[]
  shelfLifeDays: number | null
  minRemainingDaysReceive: number | null
  minRemainingDaysShip: number | null
}
type KnownProduct = ImportedProduct & { productId: string }

export const daysOf = sql`p.shelf_life_days as "shelfLifeDays",
  p.min_remaining_days_receive as "minRemainingDaysReceive",
  p.min_remaining_days_ship as "minRemainingDaysShip"`

/** Which of these products there are. */
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

/** Writes these products as they are to be from now on. Returns the new version of each. */
export async function updateProducts(
  tx: Tx,
  platformId: string,
  rows: readonly (KnownProduct & { categoryId: string | null })[],
  { at, by }: By,
): Promise<Map<string, number>> {
  const keyed = JSON.stringify(rows.map((row) => ({ ...row, nameKey: foldKey(row.name) })))
  const { rows: written } = await sql<{ id: string; version: number }>`
    update tenant.products p
    set name = r.name, name_key = r."nameKey", description = r.description, brand = r.brand,
      category_id = r."categoryId", tags = r.tags, shelf_life_days = r."shelfLifeDays",
      min_remaining_days_receive = r."minRemainingDaysReceive",
      min_remaining_days_ship = r."minRemainingDaysShip", version = p.version + 1,
      updated_at = ${at}, updated_by = ${by}::uuid
    from jsonb_to_recordset(${keyed}::jsonb) as r("productId" uuid, name text,
      "nameKey" text, description text, brand text, "categoryId" uuid, tags text[], "shelfLifeDays" int,
      "minRemainingDaysReceive" int, "minRemainingDaysShip" int)
    where p.platform_id = ${platformId} and p.product_id = r."productId"
    returning p.product_id as id, p.version`.execute(tx)
  return new Map(written.map(({ id, version }) => [id, version]))
}
