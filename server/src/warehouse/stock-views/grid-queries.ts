import { foldKey } from '@stowage/contract/folding'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { GridCell, GridItem, GridLocation } from '@stowage/contract/warehouse/stock-grid'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { readPage, type Page } from '../../database/pages.ts'
import { itemsWith, itemName } from '../products/variant-list-queries.ts'
import type { WarehouseScope } from '../locations/warehouse-list-queries.ts'

type GridFilter = {
  warehouse: string
  zone?: string | undefined
  place?: string | undefined
  category?: string | undefined
  show: 'stocked' | 'all'
  q?: string | undefined
}

type Window = { limit: number; cursor?: string | undefined; across?: string | undefined }

/** More columns than anybody looks at together. */
const mostAcross = 50

/** A window of the grid: its places first, then the items, then what lies where they cross. */
export async function readGrid(
  db: Db,
  platformId: string,
  scope: WarehouseScope,
  { q, ...filter }: GridFilter,
  { limit, cursor, across }: Window,
): Promise<{ items: Page<GridItem>; places: Page<GridLocation>; cells: GridCell[] }> {
  const wanted = itemsOf(platformId, filter.category, await itemsWith(db, q))
  const places = await listPlaces(db, platformId, scope, filter, wanted, {
    limit: mostAcross,
    cursor: across,
  })
  const ids = places.items.map(({ id }) => id)
  const items = await listItems(db, platformId, filter, wanted, ids, { limit, cursor })
  return { items, places, cells: await listCells(db, platformId, items.items, ids) }
}

/** The condition of a filter on items `v`; undefined where it leaves all of them. */
function itemsOf(
  platformId: string,
  category: string | undefined,
  words: RawBuilder<boolean> | undefined,
): RawBuilder<boolean> | undefined {
  if (category === undefined) return words
  const inCategory = sql<boolean>`v.product_id in (select product_id from tenant.products
    where platform_id = ${platformId} and category_id = ${category})`
  return words ? sql<boolean>`${inCategory} and ${words}` : inCategory
}

/** Buckets `b` that are for sale. */
const forSale = sql`b.on_hand > 0 and b.status = 'available'`

/** Places in walking order; of those with stock only where some of the wanted items lies. */
async function listPlaces(
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  { warehouse, zone, place, show }: GridFilter,
  wanted: RawBuilder<boolean> | undefined,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<GridLocation>> {
  // Which places some items lie in is known from the items; else each place is asked in its turn.
  const isStocked =
    wanted && show === 'stocked'
      ? sql<boolean>`l.location_id = any (${await findPlacesOf(db, platformId, warehouse, wanted)}::uuid[])`
      : sql<boolean>`exists (select from tenant.stock_buckets b
        where b.platform_id = l.platform_id and b.location_id = l.location_id and ${forSale})`
  const rows = db
    .selectFrom('tenant.locations as l')
    .where('l.platformId', '=', platformId)
    .where('l.warehouseId', '=', warehouse)
    .where('l.status', '<>', 'archived')
    .$if(warehouses !== null, (some) => some.where('l.warehouseId', 'in', [...(warehouses ?? [])]))
    .$if(zone !== undefined, (some) => some.where('l.zoneId', '=', zone ?? ''))
    .$if(place !== undefined, (some) =>
      some.where(sql<boolean>`starts_with(l.code_key, ${foldKey(place ?? '')})`),
    )
    .$if(show === 'stocked', (some) => some.where(isStocked))
  const found = await readPage(
    db,
    rows
      .leftJoin('tenant.zones as z', (join) =>
        join.onRef('z.platformId', '=', 'l.platformId').onRef('z.zoneId', '=', 'l.zoneId'),
      )
      .select(['l.locationId as id', 'l.code', 'l.codeKey', 'l.pickSequence', 'l.status'])
      .select('z.code as zoneCode'),
    {
      sort: '',
      keys: [
        { column: 'l.pick_sequence', kind: 'int', of: (row) => String(row.pickSequence) },
        { column: 'l.code_key', kind: 'text', of: (row) => row.codeKey },
      ],
    },
    page,
    { counted: rows.select(sql`1`.as('one')) },
  )
  return {
    ...found,
    items: found.items.map(({ codeKey: _, pickSequence: __, ...row }) => row),
  }
}

/**
 * The places in which some of these items lie. Asked by itself, before the page and its count: those find
 * their rows by keys, and many items are sooner compared with the buckets of a warehouse.
 */
async function findPlacesOf(
  db: Db,
  platformId: string,
  warehouse: string,
  wanted: RawBuilder<boolean>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct b.location_id as id from tenant.stock_buckets b
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    where b.platform_id = ${platformId} and b.warehouse_id = ${warehouse} and ${forSale}
      and ${wanted}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Items by SKU: those that lie in these places, or all that are in use. Without a place there are none. */
async function listItems(
  db: Db,
  platformId: string,
  { show }: GridFilter,
  wanted: RawBuilder<boolean> | undefined,
  places: readonly string[],
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<GridItem>> {
  const isShown =
    show === 'all' && places.length > 0
      ? sql<boolean>`v.state = 'active'`
      : sql<boolean>`v.variant_id = any (array(
          select b.variant_id from tenant.stock_buckets b
          where b.platform_id = ${platformId} and b.location_id = any (${places}::uuid[])
            and ${forSale}))`
  const rows = db
    .selectFrom('tenant.variants as v')
    .where('v.platformId', '=', platformId)
    .where(isShown)
    .where(wanted ?? sql<boolean>`true`)
  const found = await readPage(
    db,
    rows
      .innerJoin('tenant.products as p', (join) =>
        join.onRef('p.platformId', '=', 'v.platformId').onRef('p.productId', '=', 'v.productId'),
      )
      .select(['v.variantId', 'v.sku', 'v.skuKey', 'v.unit', 'v.qtyScale', 'v.tracking'])
      .select(itemName.as('name')),
    { sort: '', keys: [{ column: 'v.sku_key', kind: 'text', of: (row) => row.skuKey }] },
    page,
    { counted: rows.select(sql`1`.as('one')) },
  )
  return { ...found, items: found.items.map(({ skuKey: _, ...row }) => row) }
}

/** Returns the sellable quantity of these items in these locations, lots and serial numbers added up. */
async function listCells(
  db: Db,
  platformId: string,
  items: readonly GridItem[],
  places: readonly string[],
): Promise<GridCell[]> {
  const scales = new Map(items.map(({ variantId, qtyScale }) => [variantId, qtyScale]))
  const { rows } = await sql<GridCell>`
    select b.variant_id as "variantId", b.location_id as "locationId",
      sum(b.on_hand)::text as "onHand"
    from tenant.stock_buckets b
    where b.platform_id = ${platformId} and b.variant_id = any (${[...scales.keys()]}::uuid[])
      and b.location_id = any (${places}::uuid[]) and b.container_id is null and ${forSale}
    group by b.variant_id, b.location_id`.execute(db)
  return rows.map((row) => ({
    ...row,
    onHand: fromQuanta(row.onHand, scales.get(row.variantId) ?? 0),
  }))
}
