import { foldKey } from '@stowage/contract/folding'
import { address } from '@stowage/contract/warehouse/place-inputs'
import type { Location, Warehouse } from '@stowage/contract/warehouse/places'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'

export const warehouseColumns = [
  'warehouseId as id',
  'code',
  'name',
  'kind',
  'timezone',
  'address',
  'isSellable',
  'rank',
  'state',
  'receiveLocationId',
  'stageLocationId',
  'quarantineLocationId',
  'damagedLocationId',
  'version',
  'createdAt',
] as const

type WarehouseRow = Omit<
  Warehouse,
  'address' | 'defaultLocations' | 'createdAt' | 'kind' | 'state'
> & {
  /** Holds what was said of it alone. */
  address: unknown
  kind: string
  state: string
  receiveLocationId: string | null
  stageLocationId: string | null
  quarantineLocationId: string | null
  damagedLocationId: string | null
  createdAt: Date
}

const noAddress = address.parse({})

export function warehouseOf(row: WarehouseRow): Warehouse {
  const { receiveLocationId, stageLocationId, quarantineLocationId, damagedLocationId, ...rest } =
    row
  return {
    ...rest,
    kind: rest.kind as Warehouse['kind'],
    state: rest.state as Warehouse['state'],
    address: { ...noAddress, ...(rest.address as Partial<Warehouse['address']>) },
    createdAt: rest.createdAt.toISOString(),
    defaultLocations: {
      receive: receiveLocationId,
      stage: stageLocationId,
      quarantine: quarantineLocationId,
      damaged: damagedLocationId,
    },
  }
}

/** Null sees all of them. */
export type Scope = readonly string[] | null

export async function listWarehouses(
  db: Db,
  platformId: string,
  scope: Scope,
  kind?: string,
): Promise<Warehouse[]> {
  const rows = await db
    .selectFrom('tenant.warehouses')
    .select(warehouseColumns)
    .where('platformId', '=', platformId)
    .$if(scope !== null, (query) => query.where('warehouseId', 'in', [...(scope ?? [])]))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as 'site'))
    .orderBy('rank')
    .orderBy('code')
    .execute()
  return rows.map(warehouseOf)
}

/** Undefined for one that is not there or out of the member's sight. */
export async function findWarehouse(
  db: Db,
  platformId: string,
  scope: Scope,
  warehouseId: string,
): Promise<Warehouse | undefined> {
  if (scope && !scope.includes(warehouseId)) return undefined
  const row = await db
    .selectFrom('tenant.warehouses')
    .select(warehouseColumns)
    .where('platformId', '=', platformId)
    .where('warehouseId', '=', warehouseId)
    .executeTakeFirst()
  return row && warehouseOf(row)
}

export type New<T extends keyof Tables> = Omit<Insertable<Tables[T]>, 'platformId'>

/** A row without the key of its code, which is made when it is written. */
export type Coded<Row extends { codeKey: unknown }> = Omit<Row, 'codeKey'>

export async function insertWarehouse(
  tx: Tx,
  platformId: string,
  row: Coded<New<'tenant.warehouses'>>,
) {
  await tx
    .insertInto('tenant.warehouses')
    .values({ platformId, ...row, codeKey: foldKey(row.code) })
    .execute()
}

/** The warehouse of goods that are in none; each platform has one. */
export async function insertTransit(
  tx: Tx,
  platformId: string,
  warehouseId: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('tenant.warehouses')
    .values({
      platformId,
      warehouseId,
      code: 'TRANSIT',
      codeKey: foldKey('TRANSIT'),
      name: 'In transit',
      kind: 'transit',
      isSellable: false,
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The warehouse as it is now, or undefined when it was of another version. */
export async function saveWarehouse(
  tx: Tx,
  platformId: string,
  { id, version }: { id: string; version: number },
  values: Updateable<Tables['tenant.warehouses']>,
): Promise<Warehouse | undefined> {
  const row = await tx
    .updateTable('tenant.warehouses')
    .set({ ...values, version: version + 1 })
    .where('platformId', '=', platformId)
    .where('warehouseId', '=', id)
    .where('version', '=', version)
    .returning(warehouseColumns)
    .executeTakeFirst()
  return row && warehouseOf(row)
}

/** Shared with the list. */
export const locationColumns = [
  'locationId as id',
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
  'lastCountedAt',
  'version',
] as const

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

export async function findLocation(
  db: Db,
  platformId: string,
  scope: Scope,
  locationId: string,
): Promise<Location | undefined> {
  const row = await db
    .selectFrom('tenant.locations')
    .select(locationColumns)
    .where('platformId', '=', platformId)
    .where('locationId', '=', locationId)
    .$if(scope !== null, (query) => query.where('warehouseId', 'in', [...(scope ?? [])]))
    .executeTakeFirst()
  return row && locationOf(row)
}

/** Those whose codes are taken are left alone; the ones that were made. */
export async function insertLocations(
  tx: Tx,
  platformId: string,
  rows: readonly Coded<New<'tenant.locations'>>[],
): Promise<Location[]> {
  const made = await tx
    .insertInto('tenant.locations')
    .values(rows.map((row) => ({ platformId, ...row, codeKey: foldKey(row.code) })))
    .returning(locationColumns)
    .execute()
  return made.map(locationOf)
}

type Generated = Pick<Location, 'maxUnits' | 'maxWeightG' | 'mixedSkus' | 'mixedLots'> & {
  warehouseId: string
  zoneId: string | null
  at: Date
}

/**
 * Makes the locations with these ids and codes, in walking order behind what the warehouse has, and
 * leaves alone what is there. Returns how many were made.
 */
export async function generateLocations(
  tx: Tx,
  platformId: string,
  { warehouseId, zoneId, at, maxUnits, maxWeightG, mixedSkus, mixedLots }: Generated,
  made: readonly { id: string; code: string }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
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
    on conflict on constraint locations_code_key do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
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

export async function saveLocation(
  tx: Tx,
  platformId: string,
  { id, version }: { id: string; version: number },
  values: Updateable<Tables['tenant.locations']>,
): Promise<Location | undefined> {
  const row = await tx
    .updateTable('tenant.locations')
    .set({ ...values, version: version + 1 })
    .where('platformId', '=', platformId)
    .where('locationId', '=', id)
    .where('version', '=', version)
    .returning(locationColumns)
    .executeTakeFirst()
  return row && locationOf(row)
}
