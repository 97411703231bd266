import type { locations } from '@stowage/contract/warehouse/locations'
import type { warehouses } from '@stowage/contract/warehouse/location-warehouses'
import type { zones } from '@stowage/contract/warehouse/location-zones'
import { listAsCsv, wholeAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { recordHandlers } from '../../workspace/records/handlers.ts'
import { listWarehouses } from './warehouse-list-queries.ts'
import {
  addLocation,
  changeLocation,
  setLocationStatus,
  setLocationStatuses,
  generate,
  addZone,
} from './commands.ts'
import { locationColumns, warehouseColumns, zoneColumns } from './export.ts'
import { listLocations } from './list-queries.ts'
import { findOwner, locationRecord } from './queries.ts'
import type { Db } from '../../database/connect.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { findTaken } from '../../workspace/records/queries.ts'
import { changeWarehouse, createWarehouse } from './change-warehouse.ts'
import { warehouseRecord } from './warehouse-queries.ts'
import { listZones, zoneRecord } from './zone-queries.ts'

const { details, create, update, archive } = recordHandlers(locationRecord, {
  create: addLocation,
  update: changeLocation,
  setState: (tx, actor, id, version) => setLocationStatus(tx, actor, id, version, 'archive'),
  findOwner: (db, { platform, warehouses }, identifiers, constraint) =>
    findOwner(db, platform.id, warehouses, constraint, identifiers),
})

export const locationHandlers: Handlers<Omit<typeof locations, 'block' | 'blockMany'>> = {
  details,
  create,
  update,
  archive,

  async list({ actor, ...call }, { query: { format, ...query } }) {
    const { platform, warehouses, at } = actor
    if (format === 'json')
      return call.read((db) => listLocations(db, platform.id, warehouses, query, query))
    const sites = await call.read((db) => listWarehouses(db, platform.id, warehouses))
    return listAsCsv(call, { name: 'locations', at }, locationColumns(sites), (db, page) =>
      listLocations(db, platform.id, warehouses, query, page),
    )
  },

  unblock: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      location: await setLocationStatus(tx, actor, params.locationId, body.version, 'unblock'),
    })),

  unblockMany: ({ write, actor }, { body }) =>
    write(async (tx) => ({ changed: await setLocationStatuses(tx, actor, body.ids, 'unblock') })),

  generate: ({ write, actor }, { body }) => write((tx) => generate(tx, actor, body)),
}

const handlers = recordHandlers(warehouseRecord, { update: changeWarehouse })

export const warehouseHandlers: Handlers<typeof warehouses> = {
  ...handlers,

  async list({ actor, ...call }, { query: { format, kind } }) {
    const { platform, warehouses, at } = actor
    const rowsOf = (db: Db) => listWarehouses(db, platform.id, warehouses, kind)
    return format === 'csv'
      ? wholeAsCsv(call, { name: 'warehouses', at }, warehouseColumns, rowsOf)
      : { items: await call.read(rowsOf) }
  },

  create: (call, { body }) =>
    namingDuplicates(
      call,
      async (db) => {
        const owner = await findTaken(db, warehouseRecord, call.actor, body)
        return owner && { id: owner.id }
      },
      () => call.write((tx) => createWarehouse(tx, call.actor, body)),
    ),
}

export const zoneHandlers: Handlers<typeof zones> = {
  ...recordHandlers(zoneRecord, { create: addZone }),

  async list({ actor, ...call }, { query: { format, warehouse } }) {
    const rowsOf = (db: Db) => listZones(db, actor, warehouse)
    if (format === 'json') return { items: await call.read(rowsOf) }
    const { platform, warehouses, at } = actor
    const sites = await call.read((db) => listWarehouses(db, platform.id, warehouses))
    return wholeAsCsv(call, { name: 'zones', at }, zoneColumns(sites), rowsOf)
  },
}
