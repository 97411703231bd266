import { foldKey } from '@stowage/contract/folding'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { type NewBarcodeRow, insertBarcodes } from './barcode-queries.ts'
import { ensureCategories } from './category-queries.ts'
import { daysOf, updateProducts, type ImportedProduct } from './import-queries.ts'
import { followVariants, insertProducts, type Followed } from './queries.ts'
import { type By, findDefaultLimit, insertVariants, indexText } from './variant-queries.ts'
import { wordsOf } from './variant-rules.ts'

/* Many items at once, for files that are read in: each call is a few statements, however many rows. */

/** What a file can say about an item. Quantities are quanta, prices decimal text. */
export type ImportedItem = ImportedProduct & {
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
  version: number
  hasBarcode: boolean
  /** What its packs are called. */
  packs: string[]
  /** Whether there is or was stock of it, which freezes decimals and tracking. */
  isFrozen: boolean
}

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
      v.sell_price as "sellPrice", v.purchase_price as "purchasePrice", v.state, v.version,
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

export type ItemWrite = {
  variantId: string
  productId: string
  sku: string
  /** 0 for one that is not there yet. */
  version: number
  item: ImportedItem
  /** Of the two rows there are already, to which there is something to write. */
  writes: { product: boolean; variant: boolean }
  isNew: boolean
  isNewProduct: boolean
  barcode: NewBarcodeRow | undefined
}

/** What was made or changed beside the items that were to be written. */
export type WrittenBeside = {
  categories: { id: string; name: string }[]
  /** The new versions of products that were there. */
  productVersions: Map<string, number>
  /** Products that went or came back with their variants. */
  followed: Followed[]
}

/**
 * Writes items: new ones, with products of their own where they need one, and known ones as they are to
 * be from now on. A product is archived with the last of its variants and comes back with the first.
 * Categories that are not there are made. Returns what was written beside the items themselves.
 */
export async function writeItems(
  tx: Tx,
  platformId: string,
  items: readonly ItemWrite[],
  by: By,
  newId: () => string,
): Promise<WrittenBeside> {
  const names = new Map(
    items.flatMap(({ item: { category } }) => (category ? [[foldKey(category), category]] : [])),
  )
  const wanted = [...names.values()].map((name) => ({ id: newId(), name }))
  const { ids: categories, made: newCategories } = await ensureCategories(
    tx,
    platformId,
    wanted,
    by.at,
  )
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
  let followed: Followed[] = []
  let productVersions = new Map<string, number>()
  const kept = rows.filter(({ isNewProduct }) => !isNewProduct)
  if (kept.length > 0) {
    const known = kept.filter(({ isNew, writesVariant }) => writesVariant && !isNew)
    productVersions = await updateProducts(
      tx,
      platformId,
      kept.filter(({ writesProduct }) => writesProduct),
      by,
    )
    await updateVariants(tx, platformId, known, by)
    followed = await followVariants(
      tx,
      platformId,
      kept.map(({ productId }) => productId),
      by,
    )
  }
  const barcodes = items.flatMap(({ barcode }) => barcode ?? [])
  await insertBarcodes(tx, platformId, barcodes)
  await indexText(
    tx,
    platformId,
    kept.filter(({ isNew }) => !isNew).map(({ variantId }) => variantId),
  )
  return { categories: newCategories, productVersions, followed }
}

type KeptRow = ImportedItem & { variantId: string }

async function updateVariants(
  tx: Tx,
  platformId: string,
  rows: readonly KeptRow[],
  { at, by }: By,
): Promise<void> {
  await sql`
    update tenant.variants v
    set name = r.variant, options = r.options, unit = r.unit, qty_scale = r.decimals,
      tracking = r.tracking, reorder_point = r."reorderPoint", weight_g = r."weightG",
      length_mm = r."lengthMm", width_mm = r."widthMm", height_mm = r."heightMm",
      sell_price = r."sellPrice", purchase_price = r."purchasePrice", state = r.state,
      version = v.version + 1, updated_at = ${at}, updated_by = ${by}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("variantId" uuid, variant text, options jsonb,
      unit text, decimals smallint, tracking text, "reorderPoint" bigint, "weightG" int,
      "lengthMm" int, "widthMm" int, "heightMm" int, "sellPrice" numeric, "purchasePrice" numeric, state text)
    where v.platform_id = ${platformId} and v.variant_id = r."variantId"`.execute(tx)
}
