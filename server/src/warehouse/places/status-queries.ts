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
