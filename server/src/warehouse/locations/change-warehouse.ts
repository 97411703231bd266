import type { Input, Reply } from '@stowage/contract/route'
import { newLocation, type Location } from '@stowage/contract/warehouse/locations'
import type { Warehouse, warehouses } from '@stowage/contract/warehouse/location-warehouses'
import { newZone, type Zone } from '@stowage/contract/warehouse/location-zones'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  lockVersion,
  saveRecord,
  recordChanges,
  describeChange,
} from '../../workspace/records/commands.ts'
import { lockRecord, updateRecords, writeRecords } from '../../workspace/records/queries.ts'
import { locationRecord, lockLocationsShared } from './queries.ts'
import { warehouseRecord } from './warehouse-queries.ts'
import { startingPlaces, unfit, type Purpose } from './rules.ts'
import { zoneRecord } from './zone-queries.ts'

/** A warehouse with a zone and a location for each thing that every warehouse does. */
export async function createWarehouse(
  tx: Tx,
  actor: WorkspaceMember,
  values: Input<typeof warehouses.create>['body'],
): Promise<Reply<typeof warehouses.create>> {
  // Somebody limited to some warehouses would not see the one they have just made.
  if (actor.warehouses) {
    const message = 'location.create'
    fail('permission_denied', { details: [{ path: 'permission', message }] })
  }
  const { at } = actor
  const id = newId()
  const none = { receive: null, stage: null, quarantine: null, damaged: null }
  const empty = { ...values, kind: 'site', state: 'active', defaultLocations: none } as const
  const begun: Warehouse = { ...empty, id, version: 1, createdAt: at.toISOString() }
  const parts = startingPlaces.map((place) => placeOf(id, place))
  const zones = parts.map(({ zone }) => zone)
  const locations = parts.map(({ location }) => location)
  await writeRecords(tx, warehouseRecord, actor, [begun])
  await writeRecords(tx, zoneRecord, actor, zones)
  await writeRecords(tx, locationRecord, actor, locations)
  const defaultLocations = Object.fromEntries(parts.map(({ use, location }) => [use, location.id]))
  const warehouse = { ...begun, version: 2, defaultLocations: { ...none, ...defaultLocations } }
  await updateRecords(tx, warehouseRecord, actor, [warehouse], [])
  const created = { change: 'created' } as const
  const made = describeChange(warehouseRecord, actor, warehouse, created)
  const all = [
    made,
    ...zones.map((zone) => describeChange(zoneRecord, actor, zone, created)),
    ...locations.map((location) => describeChange(locationRecord, actor, location, created)),
  ]
  // The entry of the warehouse stands for its places.
  await recordChanges(tx, actor, all, [made.entry])
  return { warehouse, locations }
}

/** A place that every warehouse begins with, in a zone of its own. */
function placeOf(
  warehouseId: string,
  { use, code, kind, zone: zoneKind, pickable }: (typeof startingPlaces)[number],
): { use: Purpose; zone: Zone; location: Location } {
  const own = { warehouseId, code, version: 1 }
  const zone = newZone.parse({ warehouseId, code, kind: zoneKind })
  const zoneId = newId()
  const location = newLocation.parse({ warehouseId, zoneId, code, kind, pickable })
  return {
    use,
    zone: { ...own, ...zone, id: zoneId, state: 'active' },
    location: { ...own, ...location, id: newId(), status: 'active', lastCountedAt: null },
  }
}

export async function changeWarehouse(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...change }: Input<typeof warehouses.update>['body'],
): Promise<Warehouse> {
  const before = await lockVersion(tx, warehouseRecord, actor, id, version)
  const { defaultLocations: named = {}, ...values } = change
  await requireFitting(tx, actor.platform.id, before, named)
  const given = Object.entries(named).filter(([, place]) => place !== undefined)
  const defaultLocations = { ...before.defaultLocations, ...Object.fromEntries(given) }
  const payload = { changed: Object.keys(change) }
  return saveRecord(tx, warehouseRecord, actor, before, { ...values, defaultLocations }, [
    { change: 'updated', payload },
  ])
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

/** The warehouse, in sight and not archived, so something may be added to it; not the one between them. */
export async function getOpenWarehouse(tx: Tx, actor: WorkspaceMember, warehouseId: string) {
  const site =
    (await lockRecord(tx, warehouseRecord, actor, warehouseId, 'key share')) ?? notFound()
  if (site.state === 'active' && site.kind === 'site') return site
  const message =
    site.kind === 'transit' ? 'A transit warehouse has no locations' : 'This warehouse is archived'
  return failField('warehouseId', message)
}
