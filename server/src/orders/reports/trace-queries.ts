import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import type { ActorInScope } from '../../http/actor.ts'

/** Available quantity of an item in a warehouse now, in quanta. */
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

/** The lot for whose hold or recall a line waits again, and who put it on hold. */
export type StoppedRow = {
  lineNo: number
  sku: string
  lot: string
  lotState: 'hold' | 'recalled'
  by: string | null
}

/** Returns of each line and item of an order why it waits again, if the last reason was a lot. */
export async function listStopped(
  db: Db,
  platformId: string,
  orderId: string,
): Promise<StoppedRow[]> {
  const { rows } = await sql<StoppedRow>`
    select t."lineNo", t.sku, t.lot, t."lotState", ${nameOfMember(platformId, sql`t.actor`)} as by
    from (
      select distinct on (e.payload ->> 'lineNo', e.payload ->> 'sku')
        (e.payload ->> 'lineNo')::int as "lineNo", e.payload ->> 'sku' as sku,
        e.payload ->> 'lot' as lot, e.payload ->> 'lotState' as "lotState",
        (e.payload -> 'actor' ->> 'id')::uuid as actor
      from tenant.tenant_events e
      where e.platform_id = ${platformId} and e.subject_type = 'order'
        and e.subject_id = ${orderId} and e.type = 'order.backordered'
      order by e.payload ->> 'lineNo', e.payload ->> 'sku', e.event_no desc) t
    where t.lot is not null`.execute(db)
  return rows
}
