import { foldKey } from '@stowage/contract/folding'
import type { Category } from '@stowage/contract/warehouse/categories'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { defineRecord, listRecords, type DescribedKind } from '../../workspace/records/queries.ts'

export const describedCategory: DescribedKind<
  Pick<Category, 'id' | 'version' | 'name'>,
  'category'
> = {
  type: 'category',
  nameOf: ({ name }) => name,
  carried: ({ name }) => ({ name }),
}

export const categoryRecord = defineRecord<Category, 'category'>({
  ...describedCategory,
  table: 'tenant.categories',
  key: 'categoryId',
  columns: ['parentId', 'name'],
  code: 'name',
  within: 'parentId',
})

/**
 * The ids of the categories with these names, by the keys of the names; one that is not there is made. Returns those that
 * were made as well.
 */
export async function ensureCategories(
  tx: Tx,
  platformId: string,
  categories: readonly { id: string; name: string }[],
  at: Date,
): Promise<{ ids: Map<string, string>; made: { id: string; name: string }[] }> {
  if (categories.length === 0) return { ids: new Map(), made: [] }
  const keyed = categories.map((category) => ({ ...category, key: foldKey(category.name) }))
  const { rows: made } = await sql<{ id: string; name: string }>`
    insert into tenant.categories
      (platform_id, category_id, name, name_key, created_at, updated_at)
    select ${platformId}, n.id, n.name, n.key, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as n(id uuid, name text, key text)
    where not exists (select from tenant.categories c
      where c.platform_id = ${platformId} and c.name_key = n.key)
    order by n.key
    on conflict on constraint categories_name_key do nothing
    returning category_id as id, name`.execute(tx)
  const { rows } = await sql<{ key: string; id: string }>`
    select distinct on (c.name_key) c.name_key as key, c.category_id as id
    from tenant.categories c
    where c.platform_id = ${platformId} and c.name_key = any (${keyed.map(({ key }) => key)}::text[])
    order by c.name_key, c.parent_id nulls first, c.created_at, c.category_id`.execute(tx)
  return { ids: new Map(rows.map(({ key, id }) => [key, id])), made }
}

export const listCategories = (db: Db, platformId: string): Promise<Category[]> =>
  listRecords(db, categoryRecord, { platform: { id: platformId }, warehouses: null }, ['name'])

/** Holds all categories until commit, so two that move them do not close a circle together. */
export function lockCategories(tx: Tx, platformId: string): Promise<Category[]> {
  return tx
    .selectFrom('tenant.categories')
    .select(['categoryId as id', 'parentId', 'name', 'version'])
    .where('platformId', '=', platformId)
    .orderBy('categoryId')
    .forNoKeyUpdate()
    .execute()
}

/** Finds the ids of these categories that exist. */
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
