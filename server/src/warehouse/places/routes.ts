import { places } from '@stowage/contract/warehouse/places'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { listAsCsv, wholeAsCsv } from '../../http/csv.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { requireConditionalRights } from '../../http/authorization.ts'
import type { Handlers } from '../../http/mount.ts'
import { explainHolding, holdContents } from '../stock/lot-holds.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import {
  addLocation,
  addZone,
  changeLocation,
  changeZone,
  generate,
  getLocation,
  getSite,
  getZone,
  setLocationStatus,
  setLocationStatuses,
} from './commands.ts'
import { locationColumns, warehouseColumns, zoneColumns } from './files.ts'
import { listLocations } from './list-queries.ts'
import { setWarehouseState, setZoneState } from './archive.ts'
import { findOwner, type Identifiers } from './owner-queries.ts'
import { listWarehouses } from './queries.ts'
import { changeSite, openSite } from './sites.ts'
import { listZones } from './zone-queries.ts'

const ownerOf =
  ({ actor: { platform, warehouses } }: { actor: WorkspaceMember }, identifiers: Identifiers) =>
  (db: Db, constraint: string) =>
    findOwner(db, platform.id, warehouses, constraint, identifiers)

type Call = Context & {
  actor: WorkspaceMember
  explain: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Blocks locations; when what lies there was to go on hold and may not, the refusal says why. */
async function orExplainHold<T>(
  call: Call,
  isHolding: boolean,
  ids: readonly string[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { actor, explain, write } = call
  if (!isHolding) return write(work)
  try {
    return await write(work)
  } catch (error) {
    await explain((tx) => explainHolding(tx, actor, ids, error))
    throw error
  }
}

export const placeHandlers: Handlers<typeof places> = {
  async warehouses({ actor, ...call }, { query: { format, kind } }) {
    const { platform, warehouses, at } = actor
    const rowsOf = (db: Db) => listWarehouses(db, platform.id, warehouses, kind)
    return format === 'csv'
      ? wholeAsCsv(call, { name: 'warehouses', at }, warehouseColumns, rowsOf)
      : { items: await call.read(rowsOf) }
  },

  createWarehouse: (call, { body }) =>
    namingDuplicates(call, ownerOf(call, body), () =>
      call.write((tx) => openSite(tx, call.actor, body)),
    ),

  warehouse: ({ read, actor }, { params }) =>
    read(async (db) => ({ warehouse: await getSite(db, actor, params.warehouseId) })),

  updateWarehouse: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ warehouse: await changeSite(tx, actor, params.warehouseId, body) })),

  archiveWarehouse: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      warehouse: await setWarehouseState(tx, actor, params.warehouseId, body.version, 'archived'),
    })),

  restoreWarehouse: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      warehouse: await setWarehouseState(tx, actor, params.warehouseId, body.version, 'active'),
    })),

  async zones({ actor, ...call }, { query: { format, warehouse } }) {
    const { platform, warehouses, at } = actor
    const rowsOf = (db: Db) => listZones(db, platform.id, warehouses, warehouse)
    if (format === 'json') return { items: await call.read(rowsOf) }
    const sites = await call.read((db) => listWarehouses(db, platform.id, warehouses))
    return wholeAsCsv(call, { name: 'zones', at }, zoneColumns(sites), rowsOf)
  },

  createZone: (call, { body }) =>
    namingDuplicates(call, ownerOf(call, body), () =>
      call.write(async (tx) => ({ zone: await addZone(tx, call.actor, body) })),
    ),

  zone: ({ read, actor }, { params }) =>
    read(async (db) => ({ zone: await getZone(db, actor, params.zoneId) })),

  updateZone: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ zone: await changeZone(tx, actor, params.zoneId, body) })),

  archiveZone: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      zone: await setZoneState(tx, actor, params.zoneId, body.version, 'archived'),
    })),

  restoreZone: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      zone: await setZoneState(tx, actor, params.zoneId, body.version, 'active'),
    })),

  async locations({ actor, ...call }, { query: { format, ...query } }) {
    const { platform, warehouses, at } = actor
    if (format === 'json')
      return call.read((db) => listLocations(db, platform.id, warehouses, query, query))
    const sites = await call.read((db) => listWarehouses(db, platform.id, warehouses))
    return listAsCsv(call, { name: 'locations', at }, locationColumns(sites), (db, page) =>
      listLocations(db, platform.id, warehouses, query, page),
    )
  },

  createLocation: (call, { body }) =>
    namingDuplicates(call, ownerOf(call, body), () =>
      call.write(async (tx) => ({ location: await addLocation(tx, call.actor, body) })),
    ),

  location: ({ read, actor }, { params }) =>
    read(async (db) => ({ location: await getLocation(db, actor, params.locationId) })),

  updateLocation: (call, { params, body }) =>
    namingDuplicates(call, ownerOf(call, body), () =>
      call.write(async (tx) => ({
        location: await changeLocation(tx, call.actor, params.locationId, body),
      })),
    ),

  archiveLocation: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      location: await setLocationStatus(tx, actor, params.locationId, body.version, 'archive'),
    })),

  async block(call, { params: { locationId }, body: { version, direction, hold } }) {
    await requireConditionalRights(call, places.block, { 'stock.status.change': hold })
    return orExplainHold(call, hold, [locationId], async (tx) => {
      const location = await setLocationStatus(tx, call.actor, locationId, version, { direction })
      if (hold) await holdContents(tx, call.actor, [locationId], `${location.code} was blocked`)
      return { location }
    })
  },

  unblock: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      location: await setLocationStatus(tx, actor, params.locationId, body.version, 'unblock'),
    })),

  async blockLocations(call, { body: { ids, direction, hold } }) {
    await requireConditionalRights(call, places.blockLocations, { 'stock.status.change': hold })
    return orExplainHold(call, hold, ids, async (tx) => {
      const changed = await setLocationStatuses(tx, call.actor, ids, { direction })
      if (hold) await holdContents(tx, call.actor, ids, 'The locations were blocked')
      return { changed }
    })
  },

  unblockLocations: ({ write, actor }, { body }) =>
    write(async (tx) => ({ changed: await setLocationStatuses(tx, actor, body.ids, 'unblock') })),

  generate: ({ write, actor }, { body }) => write((tx) => generate(tx, actor, body)),
}
