import { foldKey } from '@stowage/contract/folding'
import type { Sort } from '@stowage/contract/lists'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { ListedVariant } from '@stowage/contract/warehouse/product-variants'
import { type RawBuilder, sql } from 'kysely'
import { givenIds, givenRows } from '../../database/given.ts'
import type { Db } from '../../database/connect.ts'
import { type PageRequest, type Page, readPage, orderOf, type Key } from '../../database/pages.ts'
import { prepare } from '../../database/prepared.ts'
import { itemCodeOf } from '../../workspace/search/gs1-rules.ts'
import { gtin14Of } from '../../workspace/search/gtin-rules.ts'
import { variantRows } from './variant-queries.ts'
import { type PriceAccess, variantOf } from './reply.ts'
import { searchTerms, type Unit } from './rules.ts'

/** The name of an item: that of its product, with what tells it from the others of the product. */
export const itemName = sql<string>`concat_ws(' ', p.name, nullif(v.name, ''))`

/** An item as a line of a document names it. */
export type ItemChoice = {
  variantId?: string | undefined
  sku?: string | undefined
  barcode?: string | undefined
}

export type Item = {
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  tracking: 'none' | 'lot' | 'serial'
  state: 'active' | 'archived'
  kind: 'stocked' | 'service' | 'virtual_kit'
  /** Days it must keep when it comes. */
  minRemainingDays: number | null
  /** Price of one base unit, in the currency of the platform. */
  sellPrice: string | null
  units: Unit[]
  /** The unit its barcode stands for; null is one base unit. */
  scanned: string | null
}

type Row = Item & { ordinal: number }

/**
 * The items these choices name, in their order, undefined for one that names none. A barcode is found
 * in any length its number can be written in. One query, however many there are. They stay as they are
 * until commit, against archiving.
 */
export async function findItems(
  db: Db,
  platformId: string,
  choices: readonly ItemChoice[],
): Promise<(Item | undefined)[]> {
  const ids = choices.flatMap(({ variantId }) => variantId?.toLowerCase() ?? [])
  if (ids.length === choices.length) {
    const rows = await findByIds(db, platformId, JSON.stringify(ids))
    const byId = new Map(rows.map((row) => [row.variantId, row]))
    return ids.map((id) => byId.get(id))
  }
  const codes = choices.map(({ barcode }) => (barcode === undefined ? null : itemCodeOf(barcode)))
  const given = choices.map(({ variantId, sku }, i) => ({
    ordinal: i,
    variantId: variantId ?? null,
    sku: sku === undefined ? null : foldKey(sku),
    barcode: codes[i] ?? null,
    gtin14: gtin14Of(codes[i] ?? ''),
  }))
  const rows = await findSubmitted(db, platformId, JSON.stringify(given))
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]))
  return choices.map((_, i) => byOrdinal.get(i))
}

/** Each item is looked up by its key: nobody knows beforehand how few a document names. */
const itemOf = (platformId: string, variantId: RawBuilder<string>) => sql`
    select v.variant_id as "variantId", v.sku, v.unit, v.qty_scale as "qtyScale", v.tracking,
      v.state, v.sell_price::text as "sellPrice", p.kind, p.min_remaining_days_receive as "minRemainingDays", concat_ws(' ', p.name, nullif(v.name, '')) as name,
      coalesce((
        select jsonb_agg(jsonb_build_object('code', u.code, 'numerator', u.numerator::text,
          'denominator', u.denominator::text))
        from tenant.variant_units u
        where u.platform_id = v.platform_id and u.variant_id = v.variant_id), '[]') as units
    from (
      select * from tenant.variants
      where platform_id = ${platformId} and variant_id = ${variantId}
      for key share) v
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    offset 0`

/** Most documents name all their items by id: so much less to prepare that it shows. */
const findByIds = prepare(
  // Not an array: of one the database sees how long it is, and would plan anew each time.
  (_: Db, platformId: string, ids: string) => sql<Item>`
    select v.*, null as scanned
    from ${givenIds(ids)} given
    cross join lateral (${itemOf(platformId, sql`given.id`)}) v`,
)

const findSubmitted = prepare(
  (_: Db, platformId: string, given: string) => sql<Row>`
    with given as (
      select * from ${givenRows(given, `ordinal int, "variantId" uuid, sku text, barcode text, gtin14 text`)} g
    ), found as (
      select ordinal, "variantId" as variant_id, null as unit from given
      where "variantId" is not null
      union all
      select g.ordinal, v.variant_id, null from given g
      cross join lateral (
        select v.variant_id from tenant.variants v
        where v.platform_id = ${platformId} and v.sku_key = g.sku offset 0) v
      where g.sku is not null
      union all
      select g.ordinal, b.variant_id, b.unit from given g
      cross join lateral (
        select b.variant_id, b.unit from tenant.barcodes b
        where b.platform_id = ${platformId} and b.code = g.barcode offset 0) b
      where g.barcode is not null
      union all
      select g.ordinal, b.variant_id, b.unit from given g
      cross join lateral (
        select b.variant_id, b.unit from tenant.barcodes b
        where b.platform_id = ${platformId} and b.gtin14 = g.gtin14 and b.code <> g.barcode
        offset 0) b
      where g.gtin14 is not null
    )
    select f.ordinal, f.unit as scanned, v.*
    from found f
    cross join lateral (${itemOf(platformId, sql`f.variant_id`)}) v`,
)

export type VariantFilter = {
  q?: string | undefined
  sku?: string | undefined
  state?: readonly ('active' | 'archived')[] | undefined
  category?: string | undefined
  stock?: 'out' | 'low' | 'backordered' | 'no_barcode' | undefined
  ids?: readonly string[] | undefined
  updatedFrom?: string | undefined
  sort: Sort<'sku' | 'name' | 'createdAt' | 'updatedAt'>
}

type InWarehouses = { warehouses: readonly string[] | null }

/** The levels of a variant `v` in the warehouses in sight. */
const levelsInSight = ({ warehouses }: InWarehouses) => sql`
  tenant.stock_levels l
  join tenant.warehouses w on w.platform_id = l.platform_id and w.warehouse_id = l.warehouse_id
    and w.kind = 'site'
  where l.platform_id = v.platform_id and l.variant_id = v.variant_id
    and (${warehouses}::uuid[] is null or l.warehouse_id = any (${warehouses}::uuid[]))`

/** Which variants `v` have this stock; each is looked up, so a list without it sums up nothing. */
const withStock = (
  scope: InWarehouses,
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
  { warehouses, ...sight }: PriceAccess & InWarehouses,
  { q, sku, state, category, stock, ids, updatedFrom, sort }: VariantFilter,
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
      ...(updatedFrom === undefined ? [] : [sql`v.updated_at >= ${updatedFrom}`]),
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
      updatedAt: [
        { column: 'v.updated_at', kind: 'moment' },
        { column: 'v.variant_id', kind: 'uuid', of: ({ id }) => id },
      ],
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

type Named = { skuKey: string; nameKey: string; productId: string }

const bySku: Key<Pick<Named, 'skuKey'>> = {
  column: 'v.sku_key',
  kind: 'text',
  of: (row) => row.skuKey,
}

/** The order of items `v` of products `p`; by name those of one product stand together. */
export const itemOrders = {
  sku: [bySku],
  name: [
    { column: 'p.name_key', kind: 'text', of: (row) => row.nameKey },
    { column: 'p.product_id', kind: 'uuid', of: (row) => row.productId },
    bySku,
  ],
} satisfies Record<string, readonly Key<Named>[]>

/** Maximum items a search returns by id. */
const mostNamed = 5_000

type Found = { terms: string; ids: string[] | undefined }

/**
 * The items a search finds, undefined where they are too many to be named; null where something was typed
 * and nothing of it is a word. Under row-level security the text index is of no use to a query of ours,
 * so it is asked beforehand.
 */
export async function findNamed(db: Db, q: string): Promise<Found | null> {
  const terms = searchTerms(q)
  if (terms === undefined) return null
  const { rows } = await sql<{ id: string }>`
    select i as id from authz.variants_with(${terms}, ${mostNamed + 1}) as i`.execute(db)
  return { terms, ids: rows.length > mostNamed ? undefined : rows.map(({ id }) => id) }
}

/** The condition that a search puts on items `v`; undefined where nothing was typed. */
export async function itemsWith(
  db: Db,
  q: string | undefined,
): Promise<RawBuilder<boolean> | undefined> {
  if (!q) return undefined
  const named = await findNamed(db, q)
  if (!named) return sql`false`
  const { ids, terms } = named
  return ids ? sql`v.variant_id = any (${ids}::uuid[])` : sql`v.search @@ ${terms}::tsquery`
}
