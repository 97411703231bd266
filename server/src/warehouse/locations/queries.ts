import { foldKey } from '@stowage/contract/folding'
import type { Location } from '@stowage/contract/warehouse/locations'
import { sql } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { defineRecord, type DescribedKind } from '../../workspace/records/queries.ts'

const written = [
  'warehouseId',
  'zoneId',
  'code',
  'barcode',
  'kind',
  'pickSequence',
  'xMm',
  'yMm',
  'pickable',
  'receivable',
  'maxUnits',
  'maxWeightG',
  'mixedSkus',
  'mixedLots',
  'status',
] as const

export const describedLocation: DescribedKind<
  Pick<Location, 'id' | 'version' | 'code' | 'warehouseId'>,
  'location'
> = {
  type: 'location',
  actions: {
    // Only a file brings one back, and has an entry of its own.
    restored: 'LOCATION_UNBLOCKED',
  },
  nameOf: ({ code }) => code,
  carried: ({ code, warehouseId }) => ({ code, warehouseId }),
}

export const locationRecord = defineRecord<Location, 'location'>({
  ...describedLocation,
  table: 'tenant.locations',
  key: 'locationId',
  columns: written,
  readOnly: ['lastCountedAt'],
  code: 'code',
  within: 'warehouseId',
  isOfWarehouse: true,
  used: 'location',
})

/** Columns of the location list. */
export const locationColumns = ['locationId as id', ...written, 'lastCountedAt', 'version'] as const

type LocationRow = Omit<Location, 'kind' | 'status' | 'lastCountedAt'> & {
  kind: string
  status: string
  lastCountedAt: Date | null
}

export const locationOf = <Row extends LocationRow>(row: Row) => ({
  ...row,
  kind: row.kind as Location['kind'],
  status: row.status as Location['status'],
  lastCountedAt: row.lastCountedAt?.toISOString() ?? null,
})

type Generated = Pick<Location, 'maxUnits' | 'maxWeightG' | 'mixedSkus' | 'mixedLots'> & {
  warehouseId: string
  zoneId: string | null
  at: Date
}

/**
 * Makes the locations with these ids and codes, in walking order behind what the warehouse has, and
 * leaves alone what is there. Returns those that were made.
 */
export async function generateLocations(
  tx: Tx,
  platformId: string,
  { warehouseId, zoneId, at, maxUnits, maxWeightG, mixedSkus, mixedLots }: Generated,
  made: readonly { id: string; code: string }[],
): Promise<{ id: string; code: string }[]> {
  const { rows } = await sql<{ id: string; code: string }>`
    with last as (
      select coalesce(max(pick_sequence), 0) as sequence from tenant.locations
      where platform_id = ${platformId} and warehouse_id = ${warehouseId}
    )
    insert into tenant.locations
      (platform_id, location_id, warehouse_id, zone_id, code, code_key, pick_sequence, max_units, max_weight_g,
       mixed_skus, mixed_lots, created_at, updated_at)
    select ${platformId}, n.id, ${warehouseId}, ${zoneId}, n.code, n.key, last.sequence + n.place * 10,
      ${maxUnits}::int, ${maxWeightG}::int, ${mixedSkus}::boolean, ${mixedLots}::boolean, ${at}, ${at}
    from last, unnest(${made.map(({ id }) => id)}::uuid[], ${made.map(({ code }) => code)}::text[],
      ${made.map(({ code }) => foldKey(code))}::text[]) with ordinality as n (id, code, key, place)
    on conflict on constraint locations_code_key do nothing
    returning location_id as id, code`.execute(tx)
  return rows
}

export async function countExisting(
  db: Db,
  platformId: string,
  warehouseId: string,
  codes: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ existing: number }>`
    select count(*)::int as existing from tenant.locations
    where platform_id = ${platformId} and warehouse_id = ${warehouseId}
      and code_key = any (${codes.map(foldKey)}::text[])`.execute(db)
  return rows[0]?.existing ?? 0
}

type HeldShared = Pick<Location, 'id' | 'code' | 'status' | 'pickable' | 'receivable'> & {
  zoneKind: string | null
}

/**
 * Locks the given locations of one warehouse and returns their rows. Ids of other warehouses are left out.
 */
export async function lockLocationsShared(
  tx: Tx,
  platformId: string,
  warehouseId: string,
  ids: readonly string[],
): Promise<HeldShared[]> {
  const { rows } = await sql<HeldShared>`
    select l.location_id as id, l.code, l.status, l.pickable, l.receivable, z.kind as "zoneKind"
    from tenant.locations l
    left join tenant.zones z on z.platform_id = l.platform_id and z.zone_id = l.zone_id
    where l.platform_id = ${platformId} and l.warehouse_id = ${warehouseId}
      and l.location_id = any (${ids}::uuid[])
    order by l.location_id for share of l`.execute(tx)
  return rows
}

/** Finds the visible location that has the value which this constraint allows only once. */
export async function findOwner(
  db: Db,
  platformId: string,
  scope: VisibleWarehouses,
  constraint: string,
  { warehouseId, code, barcode }: Partial<Location>,
): Promise<{ id: string } | undefined> {
  const site = sql`${warehouseId ?? null}::uuid`
  const key = sql`${code === undefined ? null : foldKey(code)}::text`
  const { rows } = await sql<{ id: string }>`
    select id from (
      select 'locations_code_key' as key, location_id as id, warehouse_id from tenant.locations
      where platform_id = ${platformId} and warehouse_id = ${site} and code_key = ${key}
      union all
      select 'locations_barcode_key', location_id, warehouse_id from tenant.locations
      where platform_id = ${platformId} and barcode = ${barcode ?? null}
    ) owners
    where key = ${constraint}
      and (${scope}::uuid[] is null or warehouse_id = any (${scope}::uuid[]))`.execute(db)
  return rows[0]
}
