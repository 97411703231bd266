import { foldKey } from '@stowage/contract/folding'
import type { Variant } from '@stowage/contract/warehouse/catalog'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Key } from '../../database/pages.ts'
import type { Tables } from '../../database/tables.ts'
import { wordsOf, type Unit } from './rules.ts'

export type New<T extends keyof Tables> = Omit<Insertable<Tables[T]>, 'platformId'>
/** What the member may see of an item beside the item itself. */
export type PriceAccess = { prices: boolean; costs: boolean }

type Barcode = Variant['barcodes'][number]

const barcodesOf = sql<Barcode[]>`coalesce((
  select jsonb_agg(jsonb_build_object('code', b.code, 'unit', b.unit, 'symbology', b.symbology,
    'isPrimary', b.is_primary) order by b.is_primary desc, b.code)
  from tenant.barcodes b where b.platform_id = v.platform_id and b.variant_id = v.variant_id), '[]')`

const unitsOf = sql<Unit[]>`coalesce((
  select jsonb_agg(jsonb_build_object('code', u.code, 'numerator', u.numerator::text,
    'denominator', u.denominator::text) order by u.numerator / u.denominator, u.code)
  from tenant.variant_units u where u.platform_id = v.platform_id and u.variant_id = v.variant_id), '[]')`

/** Variants with their product, for lists and for one. */
export const variantRows = (db: Db, platformId: string) =>
  db
    .selectFrom('tenant.variants as v')
    .innerJoin('tenant.products as p', (join) =>
      join.onRef('p.platformId', '=', 'v.platformId').onRef('p.productId', '=', 'v.productId'),
    )
    .select(['v.variantId as id', 'v.productId', 'p.name as productName', 'v.sku', 'v.skuKey'])
    .select('p.nameKey')
    .select(['v.name', 'v.options', 'v.unit', 'v.qtyScale', 'v.tracking', 'v.state'])
    .select(['v.reorderPoint', 'v.backorder', 'v.backorderLimit', 'v.weightG', 'v.sellPrice'])
    .select(['v.lengthMm', 'v.widthMm', 'v.heightMm'])
    .select(['v.purchasePrice', 'v.version', 'v.createdAt'])
    .select([barcodesOf.as('barcodes'), unitsOf.as('units')])
    .where('v.platformId', '=', platformId)

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

export type VariantRow = Awaited<
  ReturnType<ReturnType<typeof variantRows>['executeTakeFirstOrThrow']>
>

export function variantOf(row: VariantRow, { prices, costs }: PriceAccess): Variant {
  const {
    reorderPoint,
    backorder,
    backorderLimit,
    sellPrice,
    purchasePrice,
    skuKey: _,
    nameKey: __,
    ...rest
  } = row
  const shown = (quanta: string | null) => quanta && fromQuanta(quanta, row.qtyScale)
  return {
    ...rest,
    options: rest.options as Variant['options'],
    tracking: rest.tracking,
    createdAt: rest.createdAt.toISOString(),
    reorderPoint: shown(reorderPoint),
    backorder: { policy: backorder, limit: backorder === 'limit' ? shown(backorderLimit) : null },
    ...(prices && { sellPrice: plain(sellPrice) }),
    ...(costs && { purchasePrice: plain(purchasePrice) }),
  }
}

/** An amount without the zeros its column adds. */
const plain = (amount: string | null) => amount && amount.replace(/\.?0+$/, '')

export async function findVariant(
  db: Db,
  platformId: string,
  variantId: string,
): Promise<VariantRow | undefined> {
  return variantRows(db, platformId).where('v.variantId', '=', variantId).executeTakeFirst()
}

/** The packs a variant comes in. */
export const listPacks = (db: Db, platformId: string, variantId: string) =>
  db
    .selectFrom('tenant.variantUnits')
    .select('code')
    .where('platformId', '=', platformId)
    .where('variantId', '=', variantId)
    .execute()

export function listVariantsOf(db: Db, platformId: string, productId: string) {
  return variantRows(db, platformId)
    .where('v.productId', '=', productId)
    .orderBy('v.createdAt')
    .orderBy('v.skuKey')
    .execute()
}

/** Holds the variant until commit; undefined when there is none. */
export function lockVariant(tx: Tx, platformId: string, variantId: string) {
  return tx
    .selectFrom('tenant.variants')
    .select(['variantId as id', 'productId', 'sku', 'unit', 'qtyScale', 'tracking'])
    .select(['state', 'version', 'reorderPoint', 'backorder', 'backorderLimit'])
    .where('platformId', '=', platformId)
    .where('variantId', '=', variantId)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveVariant(
  tx: Tx,
  platformId: string,
  variantId: string,
  values: Omit<Updateable<Tables['tenant.variants']>, 'skuKey'>,
): Promise<void> {
  const key = values.sku === undefined ? {} : { skuKey: foldKey(values.sku) }
  await tx
    .updateTable('tenant.variants')
    .set((row) => ({ ...values, ...key, version: row('version', '+', 1) }))
    .where('platformId', '=', platformId)
    .where('variantId', '=', variantId)
    .execute()
}

/** Holds these variants until commit, and their products first, as whoever changes a whole one does. */
export async function lockVariants(tx: Tx, platformId: string, variantIds: readonly string[]) {
  await sql`
    select from tenant.products p
    where p.platform_id = ${platformId} and p.product_id in (
      select v.product_id from tenant.variants v
      where v.platform_id = ${platformId} and v.variant_id = any (${variantIds}::uuid[]))
    order by p.product_id for update`.execute(tx)
  const { rows } = await sql<{ id: string; productId: string; sku: string; state: string }>`
    select v.variant_id as id, v.product_id as "productId", v.sku, v.state
    from tenant.variants v
    where v.platform_id = ${platformId} and v.variant_id = any (${variantIds}::uuid[])
    order by v.variant_id for update`.execute(tx)
  return rows
}

/** Archives or restores these variants. */
export async function saveVariantStates(
  tx: Tx,
  platformId: string,
  variantIds: readonly string[],
  { state, updatedAt, updatedBy }: { state: string; updatedAt: Date; updatedBy: string },
): Promise<void> {
  await sql`
    update tenant.variants v
    set state = ${state}, version = v.version + 1, updated_at = ${updatedAt},
      updated_by = ${updatedBy}
    where v.platform_id = ${platformId} and v.variant_id = any (${variantIds}::uuid[])`.execute(tx)
}

/** Archives or restores every variant of the product. */
export async function saveVariantsOf(
  tx: Tx,
  platformId: string,
  productId: string,
  values: { state: 'active' | 'archived'; updatedAt: Date; updatedBy: string },
): Promise<void> {
  await tx
    .updateTable('tenant.variants')
    .set((row) => ({ ...values, version: row('version', '+', 1) }))
    .where('platformId', '=', platformId)
    .where('productId', '=', productId)
    .execute()
}

/** Removes units without one of these keys; the database keeps those a barcode stands for. */
export async function deleteOtherUnits(
  tx: Tx,
  platformId: string,
  variantId: string,
  kept: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('tenant.variantUnits')
    .where('platformId', '=', platformId)
    .where('variantId', '=', variantId)
    .$if(kept.length > 0, (query) => query.where('codeKey', 'not in', [...kept]))
    .execute()
}

/** False when the variant has no such barcode. */
export async function deleteBarcode(
  tx: Tx,
  platformId: string,
  variantId: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('tenant.barcodes')
    .where('platformId', '=', platformId)
    .where('variantId', '=', variantId)
    .where('code', '=', code)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Writes what the text index knows of these variants: code, names, options and barcodes. */
export const indexText = (tx: Tx, platformId: string, variantIds: readonly string[]) =>
  writeWords(tx, platformId, sql`v.variant_id = any (${variantIds}::uuid[])`)

/** The same for all variants of these products. */
export const indexTextOf = (tx: Tx, platformId: string, productIds: readonly string[]) =>
  writeWords(tx, platformId, sql`v.product_id = any (${productIds}::uuid[])`)

type Worded = {
  id: string
  product: Parameters<typeof wordsOf>[0]
  variant: Parameters<typeof wordsOf>[1]
  barcodes: string[]
}

async function writeWords(tx: Tx, platformId: string, wanted: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Worded>`
    select v.variant_id as id,
      jsonb_build_object('name', p.name, 'brand', p.brand, 'tags', p.tags) as product,
      jsonb_build_object('sku', v.sku, 'name', v.name, 'options', v.options) as variant,
      array(select b.code from tenant.barcodes b
        where b.platform_id = v.platform_id and b.variant_id = v.variant_id) as barcodes
    from tenant.variants v
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    where v.platform_id = ${platformId} and ${wanted}
    order by v.variant_id for no key update of v`.execute(tx)
  if (rows.length === 0) return
  const words = rows.map(({ id, product, variant, barcodes }) => ({
    id,
    words: wordsOf(product, variant, barcodes),
  }))
  await sql`
    update tenant.variants v set search = array_to_tsvector(w.words)
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as w(id uuid, words text[])
    where v.platform_id = ${platformId} and v.variant_id = w.id`.execute(tx)
}

/** Quanta on hand and open claims, either of which prevents archiving a variant. */
export async function usesOf(db: Db, platformId: string, variantIds: readonly string[]) {
  const { rows } = await sql<{ sku: string; onHand: string; claims: string }>`
    select v.sku, coalesce(sum(l.on_hand), 0)::text as "onHand",
      coalesce(sum(l.reserved + l.backordered), 0)::text as claims
    from tenant.variants v
    join tenant.stock_levels l on l.platform_id = v.platform_id and l.variant_id = v.variant_id
    where v.platform_id = ${platformId} and v.variant_id = any (${variantIds}::uuid[])
    group by v.sku having sum(l.on_hand) > 0 or sum(l.reserved + l.backordered) > 0
    order by v.sku`.execute(db)
  return rows
}

/** The backorder limit a variant has that sets none of its own. */
export async function findDefaultLimit(db: Db, platformId: string): Promise<bigint | null> {
  const { limit } = await db
    .selectFrom('tenant.warehouseSettings')
    .select('defaultBackorderLimit as limit')
    .where('platformId', '=', platformId)
    .executeTakeFirstOrThrow()
  return limit === null ? null : BigInt(limit)
}

/** The limit binds promises from now on, in every warehouse. */
export async function setLimit(
  tx: Tx,
  platformId: string,
  variantId: string,
  limit: string | null,
): Promise<void> {
  await sql`select stock.set_limit(${platformId}, ${variantId}, ${limit})`.execute(tx)
}
