import { foldKey } from '@stowage/contract/folding'
import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import { type Warehouse, address } from '@stowage/contract/warehouse/location-warehouses'
import { type RawBuilder, sql } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'
import { givenIds } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare, prepareRead } from '../../database/prepared.ts'
import { defineRecord, findRecord } from '../../workspace/records/queries.ts'
import { stepsOf } from './rules.ts'

const noAddress = JSON.stringify(address.parse({}))

export const warehouseRecord = defineRecord<Warehouse, 'warehouse'>({
  type: 'warehouse',
  table: 'tenant.warehouses',
  key: 'warehouseId',
  columns: [
    'code',
    'name',
    'kind',
    'timezone',
    'address',
    'isSellable',
    'rank',
    'pickPolicy',
    'state',
  ],
  readOnly: ['createdAt'],
  computed: {
    // Of an address there is what was said of it alone.
    address: sql`${sql.lit(noAddress)}::jsonb || r.address`,
    defaultLocations: sql`jsonb_build_object('receive', r.receive_location_id,
      'stage', r.stage_location_id, 'quarantine', r.quarantine_location_id,
      'damaged', r.damaged_location_id)`,
  },
  stored: ({ defaultLocations: { receive, stage, quarantine, damaged } }) => ({
    receiveLocationId: receive,
    stageLocationId: stage,
    quarantineLocationId: quarantine,
    damagedLocationId: damaged,
  }),
  code: 'code',
  isOfWarehouse: true,
  stepsOf: ({ kind }) => stepsOf(kind),
  used: 'warehouse',
  nameOf: ({ code }) => code,
  carried: ({ id, code }) => ({ code, warehouseId: id }),
})

/** Undefined for one that is not there or out of the member's sight. */
export const findWarehouse = (
  db: Db,
  platformId: string,
  warehouses: VisibleWarehouses,
  warehouseId: string,
): Promise<Warehouse | undefined> =>
  findRecord(db, warehouseRecord, { platform: { id: platformId }, warehouses }, warehouseId)

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

/** A location as a line of a document names it. */
export type LocationChoice = { locationId?: string | undefined; location?: string | undefined }

export type ReceivingLocation = {
  locationId: string
  code: string
  receivable: boolean
  /** True if there are limits to check before stock comes in. */
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
  receive: ReceivingLocation | undefined
  /** In the order of the choices, undefined for one that names no location of this warehouse. */
  places: (ReceivingLocation | undefined)[]
}

type Row = Omit<Site, 'places' | 'receive'> & {
  receiveId: string | null
  found: ReceivingLocation[]
}

/**
 * A warehouse with the locations that the lines of a document name in it, in one statement; undefined
 * for one that is not there or out of the member's sight.
 */
export async function findSite(
  db: Db,
  platformId: string,
  scope: VisibleWarehouses,
  warehouseId: string,
  choices: readonly LocationChoice[],
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
