import type { Sort } from '@stowage/contract/lists'
import type { ListedProduct } from '@stowage/contract/warehouse/products'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { type PageRequest, type Page, type Key, readPage, orderOf } from '../../database/pages.ts'
import { type VariantFilter, itemsWith } from './variant-list-queries.ts'

type ProductFilter = Pick<VariantFilter, 'q' | 'state' | 'category' | 'updatedFrom'> & {
  sort: Sort<'createdAt' | 'name' | 'updatedAt'>
}

/** Products; words find those with a variant that has them. */
export async function listProducts(
  db: Db,
  platformId: string,
  { q, state, category, updatedFrom, sort }: ProductFilter,
  page: PageRequest,
): Promise<Page<ListedProduct>> {
  const words = await itemsWith(db, q)
  const wanted = sql<boolean>`${sql.join(
    [
      sql`p.platform_id = ${platformId}`,
      ...(words
        ? [
            sql`exists (select from tenant.variants v
              where v.platform_id = ${platformId} and v.product_id = p.product_id and ${words})`,
          ]
        : []),
      ...(state ? [sql`p.state = any (${[...state]}::text[])`] : []),
      ...(category === undefined ? [] : [sql`p.category_id = ${category}`]),
      ...(updatedFrom === undefined ? [] : [sql`p.updated_at >= ${updatedFrom}`]),
    ],
    sql` and `,
  )}`
  type Ordered = { id: string; nameKey: string }
  // Ids rise with the time they were made.
  const byId: Key<Ordered> = { column: 'p.product_id', kind: 'uuid', of: ({ id }) => id }
  const byName: Key<Ordered> = { column: 'p.name_key', kind: 'text', of: (row) => row.nameKey }
  const byChange: Key<Ordered> = { column: 'p.updated_at', kind: 'moment' }
  const products = db.selectFrom('tenant.products as p').where(wanted)
  const found = await readPage(
    db,
    products
      .select([
        'p.productId as id',
        'p.name',
        'p.nameKey',
        'p.description',
        'p.kind',
        'p.categoryId',
      ])
      .select(['p.brand', 'p.tags', 'p.state', 'p.version', 'p.createdAt', 'p.shelfLifeDays'])
      .select(['p.minRemainingDaysReceive', 'p.minRemainingDaysShip'])
      .select([categoryNameOf.as('categoryName'), variantCountOf.as('variantCount')]),
    orderOf(sort, { createdAt: [byId], name: [byName, byId], updatedAt: [byChange, byId] }),
    page,
    { counted: products.select(sql`1`.as('one')) },
  )
  return {
    ...found,
    items: found.items.map(({ nameKey: _, ...row }) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
    })),
  }
}

/* Looked up for what is shown, and for nothing else. */
const categoryNameOf = sql<string | null>`(select c.name from tenant.categories c
  where c.platform_id = p.platform_id and c.category_id = p.category_id)`

const variantCountOf = sql<number>`(select count(*)::int from tenant.variants v
  where v.platform_id = p.platform_id and v.product_id = p.product_id)`
