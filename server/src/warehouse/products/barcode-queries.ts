import { sql } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Tx, Db } from '../../database/connect.ts'
import type { ReadBarcode } from './rules.ts'

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
      from ${givenRows(JSON.stringify([...primary.values()]), '"variantId" uuid, unit text')} r
      where b.platform_id = ${platformId} and b.variant_id = r."variantId"
        and b.unit is not distinct from r.unit and b.is_primary`.execute(tx)
  await sql`
    insert into tenant.barcodes (platform_id, code, variant_id, unit, symbology, gtin14, is_primary)
    select ${platformId}, r.code, r."variantId", r.unit, r.symbology, r.gtin14, r."isPrimary"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(code text, "variantId" uuid,
      unit text, symbology text, gtin14 text, "isPrimary" boolean)`.execute(tx)
}

export type Owner = { code: string; gtin14: string | null; variantId: string; sku: string }

/** Finds the owners of these barcodes, in any length of their numbers. */
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

/** Takes barcodes away again from the variants they were given to. */
export async function deleteBarcodes(
  tx: Tx,
  platformId: string,
  barcodes: readonly { variantId: string; code: string }[],
): Promise<void> {
  if (barcodes.length === 0) return
  await sql`
    delete from tenant.barcodes b
    using ${givenRows(JSON.stringify(barcodes), '"variantId" uuid, code text')} r
    where b.platform_id = ${platformId} and b.variant_id = r."variantId" and b.code = r.code`.execute(
    tx,
  )
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
