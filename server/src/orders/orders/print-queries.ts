import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Paper } from '../../workspace/print/paper.ts'

/** Counts the lines of these orders together. */
export async function countLines(
  db: Db,
  platformId: string,
  orderIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from tenant.order_lines
    where platform_id = ${platformId} and order_id = any (${orderIds}::uuid[])`.execute(db)
  return rows[0]?.lines ?? 0
}

/** Warehouse facts that papers need: time zone, and the country it ships from, empty if unknown. */
export type Site = { timezone: string; home: string }

/** Returns who sells, with its logo as a data URL, and of each warehouse its site: the first where it has none. */
export async function getLetterhead(db: Db, platformId: string) {
  const [sellers, sites] = await Promise.all([
    sql<{ name: string; logo: Buffer | null }>`
      select p.name, g.png as logo
      from tenant.platforms p
      left join tenant.platform_logos g on g.platform_id = p.platform_id and g.key = p.logo_key
      where p.platform_id = ${platformId}`.execute(db),
    sql<Site & { id: string }>`
      select warehouse_id as id, timezone, coalesce(address->>'country', '') as home
      from tenant.warehouses
      where platform_id = ${platformId} and kind = 'site'
      order by rank, code`.execute(db),
  ])
  const { name = '', logo = null } = sellers.rows[0] ?? {}
  const seller: Paper['seller'] = {
    name,
    logo: logo && `data:image/png;base64,${logo.toString('base64')}`,
  }
  const [first] = sites.rows
  const siteOf = (warehouseId: string | undefined): Site => {
    const { timezone = 'UTC', home = '' } =
      sites.rows.find(({ id }) => id === warehouseId) ?? first ?? {}
    return { timezone, home }
  }
  return { seller, siteOf }
}

/** Returns barcodes by variant: the primary barcode of a single unit before any other. */
export async function findBarcodes(
  db: Db,
  platformId: string,
  lines: readonly { variantId: string }[],
): Promise<Map<string, string | null>> {
  const variantIds = [...new Set(lines.map(({ variantId }) => variantId))]
  const { rows } = await sql<{ id: string; barcode: string | null }>`
    select v.variant_id as id,
      (select b.code from tenant.barcodes b
       where b.platform_id = v.platform_id and b.variant_id = v.variant_id and b.unit is null
       order by b.is_primary desc, b.code limit 1) as barcode
    from tenant.variants v
    where v.platform_id = ${platformId} and v.variant_id = any (${variantIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, barcode }) => [id, barcode]))
}
