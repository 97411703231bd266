import { foldKey } from '@stowage/contract/folding'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { ReadBarcode } from './rules.ts'

/* What is written to the catalog at once, however much of it: one statement for each table. */

export type By = { at: Date; by: string | null }

export type NewProductRow = {
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
      category_id, tags, shelf_life_days, min_remaining_days_receive, min_remaining_days_ship, created_at, created_by, updated_at, updated_by)
    select ${platformId}, r."productId", r.name, r."nameKey", r.description, r.kind, r.brand, r."categoryId",
      r.tags, r."shelfLifeDays", r."minRemainingDaysReceive", r."minRemainingDaysShip", ${at}, ${by}::uuid, ${at}, ${by}::uuid
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as r("productId" uuid, name text,
      "nameKey" text, description text, kind text, brand text, "categoryId" uuid, tags text[], "shelfLifeDays" int,
      "minRemainingDaysReceive" int, "minRemainingDaysShip" int)`.execute(tx)
}

export type NewVariantRow = {
  variantId: string
  productId: string
  sku: string
  name: string
  options: Readonly<Record<string, string>>
  unit: string
  qtyScale: number
  tracking: 'none' | 'lot' | 'serial'
  weightG: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  sellPrice: string | null
  purchasePrice: string | null
  backorder: 'inherit' | 'deny' | 'limit' | 'allow'
  /** Quanta, as is the next; null takes any number. */
  backorderLimit: string | null
  reorderPoint: string | null
  /** What the text index holds of it, by `wordsOf`. */
  words: readonly string[]
}

export async function insertVariants(
  tx: Tx,
  platformId: string,
  rows: readonly NewVariantRow[],
  { at, by }: By,
): Promise<void> {
  if (rows.length === 0) return
  const keyed = rows.map((row) => ({ ...row, skuKey: foldKey(row.sku) }))
  await sql`
    insert into tenant.variants (platform_id, variant_id, product_id, sku, sku_key, name, options, unit,
      qty_scale, tracking, weight_g, length_mm, width_mm, height_mm, sell_price, purchase_price,
      backorder, backorder_limit, reorder_point, search, created_at, created_by, updated_at, updated_by)
    select ${platformId}, r."variantId", r."productId", r.sku, r."skuKey", r.name, r.options, r.unit,
      r."qtyScale", r.tracking, r."weightG", r."lengthMm", r."widthMm", r."heightMm",
      r."sellPrice", r."purchasePrice", r.backorder, r."backorderLimit", r."reorderPoint",
      array_to_tsvector(r.words),
      ${at}, ${by}::uuid, ${at}, ${by}::uuid
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as r("variantId" uuid,
      "productId" uuid, sku text, "skuKey" text, name text, options jsonb, unit text, "qtyScale" smallint,
      tracking text, "weightG" int, "lengthMm" int, "widthMm" int, "heightMm" int,
      "sellPrice" numeric, "purchasePrice" numeric, backorder text, "backorderLimit" bigint,
      "reorderPoint" bigint, words text[])`.execute(tx)
}

export type NewUnitRow = {
  variantId: string
  code: string
  numerator: string
  denominator: string
}

/** Gives variants units; one they have is changed. */
export async function insertUnits(
  tx: Tx,
  platformId: string,
  rows: readonly NewUnitRow[],
): Promise<void> {
  if (rows.length === 0) return
  const keyed = rows.map((row) => ({ ...row, codeKey: foldKey(row.code) }))
  await sql`
    insert into tenant.variant_units
      (platform_id, variant_id, code, code_key, numerator, denominator)
    select ${platformId}, r."variantId", r.code, r."codeKey", r.numerator, r.denominator
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb)
      as r("variantId" uuid, code text, "codeKey" text, numerator bigint, denominator bigint)
    on conflict on constraint variant_units_code_key
    do update set code = excluded.code, numerator = excluded.numerator, denominator = excluded.denominator`.execute(
    tx,
  )
}

export type NewBarcodeRow = ReadBarcode & {
  variantId: string
  code: string
  unit: string | null
  isPrimary: boolean
}

/** Gives variants barcodes. The last primary one of a unit is its only one. */
export async function insertBarcodes(
  tx: Tx,
  platformId: string,
  given: readonly NewBarcodeRow[],
): Promise<void> {
  if (given.length === 0) return
  const keyOf = ({ variantId, unit }: NewBarcodeRow) => `${variantId} ${unit ?? ''}`
  const primary = new Map(given.filter((row) => row.isPrimary).map((row) => [keyOf(row), row]))
  const rows = given.map((row) => ({ ...row, isPrimary: primary.get(keyOf(row)) === row }))
  if (primary.size > 0)
    await sql`
      update tenant.barcodes b set is_primary = false
      from jsonb_to_recordset(${JSON.stringify([...primary.values()])}::jsonb)
        as r("variantId" uuid, unit text)
      where b.platform_id = ${platformId} and b.variant_id = r."variantId"
        and b.unit is not distinct from r.unit and b.is_primary`.execute(tx)
  await sql`
    insert into tenant.barcodes (platform_id, code, variant_id, unit, symbology, gtin14, is_primary)
    select ${platformId}, r.code, r."variantId", r.unit, r.symbology, r.gtin14, r."isPrimary"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(code text, "variantId" uuid,
      unit text, symbology text, gtin14 text, "isPrimary" boolean)`.execute(tx)
}

/**
 * Archives those of these products that have no active variant left, and restores those that
 * have one again. Returns those that changed.
 */
export async function followVariants(
  tx: Tx,
  platformId: string,
  productIds: readonly string[],
  { at, by }: By,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
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
    returning p.product_id as id, p.name`.execute(tx)
  return rows
}
