import { foldKey } from '@stowage/contract/folding'
import type { Category, Product } from '@stowage/contract/warehouse/catalog'
import type { Updateable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { listVariantsOf, variantOf, type New, type PriceAccess } from './queries.ts'

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
    createdAt: row.createdAt.toISOString(),
    variants: variants.map((variant) => variantOf(variant, sight)),
  }
}

export function lockProduct(tx: Tx, platformId: string, productId: string) {
  return tx
    .selectFrom('tenant.products')
    .select(productColumns)
    .where('platformId', '=', platformId)
    .where('productId', '=', productId)
    .forUpdate()
    .executeTakeFirst()
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

const categoryColumns = ['categoryId as id', 'parentId', 'name', 'version'] as const

export function listCategories(db: Db, platformId: string): Promise<Category[]> {
  return db
    .selectFrom('tenant.categories')
    .select(categoryColumns)
    .where('platformId', '=', platformId)
    .orderBy('name')
    .execute()
}

/** Holds all categories until commit, so that two that move them do not close a circle together. */
export function lockCategories(tx: Tx, platformId: string): Promise<Category[]> {
  return tx
    .selectFrom('tenant.categories')
    .select(categoryColumns)
    .where('platformId', '=', platformId)
    .orderBy('categoryId')
    .forNoKeyUpdate()
    .execute()
}

export function saveCategory(
  tx: Tx,
  platformId: string,
  categoryId: string,
  values: Updateable<Tables['tenant.categories']>,
): Promise<Category> {
  return tx
    .updateTable('tenant.categories')
    .set((row) => ({ ...values, ...keyOf(values), version: row('version', '+', 1) }))
    .where('platformId', '=', platformId)
    .where('categoryId', '=', categoryId)
    .returning(categoryColumns)
    .executeTakeFirstOrThrow()
}

/** Which of these categories there are. */
export async function findCategoryIds(
  db: Db,
  platformId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('tenant.categories')
    .select('categoryId as id')
    .where('platformId', '=', platformId)
    .where('categoryId', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export function insertCategory(
  tx: Tx,
  platformId: string,
  row: Omit<New<'tenant.categories'>, 'nameKey'>,
): Promise<Category> {
  return tx
    .insertInto('tenant.categories')
    .values({ platformId, ...row, nameKey: foldKey(row.name) })
    .returning(categoryColumns)
    .executeTakeFirstOrThrow()
}
