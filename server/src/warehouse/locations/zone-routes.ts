import type { zones } from '@stowage/contract/warehouse/zones'
import type { Db } from '../../database/connect.ts'
import { wholeAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { recordHandlers } from '../../workspace/records/handlers.ts'
import { addZone } from './change-zones.ts'
import { listWarehouses } from './warehouse-list-queries.ts'
import { zoneColumns } from './zone-export.ts'
import { listZones, zoneRecord } from './zone-queries.ts'

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
