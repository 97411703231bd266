import type { Warehouse, Zone } from '@stowage/contract/warehouse/places'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { assertTransition } from '../../workspace/documents/commands.ts'
import { saveWarehouse } from './queries.ts'
import { stepsOf, type PlaceState } from './rules.ts'
import { lockWarehouse, usesOfSite, usesOfZone, type Use } from './use-queries.ts'
import { lockZone, saveZone } from './zone-queries.ts'

/**
 * Archives or restores a warehouse. Fails with `in_use` while it has stock, reservations or open
 * documents. The warehouse of stock in transit is never archived.
 */
export async function setWarehouseState(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number,
  state: PlaceState,
): Promise<Warehouse> {
  const { platform, warehouses, at } = actor
  const before = (await lockWarehouse(tx, platform.id, warehouses, id)) ?? notFound()
  requireVersion(before, version)
  assertTransition('warehouse', stepsOf(before.kind), before.state, state)
  if (state === 'archived') requireUnused(await usesOfSite(tx, platform, id))
  const saved = await saveWarehouse(tx, platform.id, { id, version }, { state, updatedAt: at })
  await record(tx, actor, state === 'archived' ? 'WAREHOUSE_ARCHIVED' : 'WAREHOUSE_RESTORED', {
    target: { type: 'warehouse', id, name: before.code },
  })
  return saved ?? notFound()
}

/** Archives a zone whose locations are all archived, or restores it. */
export async function setZoneState(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number,
  state: PlaceState,
): Promise<Zone> {
  const { platform, warehouses, at } = actor
  const before = (await lockZone(tx, platform.id, id)) ?? notFound()
  if (warehouses && !warehouses.includes(before.warehouseId)) notFound()
  requireVersion(before, version)
  assertTransition('zone', stepsOf('site'), before.state, state)
  if (state === 'archived') requireUnused(await usesOfZone(tx, platform.id, id))
  const saved = await saveZone(tx, platform.id, { id, version }, { state, updatedAt: at })
  await record(tx, actor, state === 'archived' ? 'ZONE_ARCHIVED' : 'ZONE_RESTORED', {
    target: { type: 'zone', id, name: before.code },
  })
  return saved ?? notFound()
}

/** Fails with `in_use` and what still uses a place. */
export function requireUnused(blockers: Use[]): void {
  if (blockers.length > 0) fail('in_use', { blockers })
}
