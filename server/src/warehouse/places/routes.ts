import type { places } from '@stowage/contract/warehouse/places'
import type { Db } from '../../database/connect.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Worker } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { orNameOwner } from '../taken.ts'
import {
  addLocation,
  addZone,
  changeLocation,
  changeSite,
  changeZone,
  generate,
  moveStatus,
  moveStatuses,
  openSite,
} from './commands.ts'
import { locationColumns } from './files.ts'
import { listLocations } from './list-queries.ts'
import { moveSite, moveZone } from './put-away.ts'
import { findOwner, type Marks } from './owner-queries.ts'
import { listWarehouses } from './queries.ts'
import { listZones } from './zone-queries.ts'

const ownerOf =
  ({ actor: { platform, warehouses } }: { actor: Worker }, marks: Marks) =>
  (db: Db, constraint: string) =>
    findOwner(db, platform.id, warehouses, constraint, marks)

export const placeHandlers: Handlers<typeof places> = {
  warehouses: ({ read, actor }, { query }) =>
    read(async (db) => ({
      items: await listWarehouses(db, actor.platform.id, actor.warehouses, query.kind),
    })),

  createWarehouse: (call, { body }) =>
    orNameOwner(call, ownerOf(call, body), () =>
      call.write((tx) => openSite(tx, call.actor, body)),
    ),

  updateWarehouse: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ warehouse: await changeSite(tx, actor, params.warehouseId, body) })),

  archiveWarehouse: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      warehouse: await moveSite(tx, actor, params.warehouseId, body.version, 'archived'),
    })),

  restoreWarehouse: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      warehouse: await moveSite(tx, actor, params.warehouseId, body.version, 'active'),
    })),

  zones: ({ read, actor }, { query }) =>
    read(async (db) => ({
      items: await listZones(db, actor.platform.id, actor.warehouses, query.warehouse),
    })),

  createZone: (call, { body }) =>
    orNameOwner(call, ownerOf(call, body), () =>
      call.write(async (tx) => ({ zone: await addZone(tx, call.actor, body) })),
    ),

  updateZone: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ zone: await changeZone(tx, actor, params.zoneId, body) })),

  archiveZone: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      zone: await moveZone(tx, actor, params.zoneId, body.version, 'archived'),
    })),

  restoreZone: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      zone: await moveZone(tx, actor, params.zoneId, body.version, 'active'),
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
    orNameOwner(call, ownerOf(call, body), () =>
      call.write(async (tx) => ({ location: await addLocation(tx, call.actor, body) })),
    ),

  updateLocation: (call, { params, body }) =>
    orNameOwner(call, ownerOf(call, body), () =>
      call.write(async (tx) => ({
        location: await changeLocation(tx, call.actor, params.locationId, body),
      })),
    ),

  archiveLocation: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      location: await moveStatus(tx, actor, params.locationId, body.version, 'archive'),
    })),

  block: ({ write, actor }, { params, body: { version, direction } }) =>
    write(async (tx) => ({
      location: await moveStatus(tx, actor, params.locationId, version, { direction }),
    })),

  unblock: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      location: await moveStatus(tx, actor, params.locationId, body.version, 'unblock'),
    })),

  blockSeveral: ({ write, actor }, { body: { ids, direction } }) =>
    write(async (tx) => ({ changed: await moveStatuses(tx, actor, ids, { direction }) })),

  unblockSeveral: ({ write, actor }, { body }) =>
    write(async (tx) => ({ changed: await moveStatuses(tx, actor, body.ids, 'unblock') })),

  generate: ({ write, actor }, { body }) => write((tx) => generate(tx, actor, body)),
}
