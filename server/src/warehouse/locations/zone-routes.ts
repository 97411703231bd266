import type { zones } from '@stowage/contract/warehouse/zones'
import type { Db } from '../../database/connect.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { wholeAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { listWarehouses } from './warehouse-list-queries.ts'
import { addZone, getZone, changeZone, setZoneState } from './change-zones.ts'
import { zoneColumns } from './zone-export.ts'
import { findZoneByCode, listZones } from './zone-queries.ts'

export const zoneHandlers: Handlers<typeof zones> = {
  async list({ actor, ...call }, { query: { format, warehouse } }) {
    const { platform, warehouses, at } = actor
    const rowsOf = (db: Db) => listZones(db, platform.id, warehouses, warehouse)
    if (format === 'json') return { items: await call.read(rowsOf) }
    const sites = await call.read((db) => listWarehouses(db, platform.id, warehouses))
    return wholeAsCsv(call, { name: 'zones', at }, zoneColumns(sites), rowsOf)
  },

  create: (call, { body }) =>
    namingDuplicates(
      call,
      (db) => findZoneByCode(db, call.actor.platform.id, call.actor.warehouses, body),
      () => call.write(async (tx) => ({ zone: await addZone(tx, call.actor, body) })),
    ),

  details: ({ read, actor }, { params }) =>
    read(async (db) => ({ zone: await getZone(db, actor, params.zoneId) })),

  update: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ zone: await changeZone(tx, actor, params.zoneId, body) })),

  archive: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      zone: await setZoneState(tx, actor, params.zoneId, body.version, 'archived'),
    })),

  restore: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      zone: await setZoneState(tx, actor, params.zoneId, body.version, 'active'),
    })),
}
