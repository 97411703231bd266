import type { Collection } from '@stowage/contract/orders/manifests'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Scoped } from '../../workspace/documents/queries.ts'

/** The most carriers that are listed. */
const mostCarriers = 100

/** Returns what waits to be handed over, by warehouse and carrier, the oldest first. */
export async function listCollections(
  db: Db,
  actor: Scoped,
  warehouse: string | undefined,
): Promise<{ items: Collection[]; capped: boolean }> {
  const { id: platformId } = actor.platform
  const isSeen =
    actor.warehouses === null
      ? sql`true`
      : sql`s.warehouse_id = any (${[...actor.warehouses]}::uuid[])`
  const { rows } = await sql<Omit<Collection, 'oldestAt'> & { oldestAt: Date }>`
    with waiting as (
      select s.warehouse_id, s.carrier, count(*)::int as shipments, min(s.shipped_at) as oldest_at,
        sum(k.packages)::int as packages, sum(k.weight_g)::int as weight_g,
        sum(k.unweighed)::int as unweighed
      from tenant.shipments s
      cross join lateral (
        select count(*) as packages, sum(weight_g) as weight_g,
          count(*) filter (where weight_g is null) as unweighed
        from tenant.packages k
        where k.platform_id = s.platform_id and k.shipment_id = s.shipment_id) k
      where s.platform_id = ${platformId} and s.state = 'shipped' and s.manifest_id is null
        and ${isSeen} ${warehouse === undefined ? sql`` : sql`and s.warehouse_id = ${warehouse}`}
      group by s.warehouse_id, s.carrier
      order by oldest_at, s.warehouse_id, s.carrier
      limit ${mostCarriers + 1}
    )
    select g.warehouse_id as "warehouseId", w.code as "warehouseCode", g.carrier,
      g.shipments as "shipmentCount", g.packages as "packageCount", g.weight_g as "weightG",
      g.unweighed as "unweighedCount",
      g.oldest_at as "oldestAt", m.manifest_id as "manifestId", m.number as manifest, (
        select count(*)::int from tenant.manifest_packages l
        where l.platform_id = m.platform_id and l.manifest_id = m.manifest_id) as "loadedCount"
    from waiting g
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = g.warehouse_id
    left join tenant.manifests m on m.platform_id = ${platformId}
      and m.warehouse_id = g.warehouse_id and m.carrier = g.carrier and m.state = 'open'
    order by g.oldest_at, g.warehouse_id, g.carrier`.execute(db)
  const items = rows.slice(0, mostCarriers)
  return {
    items: items.map((row) => ({ ...row, oldestAt: row.oldestAt.toISOString() })),
    capped: rows.length > mostCarriers,
  }
}
