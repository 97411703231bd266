import { foldKey } from '@stowage/contract/folding'
import type { Zone } from '@stowage/contract/warehouse/places'
import type { Updateable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import type { Coded, New, Scope } from './queries.ts'

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
