import { foldKey } from '@stowage/contract/folding'
import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import { type Warehouse, address } from '@stowage/contract/warehouse/warehouses'
import { type Updateable, type RawBuilder, sql } from 'kysely'
import { givenIds } from '../../database/given.ts'
import type { Db, New, Tx } from '../../database/connect.ts'
import { prepare, prepareRead } from '../../database/prepared.ts'
import type { Tables } from '../../database/tables.ts'
import { actionsOf, defineRecord } from '../../workspace/records/queries.ts'

export const warehouseRecord = defineRecord<Pick<Warehouse, 'id' | 'version' | 'code'>, 'warehouse'>({
  type: 'warehouse',
  changes: actionsOf('WAREHOUSE'),
  nameOf: ({ code }) => code,
  carried: ({ id, code }) => ({ code, warehouseId: id }),
})

export const warehouseColumns = [
  'warehouseId as id',
  'code',
  'name',
  'kind',
  'timezone',
  'address',
  'isSellable',
  'rank',
  'pickPolicy',
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
  'address' | 'defaultLocations' | 'createdAt' | 'kind' | 'state' | 'pickPolicy'
> & {
  /** Holds what was said of it alone. */
  address: unknown
  kind: string
  state: string
  pickPolicy: string | null
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
    pickPolicy: rest.pickPolicy as Warehouse['pickPolicy'],
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

/** Returns how stock is picked in each of these warehouses: as it says, or as the workspace does. */
export async function findPickPolicies(
  db: Db,
  platformId: string,
  warehouseIds: readonly string[],
): Promise<Map<string, PickPolicy>> {
  const rows = await readPickPolicies(db, platformId, JSON.stringify(warehouseIds))
  return new Map(rows.map(({ id, policy }) => [id, policy]))
}

const readPickPolicies = prepare(
  (_: Db, platformId: string, warehouseIds: string) => sql<{ id: string; policy: PickPolicy }>`
    select w.warehouse_id as id, coalesce(w.pick_policy, s.pick_policy) as policy
    from ${givenIds(warehouseIds)} asked
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = asked.id
    join tenant.warehouse_settings s on s.platform_id = w.platform_id`,
)

/** The warehouse in sight with this code. */
export function findWarehouseByCode(
  db: Db,
  platformId: string,
  scope: Scope,
  code: string,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('tenant.warehouses')
    .select('warehouseId as id')
    .where('platformId', '=', platformId)
    .where('codeKey', '=', foldKey(code))
    .$if(scope !== null, (query) => query.where('warehouseId', 'in', [...(scope ?? [])]))
    .executeTakeFirst()
}

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

/**
 * Holds a warehouse until commit. Whatever is posted there at the same moment has to be over before;
 * undefined for one that is not there or out of the member's sight.
 */
export const lockWarehouse = (tx: Tx, platformId: string, scope: Scope, warehouseId: string) =>
  findLocked(tx, platformId, scope, warehouseId, 'ForUpdate')

/** Locks the warehouse against being archived until commit; others may add to it at the same time. */
export const lockWarehouseShared = (
  tx: Tx,
  platformId: string,
  scope: Scope,
  warehouseId: string,
) => findLocked(tx, platformId, scope, warehouseId, 'ForKeyShare')

async function findLocked(
  tx: Tx,
  platformId: string,
  scope: Scope,
  warehouseId: string,
  strength: 'ForUpdate' | 'ForKeyShare',
): Promise<Warehouse | undefined> {
  if (scope && !scope.includes(warehouseId)) return undefined
  const row = await tx
    .selectFrom('tenant.warehouses')
    .select(warehouseColumns)
    .where('platformId', '=', platformId)
    .where('warehouseId', '=', warehouseId)
    .$call((query) => (strength === 'ForUpdate' ? query.forUpdate() : query.forKeyShare()))
    .executeTakeFirst()
  return row && warehouseOf(row)
}

/** A location as a line of a document names it. */
export type PlaceChoice = { locationId?: string | undefined; location?: string | undefined }

export type Place = {
  locationId: string
  code: string
  receivable: boolean
  /** Whether there is anything to ask before goods come in. */
  isLimited: boolean
  status: 'active' | 'blocked_in' | 'blocked_out' | 'blocked' | 'archived'
}

export type Site = {
  warehouseId: string
  code: string
  timezone: string
  kind: 'site' | 'transit'
  state: 'active' | 'archived'
  /** Where goods are received unless something else is said; not looked up where every line says it. */
  receive: Place | undefined
  /** In the order of the choices, undefined for one that names no location of this warehouse. */
  places: (Place | undefined)[]
}

type Row = Omit<Site, 'places' | 'receive'> & { receiveId: string | null; found: Place[] }

/**
 * A warehouse with the locations that the lines of a document name in it, in one statement; undefined
 * for one that is not there or out of the member's sight.
 */
export async function findSite(
  db: Db,
  platformId: string,
  scope: Scope,
  warehouseId: string,
  choices: readonly PlaceChoice[],
): Promise<Site | undefined> {
  if (scope && !scope.includes(warehouseId)) return undefined
  const ids = choices.flatMap(({ locationId }) => locationId ?? [])
  const codes = choices.flatMap(({ location }) => (location === undefined ? [] : foldKey(location)))
  const named = [platformId, warehouseId, JSON.stringify(ids)] as const
  const row =
    ids.length > 0 && ids.length === choices.length
      ? await findWithIds(db, ...named)
      : await findWithNames(db, ...named, JSON.stringify(codes))
  if (!row) return undefined
  const { found, receiveId, ...site } = row
  const byId = new Map(found.map((place) => [place.locationId, place]))
  const byCode = new Map(found.map((place) => [foldKey(place.code), place]))
  return {
    ...site,
    receive: receiveId === null ? undefined : byId.get(receiveId),
    places: choices.map(({ locationId, location }) =>
      locationId === undefined
        ? byCode.get(foldKey(location ?? ''))
        : byId.get(locationId.toLowerCase()),
    ),
  }
}

/**
 * The warehouse, with the locations of it that have one of these ids, as they are until commit: who blocks
 * them or archives them waits.
 */
const siteOf = (platformId: string, warehouseId: string, ids: RawBuilder<unknown>) => sql<Row>`
    select w.warehouse_id as "warehouseId", w.code, w.timezone, w.kind, w.state,
      w.receive_location_id as "receiveId",
      coalesce((
        select jsonb_agg(jsonb_build_object('locationId', l.location_id, 'code', l.code,
          'receivable', l.receivable, 'isLimited', l.is_limited, 'status', l.status))
        from (
          select * from tenant.locations
          where platform_id = ${platformId} and warehouse_id = w.warehouse_id
            and location_id = any (array(${ids}))
          for key share) l
      ), '[]') as found
    from (
      select * from tenant.warehouses
      where platform_id = ${platformId} and warehouse_id = ${warehouseId}
      for key share) w`

/** Most documents name all their places by id: so much less to prepare that it shows. */
const findWithIds = prepareRead((_: Db, platformId: string, warehouseId: string, ids: string) =>
  siteOf(platformId, warehouseId, sql`select id from ${givenIds(ids)} given`),
)

const findWithNames = prepareRead(
  (_: Db, platformId: string, warehouseId: string, ids: string, codes: string) =>
    siteOf(
      platformId,
      warehouseId,
      sql`select id from ${givenIds(ids)} given
          union all
          select w.receive_location_id
          union all
          select l.location_id from jsonb_array_elements_text(${codes}::jsonb) as given (code)
          cross join lateral (
            select location_id from tenant.locations
            where platform_id = ${platformId} and warehouse_id = w.warehouse_id
              and code_key = given.code offset 0) l`,
    ),
)
