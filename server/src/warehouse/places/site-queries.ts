import { foldKey } from '@stowage/contract/folding'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { prepareRead } from '../../database/prepared.ts'
import type { Scope } from './queries.ts'

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

// No arrays are given: of one the database sees how long it is, and would plan anew each time.
const given = (ids: string) => sql`
          select id::uuid from jsonb_array_elements_text(${ids}::jsonb) as given (id)`

/** Most documents name all their places by id: so much less to prepare that it shows. */
const findWithIds = prepareRead((_: Db, platformId: string, warehouseId: string, ids: string) =>
  siteOf(platformId, warehouseId, given(ids)),
)

const findWithNames = prepareRead(
  (_: Db, platformId: string, warehouseId: string, ids: string, codes: string) =>
    siteOf(
      platformId,
      warehouseId,
      sql`${given(ids)}
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
