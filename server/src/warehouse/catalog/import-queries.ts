import { foldKey } from '@stowage/contract/folding'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import {
  followVariants,
  insertBarcodes,
  insertProducts,
  insertVariants,
  type By,
  type NewBarcodeRow,
} from './bulk-queries.ts'
import { findDefaultLimit, indexText } from './queries.ts'
import { wordsOf } from './rules.ts'

/* Many items at once, for files that are read in: each call is a few statements, however many rows. */

/** What a file can say about an item. Quantities are quanta, prices decimal text. */
export type ImportedItem = {
  name: string
  description: string
  brand: string
  category: string | null
  tags: string[]
  shelfLifeDays: number | null
  minRemainingDaysReceive: number | null
  minRemainingDaysShip: number | null
  variant: string
  options: Readonly<Record<string, string>>
  unit: string
  decimals: number
  tracking: 'none' | 'lot' | 'serial'
  reorderPoint: string | null
  weightG: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  sellPrice: string | null
  purchasePrice: string | null
  state: 'active' | 'archived'
}
export type KnownItem = ImportedItem & {
  variantId: string
  productId: string
  sku: string
  hasBarcode: boolean
  /** What its packs are called. */
  packs: string[]
  /** Whether there is or was stock of it, which freezes decimals and tracking. */
  isFrozen: boolean
}

const daysOf = sql`p.shelf_life_days as "shelfLifeDays",
  p.min_remaining_days_receive as "minRemainingDaysReceive",
  p.min_remaining_days_ship as "minRemainingDaysShip"`

/** Items by their ids or by the keys of their SKUs; held until commit where `hold` says so. */
export async function findKnownItems(
  db: Db,
  platformId: string,
  by: { skuKeys: readonly string[] } | { variantIds: readonly string[] },
  { hold = false } = {},
): Promise<KnownItem[]> {
  const chosen =
    'skuKeys' in by
      ? sql`v.sku_key = any (${by.skuKeys}::text[])`
      : sql`v.variant_id = any (${by.variantIds}::uuid[])`
  const { rows } = await sql<KnownItem>`
    select v.variant_id as "variantId", v.product_id as "productId", v.sku, p.name, p.description,
      p.brand, c.name as category, p.tags, ${daysOf}, v.name as variant, v.options, v.unit, v.qty_scale as decimals,
      v.tracking, v.reorder_point::text as "reorderPoint", v.weight_g as "weightG",
      v.length_mm as "lengthMm", v.width_mm as "widthMm", v.height_mm as "heightMm",
      v.sell_price as "sellPrice", v.purchase_price as "purchasePrice", v.state,
      exists (select from tenant.barcodes b
        where b.platform_id = v.platform_id and b.variant_id = v.variant_id) as "hasBarcode",
      array(select u.code from tenant.variant_units u
        where u.platform_id = v.platform_id and u.variant_id = v.variant_id) as packs,
      exists (select from tenant.stock_levels l
        where l.platform_id = v.platform_id and l.variant_id = v.variant_id) as "isFrozen"
    from tenant.variants v
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    left join tenant.categories c
      on c.platform_id = p.platform_id and c.category_id = p.category_id
    where v.platform_id = ${platformId} and ${chosen}
    order by v.variant_id ${hold ? sql`for update of v, p` : sql``}`.execute(db)
  return rows
}

export type KnownProduct = Pick<
  ImportedItem,
  | 'name'
  | 'description'
  | 'brand'
  | 'category'
  | 'tags'
  | 'shelfLifeDays'
  | 'minRemainingDaysReceive'
  | 'minRemainingDaysShip'
> & { productId: string }

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

export type Owner = { code: string; gtin14: string | null; variantId: string; sku: string }

/** Whose these barcodes are, in whatever length their numbers are written. */
export async function findOwners(
  db: Db,
  platformId: string,
  codes: readonly string[],
  gtins: readonly string[],
): Promise<Owner[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<Owner>`
    select b.code, b.gtin14, b.variant_id as "variantId", v.sku
    from tenant.barcodes b
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    where b.platform_id = ${platformId}
      and (b.code = any (${codes}::text[]) or b.gtin14 = any (${gtins}::text[]))`.execute(db)
  return rows
}

/** The ids of the categories with these names, by the keys of the names; one that is not there is made. */
async function ensureCategories(
  tx: Tx,
  platformId: string,
  categories: readonly { id: string; name: string }[],
  at: Date,
): Promise<Map<string, string>> {
  if (categories.length === 0) return new Map()
  const keyed = categories.map((category) => ({ ...category, key: foldKey(category.name) }))
  await sql`
    insert into tenant.categories
      (platform_id, category_id, name, name_key, created_at, updated_at)
    select ${platformId}, n.id, n.name, n.key, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as n(id uuid, name text, key text)
    where not exists (select from tenant.categories c
      where c.platform_id = ${platformId} and c.name_key = n.key)
    order by n.key
    on conflict on constraint categories_name_key do nothing`.execute(tx)
  const { rows } = await sql<{ key: string; id: string }>`
    select distinct on (c.name_key) c.name_key as key, c.category_id as id
    from tenant.categories c
    where c.platform_id = ${platformId} and c.name_key = any (${keyed.map(({ key }) => key)}::text[])
    order by c.name_key, c.parent_id nulls first, c.created_at, c.category_id`.execute(tx)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

export type ItemWrite = {
  variantId: string
  productId: string
  sku: string
  item: ImportedItem
  /** Of the two rows there are already, to which there is something to write. */
  writes: { product: boolean; variant: boolean }
  isNew: boolean
  isNewProduct: boolean
  barcode: NewBarcodeRow | undefined
}

/**
 * Writes items: new ones, with products of their own where they need one, and known ones as they are to
 * be from now on. A product is archived with the last of its variants and comes back with the first.
 * Categories that are not there are made.
 */
export async function writeItems(
  tx: Tx,
  platformId: string,
  items: readonly ItemWrite[],
  by: By,
  newId: () => string,
): Promise<void> {
  const names = new Map(
    items.flatMap(({ item: { category } }) => (category ? [[foldKey(category), category]] : [])),
  )
  const wanted = [...names.values()].map((name) => ({ id: newId(), name }))
  const categories = await ensureCategories(tx, platformId, wanted, by.at)
  const rows = items.map(({ item, writes, ...row }) => ({
    ...row,
    ...item,
    writesProduct: writes.product && !row.isNewProduct,
    writesVariant: writes.variant,
    categoryId: (item.category && categories.get(foldKey(item.category))) || null,
  }))
  const products = rows.filter(({ isNewProduct }) => isNewProduct)
  await insertProducts(
    tx,
    platformId,
    products.map((row) => ({ ...row, kind: 'stocked' })),
    by,
  )
  const made = rows.filter(({ isNew }) => isNew)
  if (made.length > 0) {
    const limit = await findDefaultLimit(tx, platformId)
    const variants = made.map((row) => ({
      ...row,
      name: row.variant,
      qtyScale: row.decimals,
      backorder: 'inherit' as const,
      backorderLimit: limit === null ? null : String(limit),
      words: wordsOf(row, { ...row, name: row.variant }, row.barcode ? [row.barcode.code] : []),
    }))
    await insertVariants(tx, platformId, variants, by)
  }
  const kept = rows.filter(({ isNewProduct }) => !isNewProduct)
  if (kept.length > 0) await updateItems(tx, platformId, kept, by)
  const barcodes = items.flatMap(({ barcode }) => barcode ?? [])
  await insertBarcodes(tx, platformId, barcodes)
  await indexText(
    tx,
    platformId,
    kept.filter(({ isNew }) => !isNew).map(({ variantId }) => variantId),
  )
}

type KeptRow = ImportedItem & {
  variantId: string
  productId: string
  categoryId: string | null
  writesProduct: boolean
  writesVariant: boolean
  isNew: boolean
}

async function updateItems(
  tx: Tx,
  platformId: string,
  rows: readonly KeptRow[],
  { at, by }: By,
): Promise<void> {
  const renamed = rows.filter(({ writesProduct }) => writesProduct)
  const products = JSON.stringify(renamed.map((row) => ({ ...row, nameKey: foldKey(row.name) })))
  await sql`
    update tenant.products p
    set name = r.name, name_key = r."nameKey", description = r.description, brand = r.brand,
      category_id = r."categoryId", tags = r.tags, shelf_life_days = r."shelfLifeDays",
      min_remaining_days_receive = r."minRemainingDaysReceive",
      min_remaining_days_ship = r."minRemainingDaysShip", version = p.version + 1,
      updated_at = ${at}, updated_by = ${by}::uuid
    from jsonb_to_recordset(${products}::jsonb) as r("productId" uuid, name text,
      "nameKey" text, description text, brand text, "categoryId" uuid, tags text[], "shelfLifeDays" int,
      "minRemainingDaysReceive" int, "minRemainingDaysShip" int)
    where p.platform_id = ${platformId} and p.product_id = r."productId"`.execute(tx)
  const variants = JSON.stringify(
    rows.filter(({ writesVariant, isNew }) => writesVariant && !isNew),
  )
  await sql`
    update tenant.variants v
    set name = r.variant, options = r.options, unit = r.unit, qty_scale = r.decimals,
      tracking = r.tracking, reorder_point = r."reorderPoint", weight_g = r."weightG",
      length_mm = r."lengthMm", width_mm = r."widthMm", height_mm = r."heightMm",
      sell_price = r."sellPrice", purchase_price = r."purchasePrice", state = r.state,
      version = v.version + 1, updated_at = ${at}, updated_by = ${by}::uuid
    from jsonb_to_recordset(${variants}::jsonb) as r("variantId" uuid, variant text, options jsonb,
      unit text, decimals smallint, tracking text, "reorderPoint" bigint, "weightG" int,
      "lengthMm" int, "widthMm" int, "heightMm" int, "sellPrice" numeric, "purchasePrice" numeric, state text)
    where v.platform_id = ${platformId} and v.variant_id = r."variantId"`.execute(tx)
  const written = rows.map(({ productId }) => productId)
  await followVariants(tx, platformId, written, { at, by })
}

/** Takes barcodes away again from the variants they were given to. */
export async function deleteBarcodes(
  tx: Tx,
  platformId: string,
  barcodes: readonly { variantId: string; code: string }[],
): Promise<void> {
  if (barcodes.length === 0) return
  await sql`
    delete from tenant.barcodes b
    using jsonb_to_recordset(${JSON.stringify(barcodes)}::jsonb) as r("variantId" uuid, code text)
    where b.platform_id = ${platformId} and b.variant_id = r."variantId" and b.code = r.code`.execute(
    tx,
  )
}
