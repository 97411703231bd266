import type { Zone } from '@stowage/contract/warehouse/location-zones'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Scoped } from '../../workspace/documents/queries.ts'
import { defineRecord, listRecords } from '../../workspace/records/queries.ts'

export const zoneRecord = defineRecord<Zone, 'zone'>({
  type: 'zone',
  table: 'tenant.zones',
  key: 'zoneId',
  columns: ['warehouseId', 'code', 'name', 'kind', 'pickSequence', 'state'],
  code: 'code',
  within: 'warehouseId',
  isOfWarehouse: true,
  used: 'zone',
  nameOf: ({ code }) => code,
  carried: ({ code, warehouseId }) => ({ code, warehouseId }),
})

export const listZones = (db: Db, actor: Scoped, warehouseId?: string): Promise<Zone[]> =>
  listRecords(db, zoneRecord, actor, ['warehouseId', 'pickSequence', 'code'], (zones) =>
    zones.$if(warehouseId !== undefined, (some) =>
      some.where(sql<boolean>`r.warehouse_id = ${warehouseId}`),
    ),
  )

/** Zones in use of these warehouses; with `hold` none is archived before the commit. */
export async function findZonesOf(
  db: Db,
  platformId: string,
  warehouseIds: readonly string[],
  { hold = false } = {},
): Promise<{ id: string; warehouseId: string; code: string }[]> {
  const { rows } = await sql<{ id: string; warehouseId: string; code: string }>`
    select zone_id as id, warehouse_id as "warehouseId", code from tenant.zones
    where platform_id = ${platformId} and state = 'active'
      and warehouse_id = any (${warehouseIds}::uuid[])
    order by zone_id ${hold ? sql`for key share` : sql``}`.execute(db)
  return rows
}
