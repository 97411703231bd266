import { foldKey } from '@stowage/contract/folding'
import type { Product } from '@stowage/contract/warehouse/products'
import { sql, type Updateable } from 'kysely'
import type { Tx, Db } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { type By, listVariantsOf } from './variant-queries.ts'
import { actionsOf, type DescribedKind } from '../../workspace/records/queries.ts'
import { type PriceAccess, variantOf } from './reply.ts'

export const productRecord: DescribedKind<Pick<Product, 'id' | 'version' | 'name'>, 'product'> = {
  type: 'product',
  changes: actionsOf('PRODUCT'),
  nameOf: ({ name }) => name,
  carried: ({ name }) => ({ name }),
}

type NewProductRow = {
  productId: string
  name: string
  description: string
  kind: 'stocked' | 'service' | 'virtual_kit'
  brand: string
  categoryId: string | null
  tags: readonly string[]
  shelfLifeDays: number | null
  minRemainingDaysReceive: number | null
  minRemainingDaysShip: number | null
  metadata?: Record<string, unknown>
}

export async function insertProducts(
  tx: Tx,
  platformId: string,
  rows: readonly NewProductRow[],
  { at, by }: By,
): Promise<void> {
  if (rows.length === 0) return
  const keyed = rows.map((row) => ({ ...row, nameKey: foldKey(row.name) }))
  await sql`
    insert into tenant.products (platform_id, product_id, name, name_key, description, kind, brand,
      category_id, tags, shelf_life_days, min_remaining_days_receive, min_remaining_days_ship, metadata,
      created_at, created_by, updated_at, updated_by)
    select ${platformId}, r."productId", r.name, r."nameKey", r.description, r.kind, r.brand, r."categoryId",
      r.tags, r."shelfLifeDays", r."minRemainingDaysReceive", r."minRemainingDaysShip",
      coalesce(r.metadata, '{}'), ${at}, ${by}::uuid, ${at}, ${by}::uuid
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as r("productId" uuid, name text,
      "nameKey" text, description text, kind text, brand text, "categoryId" uuid, tags text[], "shelfLifeDays" int,
      "minRemainingDaysReceive" int, "minRemainingDaysShip" int, metadata jsonb)`.execute(tx)
}

export type Followed = Pick<Product, 'id' | 'name' | 'state' | 'version'>

/**
 * Archives those of these products that have no active variant left, and restores those that
 * have one again. Returns those that changed.
 */
export async function followVariants(
  tx: Tx,
  platformId: string,
  productIds: readonly string[],
  { at, by }: By,
): Promise<Followed[]> {
  const { rows } = await sql<Followed>`
    update tenant.products p
    set state = s.state, version = p.version + 1, updated_at = ${at}, updated_by = ${by}::uuid
    from (
      select v.product_id,
        case when bool_or(v.state = 'active') then 'active' else 'archived' end as state
      from tenant.variants v
      where v.platform_id = ${platformId} and v.product_id = any (${productIds}::uuid[])
      group by v.product_id
    ) s
    where p.platform_id = ${platformId} and p.product_id = s.product_id and p.state <> s.state
    returning p.product_id as id, p.name, p.state, p.version`.execute(tx)
  return rows
}

const productColumns = [
  'productId as id',
  'name',
  'description',
  'kind',
  'categoryId',
  'brand',
  'tags',
  'shelfLifeDays',
  'minRemainingDaysReceive',
  'minRemainingDaysShip',
  'metadata',
  'state',
  'version',
  'createdAt',
] as const

export async function findProduct(
  db: Db,
  platformId: string,
  productId: string,
  sight: PriceAccess,
): Promise<Product | undefined> {
  const row = await db
    .selectFrom('tenant.products')
    .select(productColumns)
    .where('platformId', '=', platformId)
    .where('productId', '=', productId)
    .executeTakeFirst()
  if (!row) return undefined
  const variants = await listVariantsOf(db, platformId, productId)
  return {
    ...row,
    metadata: row.metadata as Product['metadata'],
    createdAt: row.createdAt.toISOString(),
    variants: variants.map((variant) => variantOf(variant, sight)),
  }
}

/** Holds these products until commit, in the order of their ids; those that there are. */
export function lockProducts(tx: Tx, platformId: string, productIds: readonly string[]) {
  return tx
    .selectFrom('tenant.products')
    .select(productColumns)
    .where('platformId', '=', platformId)
    .where('productId', 'in', [...productIds])
    .orderBy('productId')
    .forUpdate()
    .execute()
}

/** Holds the product until commit; undefined when there is none. */
export const lockProduct = async (tx: Tx, platformId: string, productId: string) =>
  (await lockProducts(tx, platformId, [productId]))[0]

/** The key of a name that changes. */
const keyOf = ({ name }: { name?: string | undefined }) =>
  name === undefined ? {} : { nameKey: foldKey(name) }

export async function saveProduct(
  tx: Tx,
  platformId: string,
  productId: string,
  values: Updateable<Tables['tenant.products']>,
): Promise<void> {
  await tx
    .updateTable('tenant.products')
    .set((row) => ({ ...values, ...keyOf(values), version: row('version', '+', 1) }))
    .where('platformId', '=', platformId)
    .where('productId', '=', productId)
    .execute()
}
