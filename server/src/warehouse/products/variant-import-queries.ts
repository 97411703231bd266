import { foldKey } from '@stowage/contract/folding'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { type NewBarcodeRow, insertBarcodes } from './barcode-queries.ts'
import { ensureCategories } from '../categories/queries.ts'
import { daysOf, type ImportedProduct } from './import-queries.ts'
import { updateRecords, writeRecords } from '../../workspace/records/queries.ts'
import { followVariants, productRecord, type Followed } from './queries.ts'
import {
  findDefaultLimit,
  indexText,
  variantRecord,
  type Author,
  type StoredVariant,
} from './variant-queries.ts'
import { wordsOf } from './rules.ts'

/* Many items at once, for files that are read in: each call is a few statements, however many rows. */

/** Fields of an item that a file can set. Quantities are quanta, prices decimal text. */
export type ImportedItem = ImportedProduct &
  Pick<
    StoredVariant,
    | 'options'
    | 'unit'
    | 'tracking'
    | 'reorderPoint'
    | 'weightG'
    | 'lengthMm'
    | 'widthMm'
    | 'heightMm'
    | 'state'
  > & {
    variant: string
    decimals: number
    sellPrice: string | null
    purchasePrice: string | null
  }

export type KnownItem = ImportedItem & {
  variantId: string
  productId: string
  sku: string
  version: number
  hasBarcode: boolean
  /** Codes of its packs. */
  packs: string[]
  /** True if there is or was stock of it, which freezes decimals and tracking. */
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
  /** Existing rows that have changes to be written. */
  writes: { product: boolean; variant: boolean }
  isNew: boolean
  isNewProduct: boolean
  barcode: NewBarcodeRow | undefined
}

/** Records created or changed besides the items to be written. */
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
  actor: Author,
  items: readonly ItemWrite[],
  newId: () => string,
): Promise<WrittenBeside> {
  const { id: platformId } = actor.platform
  const names = new Map(
    items.flatMap(({ item: { category } }) => (category ? [[foldKey(category), category]] : [])),
  )
  const wanted = [...names.values()].map((name) => ({ id: newId(), name }))
  const { ids, made: categories } = await ensureCategories(tx, platformId, wanted, actor.at)
  const begun = { version: 1, createdAt: actor.at.toISOString() }
  const productOf = ({ productId, item: { category, ...item } }: ItemWrite) => ({
    ...item,
    ...begun,
    id: productId,
    kind: 'stocked' as const,
    metadata: {},
    categoryId: (category && ids.get(foldKey(category))) || null,
  })
  await writeRecords(
    tx,
    productRecord,
    actor,
    items.filter(({ isNewProduct }) => isNewProduct).map(productOf),
  )
  const made = items.filter(({ isNew }) => isNew)
  if (made.length > 0) {
    const limit = await findDefaultLimit(tx, platformId)
    const variants = made.map((row): StoredVariant => {
      const variant = variantOf(row)
      const codes = row.barcode ? [row.barcode.code] : []
      return {
        ...variant,
        ...begun,
        pickPolicy: null,
        backorder: 'inherit',
        backorderLimit: limit === null ? null : String(limit),
        words: wordsOf(row.item, variant, codes),
      }
    })
    await writeRecords(tx, variantRecord, actor, variants)
  }
  const kept = items.filter(({ isNewProduct }) => !isNewProduct)
  const changed = kept.filter(({ writes, isNew }) => writes.variant && !isNew)
  const productVersions = await updateRecords(
    tx,
    productRecord,
    actor,
    kept.filter(({ writes }) => writes.product).map(productOf),
    writtenOfProduct,
  )
  await updateRecords(tx, variantRecord, actor, changed.map(variantOf), writtenOfVariant)
  const productIds = kept.map(({ productId }) => productId)
  const followed = kept.length > 0 ? await followVariants(tx, actor, productIds) : []
  await insertBarcodes(
    tx,
    platformId,
    items.flatMap(({ barcode }) => barcode ?? []),
  )
  const known = kept.filter(({ isNew }) => !isNew)
  await indexText(
    tx,
    platformId,
    known.map(({ variantId }) => variantId),
  )
  return { categories, productVersions, followed }
}

/** The variant of an item, as far as a file can say what it is. */
const variantOf = ({ variantId: id, productId, sku, item }: ItemWrite) => ({
  ...item,
  id,
  productId,
  sku,
  name: item.variant,
  qtyScale: item.decimals,
})

const writtenOfProduct = [
  'name',
  'description',
  'brand',
  'categoryId',
  'tags',
  'shelfLifeDays',
  'minRemainingDaysReceive',
  'minRemainingDaysShip',
]
const writtenOfVariant = [
  'name',
  'options',
  'unit',
  'qtyScale',
  'tracking',
  'reorderPoint',
  'weightG',
  'lengthMm',
  'widthMm',
  'heightMm',
  'sellPrice',
  'purchasePrice',
  'state',
]
