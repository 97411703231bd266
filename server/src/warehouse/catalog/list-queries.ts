import { foldKey } from '@stowage/contract/folding'
import type { ListedProduct, ListedVariant } from '@stowage/contract/warehouse/catalog'
import type { Sort } from '@stowage/contract/lists'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { orderOf, readPage, type Key, type Page, type PageRequest } from '../../database/pages.ts'
import { itemOrders, variantOf, variantRows, type PriceAccess } from './queries.ts'
import { itemsWith } from './word-queries.ts'

export type VariantFilter = {
  q?: string | undefined
  sku?: string | undefined
  state?: readonly ('active' | 'archived')[] | undefined
  category?: string | undefined
  stock?: 'out' | 'low' | 'backordered' | 'no_barcode' | undefined
  ids?: readonly string[] | undefined
  sort: Sort<'sku' | 'name' | 'createdAt'>
}

type Scope = { warehouses: readonly string[] | null }

/** The levels of a variant `v` in the warehouses in sight. */
const levelsInSight = ({ warehouses }: Scope) => sql`
  tenant.stock_levels l
  join tenant.warehouses w on w.platform_id = l.platform_id and w.warehouse_id = l.warehouse_id
    and w.kind = 'site'
  where l.platform_id = v.platform_id and l.variant_id = v.variant_id
    and (${warehouses}::uuid[] is null or l.warehouse_id = any (${warehouses}::uuid[]))`

/** Which variants `v` have this stock; each is looked up, so that a list without it sums up nothing. */
const withStock = (
  scope: Scope,
): Record<NonNullable<VariantFilter['stock']>, RawBuilder<boolean>> => ({
  out: sql`not exists (select from ${levelsInSight(scope)} and l.on_hand > 0)`,
  low: sql`v.reorder_point is not null and v.reorder_point > (
    select coalesce(sum(l.on_hand - l.unavailable - l.reserved), 0) from ${levelsInSight(scope)})`,
  backordered: sql`exists (select from ${levelsInSight(scope)} and l.backordered > 0)`,
  no_barcode: sql`not exists (select from tenant.barcodes b
    where b.platform_id = v.platform_id and b.variant_id = v.variant_id)`,
})

/** Variants, with what the warehouses in sight have of each. */
export async function listVariants(
  db: Db,
  platformId: string,
  { warehouses, ...sight }: PriceAccess & Scope,
  { q, sku, state, category, stock, ids, sort }: VariantFilter,
  page: PageRequest,
): Promise<Page<ListedVariant>> {
  const scope = { warehouses }
  const words = await itemsWith(db, q)
  const wanted = sql<boolean>`${sql.join(
    [
      sql`v.platform_id = ${platformId}`,
      ...(words ? [words] : []),
      ...(state ? [sql`v.state = any (${[...state]}::text[])`] : []),
      ...(sku === undefined ? [] : [sql`v.sku_key = ${foldKey(sku)}`]),
      ...(category === undefined
        ? []
        : [
            sql`v.product_id in (select product_id from tenant.products
              where platform_id = ${platformId} and category_id = ${category})`,
          ]),
      ...(stock ? [withStock(scope)[stock]] : []),
      ...(ids ? [sql`v.variant_id = any (${ids}::uuid[])`] : []),
    ],
    sql` and `,
  )}`
  const sums = sql<{ onHand: string; reserved: string; unavailable: string; backordered: string }>`
    lateral (
      select coalesce(sum(l.on_hand), 0)::text as on_hand,
        coalesce(sum(l.reserved), 0)::text as reserved,
        coalesce(sum(l.unavailable), 0)::text as unavailable,
        coalesce(sum(l.backordered), 0)::text as backordered
      from ${levelsInSight(scope)})`
  const found = await readPage(
    db,
    variantRows(db, platformId)
      .innerJoin(sums.as('s'), (join) => join.onTrue())
      .select(['s.onHand', 's.reserved', 's.unavailable', 's.backordered'])
      .where(wanted),
    orderOf(sort, {
      ...itemOrders,
      // Ids rise with the time they were made.
      createdAt: [{ column: 'v.variant_id', kind: 'uuid', of: ({ id }) => id }],
    }),
    page,
    {
      counted: db
        .selectFrom('tenant.variants as v')
        .select(sql`1`.as('one'))
        .where(wanted),
    },
  )
  return {
    ...found,
    items: found.items.map(({ onHand, reserved, unavailable, backordered, ...row }) => {
      const shown = (quanta: bigint | string) => fromQuanta(quanta, row.qtyScale)
      return {
        ...variantOf(row, sight),
        onHand: shown(onHand),
        reserved: shown(reserved),
        backordered: shown(backordered),
        available: shown(BigInt(onHand) - BigInt(unavailable) - BigInt(reserved)),
      }
    }),
  }
}

type ProductFilter = Pick<VariantFilter, 'q' | 'state' | 'category'> & {
  sort: Sort<'createdAt' | 'name'>
}

/** Products; words find those with a variant that has them. */
export async function listProducts(
  db: Db,
  platformId: string,
  { q, state, category, sort }: ProductFilter,
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
    ],
    sql` and `,
  )}`
  type Ordered = { id: string; nameKey: string }
  // Ids rise with the time they were made.
  const byId: Key<Ordered> = { column: 'p.product_id', kind: 'uuid', of: ({ id }) => id }
  const byName: Key<Ordered> = { column: 'p.name_key', kind: 'text', of: (row) => row.nameKey }
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
    orderOf(sort, { createdAt: [byId], name: [byName, byId] }),
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
