import { foldKey } from '@stowage/contract/folding'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Scope } from './queries.ts'

/** What a place is known by; only one can have it. */
export type Identifiers = {
  warehouseId?: string | undefined
  code?: string | undefined
  barcode?: string | null | undefined
}

/** Which place in sight has what this constraint lets only one have. */
export async function findOwner(
  db: Db,
  platformId: string,
  scope: Scope,
  constraint: string,
  { warehouseId, code, barcode }: Identifiers,
): Promise<{ id: string } | undefined> {
  const site = sql`${warehouseId ?? null}::uuid`
  const key = sql`${code === undefined ? null : foldKey(code)}::text`
  const { rows } = await sql<{ id: string }>`
    select id from (
      select 'warehouses_code_key' as key, warehouse_id as id, warehouse_id from tenant.warehouses
      where platform_id = ${platformId} and code_key = ${key}
      union all
      select 'zones_code_key', zone_id, warehouse_id from tenant.zones
      where platform_id = ${platformId} and warehouse_id = ${site} and code_key = ${key}
      union all
      select 'locations_code_key', location_id, warehouse_id from tenant.locations
      where platform_id = ${platformId} and warehouse_id = ${site} and code_key = ${key}
      union all
      select 'locations_barcode_key', location_id, warehouse_id from tenant.locations
      where platform_id = ${platformId} and barcode = ${barcode ?? null}
    ) owners
    where key = ${constraint}
      and (${scope}::uuid[] is null or warehouse_id = any (${scope}::uuid[]))`.execute(db)
  return rows[0]
}
