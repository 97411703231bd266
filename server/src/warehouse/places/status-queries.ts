import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { Scope } from './queries.ts'
import type { Status } from './rules.ts'

type Held = { id: string; code: string; status: Status }

/** Holds those of these locations that the member may see until commit. */
export async function lockLocations(
  tx: Tx,
  platformId: string,
  scope: Scope,
  ids: readonly string[],
): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select location_id as id, code, status from tenant.locations
    where platform_id = ${platformId} and location_id = any (${ids}::uuid[])
      and (${scope}::uuid[] is null or warehouse_id = any (${scope}::uuid[]))
    order by location_id for update`.execute(tx)
  return rows
}

type HeldPlace = Held & { pickable: boolean; receivable: boolean; zoneKind: string | null }

/** Those of these locations that are of the warehouse, as they are until commit. */
export async function holdPlaces(
  tx: Tx,
  platformId: string,
  warehouseId: string,
  ids: readonly string[],
): Promise<HeldPlace[]> {
  const { rows } = await sql<HeldPlace>`
    select l.location_id as id, l.code, l.status, l.pickable, l.receivable, z.kind as "zoneKind"
    from tenant.locations l
    left join tenant.zones z on z.platform_id = l.platform_id and z.zone_id = l.zone_id
    where l.platform_id = ${platformId} and l.warehouse_id = ${warehouseId}
      and l.location_id = any (${ids}::uuid[])
    order by l.location_id for share of l`.execute(tx)
  return rows
}

/** Gives each location the status beside its id. */
export async function saveStatuses(
  tx: Tx,
  platformId: string,
  rows: readonly { id: string; status: Status }[],
  at: Date,
): Promise<void> {
  await sql`
    update tenant.locations l
    set status = r.status, version = l.version + 1, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, status text)
    where l.platform_id = ${platformId} and l.location_id = r.id`.execute(tx)
}
