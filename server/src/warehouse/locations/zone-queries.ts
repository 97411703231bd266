import { foldKey } from '@stowage/contract/folding'
import type { Zone } from '@stowage/contract/warehouse/zones'
import { sql, type Updateable } from 'kysely'
import type { Db, New, Tx } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { actionsOf, defineRecord } from '../../workspace/records/queries.ts'
import type { Scope, Coded } from './warehouse-queries.ts'

export const zoneRecord = defineRecord<Pick<Zone, 'id' | 'version' | 'code' | 'warehouseId'>, 'zone'>({
  type: 'zone',
  changes: actionsOf('ZONE'),
  nameOf: ({ code }) => code,
  carried: ({ code, warehouseId }) => ({ code, warehouseId }),
})

const zoneColumns = [
  'zoneId as id',
  'warehouseId',
  'code',
  'name',
  'kind',
  'pickSequence',
  'state',
  'version',
] as const

export function listZones(
  db: Db,
  platformId: string,
  scope: Scope,
  warehouseId?: string,
): Promise<Zone[]> {
  return db
    .selectFrom('tenant.zones')
    .select(zoneColumns)
    .where('platformId', '=', platformId)
    .$if(scope !== null, (query) => query.where('warehouseId', 'in', [...(scope ?? [])]))
    .$if(warehouseId !== undefined, (query) => query.where('warehouseId', '=', warehouseId ?? ''))
    .orderBy('warehouseId')
    .orderBy('pickSequence')
    .orderBy('code')
    .execute()
}

/** The zone in sight that has this code in the warehouse. */
export function findZoneByCode(
  db: Db,
  platformId: string,
  scope: Scope,
  { warehouseId, code }: { warehouseId: string; code: string },
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('tenant.zones')
    .select('zoneId as id')
    .where('platformId', '=', platformId)
    .where('warehouseId', '=', warehouseId)
    .where('codeKey', '=', foldKey(code))
    .$if(scope !== null, (query) => query.where('warehouseId', 'in', [...(scope ?? [])]))
    .executeTakeFirst()
}

export function findZone(db: Db, platformId: string, zoneId: string): Promise<Zone | undefined> {
  return db
    .selectFrom('tenant.zones')
    .select(zoneColumns)
    .where('platformId', '=', platformId)
    .where('zoneId', '=', zoneId)
    .executeTakeFirst()
}

/** Locks the zone until commit, against archiving it or adding locations to it. */
export function lockZone(tx: Tx, platformId: string, zoneId: string): Promise<Zone | undefined> {
  return tx
    .selectFrom('tenant.zones')
    .select(zoneColumns)
    .where('platformId', '=', platformId)
    .where('zoneId', '=', zoneId)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the zone against being archived until commit; others may add to it at the same time. */
export function lockZoneShared(
  tx: Tx,
  platformId: string,
  zoneId: string,
): Promise<Zone | undefined> {
  return tx
    .selectFrom('tenant.zones')
    .select(zoneColumns)
    .where('platformId', '=', platformId)
    .where('zoneId', '=', zoneId)
    .forKeyShare()
    .executeTakeFirst()
}

export function insertZones(
  tx: Tx,
  platformId: string,
  rows: readonly Coded<New<'tenant.zones'>>[],
): Promise<Zone[]> {
  return tx
    .insertInto('tenant.zones')
    .values(rows.map((row) => ({ platformId, ...row, codeKey: foldKey(row.code) })))
    .returning(zoneColumns)
    .execute()
}

export function saveZone(
  tx: Tx,
  platformId: string,
  { id, version }: { id: string; version: number },
  values: Updateable<Tables['tenant.zones']>,
): Promise<Zone | undefined> {
  return tx
    .updateTable('tenant.zones')
    .set({ ...values, version: version + 1 })
    .where('platformId', '=', platformId)
    .where('zoneId', '=', id)
    .where('version', '=', version)
    .returning(zoneColumns)
    .executeTakeFirst()
}

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
