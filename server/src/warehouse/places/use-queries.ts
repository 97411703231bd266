import type { Warehouse } from '@stowage/contract/warehouse/places'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { mostNamed } from '../../workspace/documents/list-queries.ts'
import { listUnfinishedIn } from '../stock/unfinished-queries.ts'
import { warehouseColumns, warehouseOf, type Scope } from './queries.ts'

/**
 * Holds a warehouse until commit. Whatever is posted there at the same moment has to be over before;
 * undefined for one that is not there or out of the member's sight.
 */
export const lockWarehouse = (tx: Tx, platformId: string, scope: Scope, warehouseId: string) =>
  findLocked(tx, platformId, scope, warehouseId, 'ForUpdate')

/** Locks the warehouse against being archived until commit; others may add to it at the same time. */
export const lockWarehouseShared = (
  tx: Tx,
  platformId: string,
  scope: Scope,
  warehouseId: string,
) => findLocked(tx, platformId, scope, warehouseId, 'ForKeyShare')

async function findLocked(
  tx: Tx,
  platformId: string,
  scope: Scope,
  warehouseId: string,
  strength: 'ForUpdate' | 'ForKeyShare',
): Promise<Warehouse | undefined> {
  if (scope && !scope.includes(warehouseId)) return undefined
  const row = await tx
    .selectFrom('tenant.warehouses')
    .select(warehouseColumns)
    .where('platformId', '=', platformId)
    .where('warehouseId', '=', warehouseId)
    .$call((query) => (strength === 'ForUpdate' ? query.forUpdate() : query.forKeyShare()))
    .executeTakeFirst()
  return row && warehouseOf(row)
}

/** Records that prevent archiving a location, zone or warehouse, with what is needed to find them. */
export type Use = { type: string } & Record<string, unknown>

/** Goods in a warehouse, on hand or promised, and documents that are still open there. */
export async function usesOfSite(
  db: Db,
  platform: WorkspaceMember['platform'],
  warehouseId: string,
): Promise<Use[]> {
  const { rows } = await sql<{ use: Use }>`
    select jsonb_build_object('type', 'stock', 'variantId', v.variant_id, 'sku', v.sku) as use
    from tenant.stock_levels l
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    where l.platform_id = ${platform.id} and l.warehouse_id = ${warehouseId}
      and (l.on_hand > 0 or l.reserved > 0 or l.backordered > 0)
    order by v.sku_key limit ${mostNamed}`.execute(db)
  return [...rows.map(({ use }) => use), ...(await listUnfinishedIn(db, platform, warehouseId))]
}

/** Locations of a zone that are still in use, in walking order. */
export async function usesOfZone(db: Db, platformId: string, zoneId: string): Promise<Use[]> {
  const { rows } = await sql<{ use: Use }>`
    select jsonb_build_object('type', 'location', 'id', location_id, 'code', code) as use
    from tenant.locations
    where platform_id = ${platformId} and zone_id = ${zoneId} and status <> 'archived'
    order by pick_sequence, code_key limit ${mostNamed}`.execute(db)
  return rows.map(({ use }) => use)
}
