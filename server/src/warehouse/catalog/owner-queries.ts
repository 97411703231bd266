import { foldKey } from '@stowage/contract/folding'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { gtin14Of } from './rules.ts'

/** What variants and categories are known by; only one can have it. */
export type Identifiers = {
  skus?: readonly string[]
  barcodes?: readonly string[]
  category?: { name: string; parentId: string | null }
}

type Marked = { sku?: string | undefined; barcodes?: readonly { code: string }[] }

export const identifiersOf = (variants: readonly Marked[]): Identifiers => ({
  skus: variants.flatMap(({ sku }) => sku ?? []),
  barcodes: variants.flatMap(({ barcodes = [] }) => barcodes.map(({ code }) => code)),
})

/** Which variant or category has what this constraint lets only one have; of a barcode, its variant. */
export async function findOwner(
  db: Db,
  platformId: string,
  constraint: string,
  { skus = [], barcodes = [], category }: Identifiers,
): Promise<{ id: string; sku?: string; barcode?: string } | undefined> {
  const keys = skus.map(foldKey)
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
      union all
      select 'categories_name_key', jsonb_build_object('id', category_id)
      from tenant.categories
      where platform_id = ${platformId} and name_key = ${category ? foldKey(category.name) : null}
        and parent_id is not distinct from ${category?.parentId ?? null}::uuid
    ) owners
    where key = ${constraint}`.execute(db)
  return rows[0]?.owner
}
