import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { ActorInScope } from '../../http/actor.ts'

/** What a warehouse has available of an item now, in quanta. */
export type AvailableRow = {
  warehouseId: string
  warehouse: string
  variantId: string
  free: string
}

/** Returns what the warehouses in sight have of these items, by code. */
export async function listAvailable(
  db: Db,
  { platform, warehouses }: Pick<ActorInScope, 'platform' | 'warehouses'>,
  variantIds: readonly string[],
): Promise<AvailableRow[]> {
  const { rows } = await sql<AvailableRow>`
    select s.warehouse_id as "warehouseId", w.code as warehouse, s.variant_id as "variantId",
      (s.on_hand - s.unavailable - s.reserved)::text as free
    from tenant.stock_levels s
    join tenant.warehouses w on w.platform_id = s.platform_id and w.warehouse_id = s.warehouse_id
      and w.kind = 'site'
    where s.platform_id = ${platform.id} and s.variant_id = any (${[...variantIds]}::uuid[])
      and (${warehouses}::uuid[] is null or s.warehouse_id = any (${warehouses}::uuid[]))
    order by w.code_key`.execute(db)
  return rows
}
