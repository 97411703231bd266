import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Scoped } from '../../workspace/documents/queries.ts'

export type LabelledVariant = {
  id: string
  sku: string
  name: string
  barcode: string | null
  symbology: string | null
}

/** Variants with the barcode to print: the primary one of a single unit before any other. */
export async function findLabelledVariants(
  db: Db,
  { platform: { id: platformId } }: Scoped,
  ids: readonly string[],
): Promise<LabelledVariant[]> {
  const { rows } = await sql<LabelledVariant>`
    select v.variant_id as id, v.sku, concat_ws(' ', p.name, nullif(v.name, '')) as name,
      b.code as barcode, b.symbology
    from tenant.variants v
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    left join lateral (
      select b.code, b.symbology from tenant.barcodes b
      where b.platform_id = v.platform_id and b.variant_id = v.variant_id and b.unit is null
      order by b.is_primary desc, b.code limit 1
    ) b on true
    where v.platform_id = ${platformId} and v.variant_id = any (${ids}::uuid[])`.execute(db)
  return rows
}

/** The oldest items and places in use, to practise with: at most `count` of each, by their ids. */
export async function findForPractice(
  db: Db,
  { platform: { id: platformId }, warehouses: scope }: Scoped,
  count: number,
): Promise<{ variants: string[]; locations: string[] }> {
  const { rows } = await sql<{ variants: string[]; locations: string[] }>`
    select
      array(select variant_id from tenant.variants
        where platform_id = ${platformId} and state = 'active'
        order by variant_id limit ${count}) as variants,
      array(select location_id from tenant.locations
        where platform_id = ${platformId} and status = 'active' and kind <> 'virtual'
          and (${scope}::uuid[] is null or warehouse_id = any (${scope}::uuid[]))
        order by location_id limit ${count}) as locations`.execute(db)
  return rows[0] ?? { variants: [], locations: [] }
}

export type LabelledLocation = {
  id: string
  code: string
  barcode: string | null
  warehouse: string
  zone: string | null
}

/** Locations of the warehouses in sight. */
export async function findLabelledLocations(
  db: Db,
  { platform: { id: platformId }, warehouses: scope }: Scoped,
  ids: readonly string[],
): Promise<LabelledLocation[]> {
  const { rows } = await sql<LabelledLocation>`
    select l.location_id as id, l.code, l.barcode, w.code as warehouse, z.code as zone
    from tenant.locations l
    join tenant.warehouses w on w.platform_id = l.platform_id and w.warehouse_id = l.warehouse_id
    left join tenant.zones z on z.platform_id = l.platform_id and z.zone_id = l.zone_id
    where l.platform_id = ${platformId} and l.location_id = any (${ids}::uuid[])
      and (${scope}::uuid[] is null or l.warehouse_id = any (${scope}::uuid[]))`.execute(db)
  return rows
}

export type LabelledLot = {
  id: string
  code: string
  expiresOn: string | null
  sku: string
  name: string
  /** GTIN with 14 digits that scanners know the item by, if it has one. */
  gtin: string | null
}

export async function findLabelledLots(
  db: Db,
  { platform: { id: platformId } }: Scoped,
  ids: readonly string[],
): Promise<LabelledLot[]> {
  const { rows } = await sql<LabelledLot>`
    select l.lot_id as id, l.code, l.expires_on as "expiresOn", v.sku,
      concat_ws(' ', p.name, nullif(v.name, '')) as name, b.gtin14 as gtin
    from tenant.lots l
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    left join lateral (
      select b.gtin14 from tenant.barcodes b
      where b.platform_id = v.platform_id and b.variant_id = v.variant_id and b.unit is null
        and b.gtin14 is not null
      order by b.is_primary desc, b.code limit 1
    ) b on true
    where l.platform_id = ${platformId} and l.lot_id = any (${ids}::uuid[])`.execute(db)
  return rows
}
