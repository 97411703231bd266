import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { mostNamed } from '../../workspace/documents/list-queries.ts'
import { listUnfinishedWith } from '../stock/unfinished-queries.ts'
import type { Use } from './use-queries.ts'

/**
 * What keeps locations from being archived: stock in them, what their warehouse does there
 * unless another place is said, and documents that are still open.
 */
export async function usesOfLocations(
  db: Db,
  actor: WorkspaceMember,
  ids: readonly string[],
): Promise<Use[]> {
  const { id: platformId } = actor.platform
  const { rows } = await sql<{ use: Use }>`
    (select jsonb_build_object('type', 'stock', 'locationId', o.location_id, 'location', o.code,
       'variantId', v.variant_id, 'sku', v.sku) as use
     from tenant.stock_buckets b
     join tenant.locations o on o.platform_id = ${platformId} and o.location_id = b.location_id
     join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
     where b.platform_id = ${platformId} and b.location_id = any (${ids}::uuid[]) and b.on_hand > 0
     group by o.location_id, o.code, v.variant_id, v.sku, v.sku_key
     order by o.code, v.sku_key limit ${mostNamed})
    union all
    (select jsonb_build_object('type', 'warehouse', 'id', w.warehouse_id, 'code', w.code,
       'locationId', d.id, 'use', d.use)
     from tenant.warehouses w
     cross join lateral (values
       ('receive', w.receive_location_id), ('stage', w.stage_location_id),
       ('quarantine', w.quarantine_location_id), ('damaged', w.damaged_location_id)) d (use, id)
     where w.platform_id = ${platformId} and d.id = any (${ids}::uuid[])
     order by w.code, d.use limit ${mostNamed})`.execute(db)
  const documents = await listUnfinishedWith(db, actor, 'locationId', ids)
  return [...rows.map(({ use }) => use), ...documents]
}
