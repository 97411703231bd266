import type { Kit } from '@stowage/contract/warehouse/product-kits'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { sql } from 'kysely'
import { givenIds } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'

/** A component of a kit; `qty` is quanta for one base unit of the kit. */
export type ComponentRow = {
  kitVariantId: string
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  qty: string
}

/** Components of several kits, by SKU; `kits` are ids of variants as JSON. */
export const listComponents = prepare(
  (_: Db, platformId: string, kits: string) => sql<ComponentRow>`
    select k.kit_variant_id as "kitVariantId", k.component_variant_id as "variantId", v.sku,
      concat_ws(' ', p.name, nullif(v.name, '')) as name, v.unit, v.qty_scale as "qtyScale", k.qty
    from ${givenIds(kits)} given
    join tenant.kit_components k on k.platform_id = ${platformId} and k.kit_variant_id = given.id
    join tenant.variants v on v.platform_id = ${platformId}
      and v.variant_id = k.component_variant_id
    join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
    order by v.sku_key`,
)

export async function getKit(db: Db, platformId: string, variantId: string): Promise<Kit> {
  const rows = await listComponents(db, platformId, JSON.stringify([variantId]))
  return {
    components: rows.map(({ kitVariantId: _, qtyScale, qty, ...row }) => ({
      ...row,
      qty: fromQuanta(qty, qtyScale),
    })),
  }
}

/** Whole kits that can be made from the stock of a warehouse; without one, of all visible warehouses together. */
export type KitStock = { warehouseId: string | null; warehouseCode: string; kits: string }

/**
 * Returns how many kits the warehouses in sight can put together of what they have available: each by itself,
 * and all of them as one, because an order may take its components from several.
 */
export async function listKitStock(
  db: Db,
  platformId: string,
  warehouses: readonly string[] | null,
  kitVariantId: string,
  warehouse?: string,
): Promise<KitStock[]> {
  const { rows } = await sql<KitStock>`
    with free as (
      select w.warehouse_id, w.code, k.component_variant_id, k.qty,
        coalesce(s.on_hand - s.unavailable - s.reserved, 0) as qty_free
      from tenant.warehouses w
      join tenant.kit_components k on k.platform_id = ${platformId}
        and k.kit_variant_id = ${kitVariantId}
      left join tenant.stock_levels s on s.platform_id = ${platformId}
        and s.warehouse_id = w.warehouse_id and s.variant_id = k.component_variant_id
      where w.platform_id = ${platformId} and w.kind = 'site' and w.state = 'active'
        and (${warehouses}::uuid[] is null or w.warehouse_id = any (${warehouses}::uuid[]))
        and (${warehouse ?? null}::uuid is null or w.warehouse_id = ${warehouse ?? null}::uuid)
    )
    select warehouse_id as "warehouseId", code as "warehouseCode", min(qty_free / qty)::text as kits
    from free group by warehouse_id, code
    union all
    select null, '', min(kits)::text
    from (select div(sum(qty_free), qty) as kits from free group by component_variant_id, qty) t
    having count(*) > 0
    order by 1 nulls first, 2`.execute(db)
  return rows
}

type LockedKit = { sku: string; version: number; productId: string; kind: string }

/** Locks the variant, and returns whether it is a kit; undefined for one that is not there. */
export async function lockKit(
  tx: Tx,
  platformId: string,
  variantId: string,
): Promise<LockedKit | undefined> {
  const { rows } = await sql<LockedKit>`
    select v.sku, v.version, v.product_id as "productId", p.kind from tenant.variants v
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    where v.platform_id = ${platformId} and v.variant_id = ${variantId}
    for no key update of v`.execute(tx)
  return rows[0]
}

/** Replaces the components of a kit; quantities are quanta. */
export async function replaceComponents(
  tx: Tx,
  platformId: string,
  kitVariantId: string,
  components: readonly { variantId: string; qty: string }[],
): Promise<void> {
  await tx
    .deleteFrom('tenant.kitComponents')
    .where('platformId', '=', platformId)
    .where('kitVariantId', '=', kitVariantId)
    .execute()
  await tx
    .insertInto('tenant.kitComponents')
    .values(
      components.map(({ variantId, qty }) => ({
        platformId,
        kitVariantId,
        componentVariantId: variantId,
        qty,
      })),
    )
    .execute()
}
