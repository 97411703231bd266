import type { Input, Reply } from '@stowage/contract/route'
import type { warehouses } from '@stowage/contract/warehouse/warehouses'
import { type Warehouse } from '@stowage/contract/warehouse/warehouses'
import type { Tx, Db } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound, requireVersion, failField } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { assertTransition } from '../../workspace/documents/commands.ts'
import { assertUnused } from '../../workspace/documents/uses.ts'
import { tell, told } from '../../workspace/records/commands.ts'
import { insertLocations, locationRecord, lockLocationsShared } from './queries.ts'
import { insertZones, zoneRecord } from './zone-queries.ts'
import {
  insertWarehouse,
  saveWarehouse,
  lockWarehouse,
  lockWarehouseShared,
  findWarehouse,
  warehouseRecord,
} from './warehouse-queries.ts'
import { startingPlaces, type Purpose, unfit, type PlaceState, stepsOf } from './warehouse-rules.ts'

/** A warehouse with a zone and a location for each thing that every warehouse does. */
export async function createWarehouse(
  tx: Tx,
  actor: WorkspaceMember,
  { address, ...values }: Input<typeof warehouses.create>['body'],
): Promise<Reply<typeof warehouses.create>> {
  // Somebody limited to some warehouses would not see the one they have just made.
  if (actor.warehouses) {
    const message = 'location.create'
    fail('permission_denied', { details: [{ path: 'permission', message }] })
  }
  const { id: platformId } = actor.platform
  const times = { createdAt: actor.at, updatedAt: actor.at }
  const warehouseId = newId()
  const parts = startingPlaces.map((place) => ({ ...place, zoneId: newId(), locationId: newId() }))
  await insertWarehouse(tx, platformId, {
    warehouseId,
    ...values,
    address: JSON.stringify(address),
    ...times,
  })
  const zones = await insertZones(
    tx,
    platformId,
    parts.map(({ zone, zoneId, code: zoneCode }) => ({
      zoneId,
      warehouseId,
      code: zoneCode,
      kind: zone,
      ...times,
    })),
  )
  const locations = await insertLocations(
    tx,
    platformId,
    parts.map(({ locationId, zoneId, code: place, kind, pickable }) => ({
      locationId,
      zoneId,
      warehouseId,
      code: place,
      kind,
      pickable,
      ...times,
    })),
  )
  const idOf = (use: string) => parts.find((part) => part.use === use)?.locationId ?? null
  const at = { id: warehouseId, version: 1 }
  const saved = await saveWarehouse(tx, platformId, at, {
    receiveLocationId: idOf('receive'),
    stageLocationId: idOf('stage'),
    quarantineLocationId: idOf('quarantine'),
    damagedLocationId: idOf('damaged'),
  })
  const warehouse = saved ?? notFound()
  const change = { change: 'created' } as const
  const made = told(warehouseRecord, actor, warehouse, change)
  const all = [
    made,
    ...zones.map((zone) => told(zoneRecord, actor, zone, change)),
    ...locations.map((location) => told(locationRecord, actor, location, change)),
  ]
  await tell(tx, actor, all, [made.entry])
  return { warehouse, locations }
}

export async function changeWarehouse(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...change }: Input<typeof warehouses.update>['body'],
): Promise<Warehouse> {
  const { platform, at } = actor
  const before = await getWarehouse(tx, actor, id)
  const { address, defaultLocations = {}, ...values } = change
  await requireFitting(tx, platform.id, before, defaultLocations)
  const saved = await saveWarehouse(
    tx,
    platform.id,
    { id, version },
    {
      ...values,
      ...columnsOf(defaultLocations),
      updatedAt: at,
      ...(address && { address: JSON.stringify(address) }),
    },
  )
  if (!saved) fail('version_conflict', { currentVersion: before.version })
  const payload = { changed: Object.keys(change) }
  await tell(tx, actor, [told(warehouseRecord, actor, saved, { change: 'updated', payload })])
  return saved
}

type Defaults = Partial<Record<Purpose, string | undefined>>

/** Fails for a place that cannot serve the warehouse for what it is named for, and holds those that can. */
async function requireFitting(tx: Tx, platformId: string, site: Warehouse, defaults: Defaults) {
  const named = (Object.entries(defaults) as [Purpose, string | undefined][]).flatMap(([use, id]) =>
    id === undefined || id === site.defaultLocations[use] ? [] : [{ use, id: id.toLowerCase() }],
  )
  if (named.length === 0) return
  const ids = named.map(({ id }) => id)
  const found = await lockLocationsShared(tx, platformId, site.id, ids)
  const details = named.flatMap(({ use, id }) => {
    const place = found.find((one) => one.id === id)
    const message = unfit(use, place)
    return message === undefined ? [] : [{ path: `defaultLocations.${use}`, message }]
  })
  const [first] = details
  if (first) fail('validation_failed', { message: first.message, details })
}

/** Those that are named; the others stay as they are. */
const columnsOf = ({ receive, stage, quarantine, damaged }: Defaults) => ({
  ...(receive && { receiveLocationId: receive }),
  ...(stage && { stageLocationId: stage }),
  ...(quarantine && { quarantineLocationId: quarantine }),
  ...(damaged && { damagedLocationId: damaged }),
})

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
  if (state === 'archived') await assertUnused(tx, actor, 'warehouse', [id])
  const saved =
    (await saveWarehouse(tx, platform.id, { id, version }, { state, updatedAt: at })) ?? notFound()
  const change = state === 'archived' ? 'archived' : 'restored'
  await tell(tx, actor, [told(warehouseRecord, actor, saved, { change })])
  return saved
}

/** The warehouse, in sight and not archived, so that something may be added to it; not the one between them. */
export async function getOpenWarehouse(tx: Tx, actor: WorkspaceMember, warehouseId: string) {
  const { platform, warehouses } = actor
  const site = (await lockWarehouseShared(tx, platform.id, warehouses, warehouseId)) ?? notFound()
  if (site.state === 'active' && site.kind === 'site') return site
  const message =
    site.kind === 'transit' ? 'A transit warehouse has no locations' : 'This warehouse is archived'
  return failField('warehouseId', message)
}

/** Fails with `not_found` for one that is not there or out of the member's sight. */
export const getWarehouse = async (db: Db, { platform, warehouses }: WorkspaceMember, id: string) =>
  (await findWarehouse(db, platform.id, warehouses, id)) ?? notFound()
