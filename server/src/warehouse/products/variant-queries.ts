import { foldKey } from '@stowage/contract/folding'
import type { Variant } from '@stowage/contract/warehouse/product-variants'
import { sql, type RawBuilder } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Tx, Db } from '../../database/connect.ts'
import { gtin14Of } from '../../workspace/search/gtin-rules.ts'
import { defineRecord, findRecords, type DescribedKind } from '../../workspace/records/queries.ts'
import { quoted, wordsOf, type Unit } from './rules.ts'

export type VariantIdentity = Pick<Variant, 'id' | 'version' | 'sku' | 'productId'>

export const describedVariant: DescribedKind<VariantIdentity, 'variant'> = {
  type: 'variant',
  actions: {
    barcode_added: 'BARCODE_ADDED',
    barcode_removed: 'BARCODE_REMOVED',
  },
  nameOf: ({ sku }) => sku,
  carried: ({ sku, productId }) => ({ sku, productId }),
}

/** A variant as it is stored. Quantities are quanta, prices decimal text. */
export type StoredVariant = Omit<
  Variant,
  'productName' | 'barcodes' | 'units' | 'backorder' | 'createdAt'
> & {
  backorder: Variant['backorder']['policy']
  /** Null takes any number. */
  backorderLimit: string | null
  /** Words in the text index, by `wordsOf`; only written. */
  words?: readonly string[]
}

export const variantRecord = defineRecord<StoredVariant, 'variant'>({
  ...describedVariant,
  table: 'tenant.variants',
  key: 'variantId',
  columns: [
    'productId',
    'sku',
    'name',
    'options',
    'unit',
    'qtyScale',
    'tracking',
    'weightG',
    'lengthMm',
    'widthMm',
    'heightMm',
    'sellPrice',
    'purchasePrice',
    'backorder',
    'backorderLimit',
    'reorderPoint',
    'pickPolicy',
    'state',
  ],
  stored: ({ words }) => (words ? { search: words.map(quoted).join(' ') } : {}),
  hasAuthors: true,
  code: 'sku',
  used: 'variant',
})

/** Who writes, and when. */
export type Author = { platform: { id: string }; id: string; at: Date }

type Marked = { sku?: string | undefined; barcodes?: readonly { code: string }[] }

/** Finds the variant that has what a unique constraint lets only one have, a SKU or a barcode of these. */
export const ownerOf =
  (platformId: string, wanted: readonly Marked[]) =>
  async (
    db: Db,
    constraint: string,
  ): Promise<{ id: string; sku?: string; barcode?: string } | undefined> => {
    const keys = wanted.flatMap(({ sku }) => (sku === undefined ? [] : foldKey(sku)))
    const barcodes = wanted.flatMap((one) => (one.barcodes ?? []).map(({ code }) => code))
    const gtins = barcodes.flatMap((code) => gtin14Of(code) ?? [])
    const { rows } = await sql<{ owner: { id: string } }>`
    select owner from (
      select 'variants_sku_key' as key, jsonb_build_object('id', variant_id, 'sku', sku) as owner
      from tenant.variants where platform_id = ${platformId} and sku_key = any (${keys}::text[])
      union all
      select case when b.code = any (${barcodes}::text[]) then 'barcodes_pkey' else 'barcodes_gtin_key' end,
        jsonb_build_object('id', v.variant_id, 'sku', v.sku, 'barcode', b.code)
      from tenant.barcodes b
      join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
      where b.platform_id = ${platformId}
        and (b.code = any (${barcodes}::text[]) or b.gtin14 = any (${gtins}::text[]))
    ) owners
    where key = ${constraint}`.execute(db)
    return rows[0]?.owner
  }

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
    .select(['v.lengthMm', 'v.widthMm', 'v.heightMm', 'v.pickPolicy'])
    .select(['v.purchasePrice', 'v.version', 'v.createdAt'])
    .select([barcodesOf.as('barcodes'), unitsOf.as('units')])
    .where('v.platformId', '=', platformId)

export type VariantRow = Awaited<
  ReturnType<ReturnType<typeof variantRows>['executeTakeFirstOrThrow']>
>

export async function findVariant(
  db: Db,
  platformId: string,
  variantId: string,
): Promise<VariantRow | undefined> {
  return variantRows(db, platformId).where('v.variantId', '=', variantId).executeTakeFirst()
}

export function listVariantsOf(db: Db, platformId: string, productId: string) {
  return variantRows(db, platformId)
    .where('v.productId', '=', productId)
    .orderBy('v.createdAt')
    .orderBy('v.skuKey')
    .execute()
}

/** Holds these variants until commit, and their products first, as whoever changes a whole one does. */
export async function lockVariants(
  tx: Tx,
  actor: Author,
  ids: readonly string[],
): Promise<StoredVariant[]> {
  const { platform } = actor
  await sql`
    select from tenant.products p
    where p.platform_id = ${platform.id} and p.product_id in (
      select v.product_id from tenant.variants v
      where v.platform_id = ${platform.id} and v.variant_id = any (${ids}::uuid[]))
    order by p.product_id for update`.execute(tx)
  return findRecords(tx, variantRecord, { platform, warehouses: null }, { ids }, 'update')
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
    from ${givenRows(JSON.stringify(words), 'id uuid, words text[]')} w
    where v.platform_id = ${platformId} and v.variant_id = w.id`.execute(tx)
}

/** The backorder limit a variant has that sets none of its own. A change of it waits until commit. */
export async function findDefaultLimit(tx: Tx, platformId: string): Promise<bigint | null> {
  const { limit } = await tx
    .selectFrom('tenant.warehouseSettings')
    .select('defaultBackorderLimit as limit')
    .where('platformId', '=', platformId)
    .forShare()
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
