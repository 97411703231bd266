import { sql } from 'kysely'
import { mostNamed, type Use, type UseSource } from '../../workspace/documents/use-queries.ts'

/* How stock uses what it is of and where it is. */

/** Items on hand or promised in warehouses. */
export const stockInWarehouses: UseSource = async (db, { platform }, ids) => {
  const { rows } = await sql<{ use: Use }>`
    select jsonb_build_object('type', 'stock', 'variantId', v.variant_id, 'sku', v.sku) as use
    from tenant.stock_levels l
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    where l.platform_id = ${platform.id} and l.warehouse_id = any (${ids}::uuid[])
      and (l.on_hand > 0 or l.reserved > 0 or l.backordered > 0)
    order by v.sku_key limit ${mostNamed}`.execute(db)
  return rows.map(({ use }) => use)
}

/** Items on hand in locations. */
export const stockInLocations: UseSource = async (db, { platform }, ids) => {
  const { rows } = await sql<{ use: Use }>`
    select jsonb_build_object('type', 'stock', 'locationId', o.location_id, 'location', o.code,
      'variantId', v.variant_id, 'sku', v.sku) as use
    from tenant.stock_buckets b
    join tenant.locations o on o.platform_id = ${platform.id} and o.location_id = b.location_id
    join tenant.variants v on v.platform_id = ${platform.id} and v.variant_id = b.variant_id
    where b.platform_id = ${platform.id} and b.location_id = any (${ids}::uuid[]) and b.on_hand > 0
    group by o.location_id, o.code, v.variant_id, v.sku, v.sku_key
    order by o.code, v.sku_key limit ${mostNamed}`.execute(db)
  return rows.map(({ use }) => use)
}

/** Quanta on hand and in open claims of items. */
export const stockOfVariants: UseSource = async (db, { platform }, ids) => {
  const { rows } = await sql<{ use: Use }>`
    select jsonb_build_object('type', 'stock', 'variantId', v.variant_id, 'sku', v.sku,
      'onHand', coalesce(sum(l.on_hand), 0)::text,
      'claims', coalesce(sum(l.reserved + l.backordered), 0)::text) as use
    from tenant.variants v
    join tenant.stock_levels l on l.platform_id = v.platform_id and l.variant_id = v.variant_id
    where v.platform_id = ${platform.id} and v.variant_id = any (${ids}::uuid[])
    group by v.variant_id, v.sku having sum(l.on_hand) > 0 or sum(l.reserved + l.backordered) > 0
    order by v.sku`.execute(db)
  return rows.map(({ use }) => use)
}
