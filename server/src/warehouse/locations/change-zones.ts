import type { Input } from '@stowage/contract/route'
import type { zones } from '@stowage/contract/warehouse/zones'
import { type Zone } from '@stowage/contract/warehouse/zones'
import type { Tx, Db } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { notFound, requireVersion, fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { assertTransition } from '../../workspace/documents/commands.ts'
import { assertUnused } from '../../workspace/documents/uses.ts'
import { tell, told } from '../../workspace/records/commands.ts'
import { getOpenWarehouse } from './change-warehouses.ts'
import { type PlaceState, stepsOf } from './warehouse-rules.ts'
import { lockZone, saveZone, insertZones, findZone, zoneRecord } from './zone-queries.ts'

export async function addZone(
  tx: Tx,
  actor: WorkspaceMember,
  values: Input<typeof zones.create>['body'],
) {
  const { platform, at } = actor
  await getOpenWarehouse(tx, actor, values.warehouseId)
  const row = { ...values, zoneId: newId(), createdAt: at, updatedAt: at }
  const [zone = notFound()] = await insertZones(tx, platform.id, [row])
  await tell(tx, actor, [told(zoneRecord, actor, zone, { change: 'created' })])
  return zone
}

export async function changeZone(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...values }: Input<typeof zones.update>['body'],
) {
  const { platform, at } = actor
  const before = await getZone(tx, actor, id)
  const saved = await saveZone(tx, platform.id, { id, version }, { ...values, updatedAt: at })
  if (!saved) fail('version_conflict', { currentVersion: before.version })
  const payload = { changed: Object.keys(values) }
  await tell(tx, actor, [told(zoneRecord, actor, saved, { change: 'updated', payload })])
  return saved
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
  if (state === 'archived') await assertUnused(tx, actor, 'zone', [id])
  const saved =
    (await saveZone(tx, platform.id, { id, version }, { state, updatedAt: at })) ?? notFound()
  const change = state === 'archived' ? 'archived' : 'restored'
  await tell(tx, actor, [told(zoneRecord, actor, saved, { change })])
  return saved
}

/** Fails with `not_found` for one that is not there or out of the member's sight. */
export async function getZone(db: Db, { platform, warehouses }: WorkspaceMember, id: string) {
  const zone = (await findZone(db, platform.id, id)) ?? notFound()
  return warehouses && !warehouses.includes(zone.warehouseId) ? notFound() : zone
}
