import { foldKey, isSameKey } from '@stowage/contract/folding'
import type { Warehouse } from '@stowage/contract/warehouse/location-warehouses'
import { sql } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'
import type { Db } from '../../database/connect.ts'
import { mostNamed, type Use, type UseSource } from '../../workspace/documents/use-queries.ts'
import { listRecords } from '../../workspace/records/queries.ts'
import { warehouseRecord } from './warehouse-queries.ts'

/** Whatever sees some of the warehouses, such as an actor. */
export type WarehouseScope = { warehouses: VisibleWarehouses }

export const listWarehouses = (
  db: Db,
  platformId: string,
  warehouses: VisibleWarehouses,
  kind?: string,
): Promise<Warehouse[]> =>
  listRecords(
    db,
    warehouseRecord,
    { platform: { id: platformId }, warehouses },
    ['rank', 'code'],
    (rows) => rows.$if(kind !== undefined, (some) => some.where(sql<boolean>`r.kind = ${kind}`)),
  )

/** Finds the warehouses that use these locations by default, and for what. */
export const defaultLocations: UseSource = async (db, { platform }, ids) => {
  const { rows } = await sql<{ use: Use }>`
    select jsonb_build_object('type', 'warehouse', 'id', w.warehouse_id, 'code', w.code,
      'locationId', d.id, 'use', d.use) as use
    from tenant.warehouses w
    cross join lateral (values
      ('receive', w.receive_location_id), ('stage', w.stage_location_id),
      ('quarantine', w.quarantine_location_id), ('damaged', w.damaged_location_id)) d (use, id)
    where w.platform_id = ${platform.id} and d.id = any (${ids}::uuid[])
    order by w.code, d.use limit ${mostNamed}`.execute(db)
  return rows.map(({ use }) => use)
}

export type NamedSite = { id: string; code: string; name: string; timezone: string }

/** Returns the site with this code, else with this name. */
export const siteNamed = <Site extends { code: string; name: string }>(
  sites: readonly Site[],
  text: string,
): Site | undefined =>
  sites.find(({ code }) => isSameKey(code, text)) ?? sites.find(({ name }) => isSameKey(name, text))

/** Sites by their codes or names, of those in sight; with `hold` none is archived before the commit. */
export async function findSites(
  db: Db,
  platformId: string,
  scope: VisibleWarehouses,
  codes: readonly string[],
  { hold = false } = {},
): Promise<NamedSite[]> {
  const lowered = codes.map((code) => code.toLowerCase())
  const { rows } = await sql<NamedSite>`
    select warehouse_id as id, code, name, timezone from tenant.warehouses
    where platform_id = ${platformId} and kind = 'site' and state = 'active'
      and (code_key = any (${codes.map(foldKey)}::text[]) or lower(name) = any (${lowered}::text[]))
      and (${scope}::uuid[] is null or warehouse_id = any (${scope}::uuid[]))
    order by warehouse_id ${hold ? sql`for key share` : sql``}`.execute(db)
  return rows
}

/** Returns the site in sight where there is only one. */
export async function findOnlySite(
  db: Db,
  platformId: string,
  scope: VisibleWarehouses,
): Promise<{ code: string } | undefined> {
  const { rows } = await sql<{ code: string }>`
    select code from tenant.warehouses
    where platform_id = ${platformId} and kind = 'site' and state = 'active'
      and (${scope}::uuid[] is null or warehouse_id = any (${scope}::uuid[]))
    limit 2`.execute(db)
  return rows.length === 1 ? rows[0] : undefined
}
