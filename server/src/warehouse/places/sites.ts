import type { Input, Reply } from '@stowage/contract/route'
import type { places, Warehouse } from '@stowage/contract/warehouse/places'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { getSite, targetOf } from './commands.ts'
import { insertLocations, insertWarehouse, saveWarehouse } from './queries.ts'
import { startingPlaces, unfit, type Purpose } from './rules.ts'
import { holdPlaces } from './status-queries.ts'
import { insertZones } from './zone-queries.ts'

/** A warehouse with a zone and a location for each thing that every warehouse does. */
export async function openSite(
  tx: Tx,
  actor: WorkspaceMember,
  { address, ...values }: Input<typeof places.createWarehouse>['body'],
): Promise<Reply<typeof places.createWarehouse>> {
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
  await insertZones(
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
  const warehouse = await saveWarehouse(tx, platformId, at, {
    receiveLocationId: idOf('receive'),
    stageLocationId: idOf('stage'),
    quarantineLocationId: idOf('quarantine'),
    damagedLocationId: idOf('damaged'),
  })
  await record(
    tx,
    actor,
    'WAREHOUSE_CREATED',
    targetOf('warehouse', { id: warehouseId, code: values.code }),
  )
  return { warehouse: warehouse ?? notFound(), locations }
}

export async function changeSite(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...change }: Input<typeof places.updateWarehouse>['body'],
): Promise<Warehouse> {
  const { platform, at } = actor
  const before = await getSite(tx, actor, id)
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
  await record(tx, actor, 'WAREHOUSE_UPDATED', {
    ...targetOf('warehouse', before),
    metadata: { changed: Object.keys(change) },
  })
  return saved
}

type Defaults = Partial<Record<Purpose, string | undefined>>

/** Fails for a place that cannot serve the warehouse for what it is named for, and holds those that can. */
async function requireFitting(tx: Tx, platformId: string, site: Warehouse, defaults: Defaults) {
  const named = (Object.entries(defaults) as [Purpose, string | undefined][]).flatMap(
    ([use, id]) =>
      id === undefined || id === site.defaultLocations[use] ? [] : [{ use, id: id.toLowerCase() }],
  )
  if (named.length === 0) return
  const ids = named.map(({ id }) => id)
  const found = await holdPlaces(tx, platformId, site.id, ids)
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
