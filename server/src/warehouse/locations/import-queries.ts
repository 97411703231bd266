import { foldKey } from '@stowage/contract/folding'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

export type KnownLocation = {
  id: string
  warehouseId: string
  code: string
  status: string
  /** True if there are limits to check before stock comes in. */
  isLimited: boolean
}

/** Returns the key that identifies a location: its warehouse and its code, in any case. */
export const locationKey = ({ warehouseId, code }: Pick<KnownLocation, 'warehouseId' | 'code'>) =>
  `${warehouseId} ${foldKey(code)}`

/** Returns the locations with these warehouses and codes. */
export async function findKnownLocations(
  db: Db,
  platformId: string,
  places: readonly { warehouseId: string; code: string }[],
): Promise<KnownLocation[]> {
  const keys = places.map((one) => ({ ...one, key: foldKey(one.code) }))
  const { rows } = await sql<KnownLocation>`
    select l.location_id as id, l.warehouse_id as "warehouseId", l.code, l.status,
      l.is_limited as "isLimited"
    from tenant.locations l
    join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as w("warehouseId" uuid, key text)
      on l.warehouse_id = w."warehouseId" and l.code_key = w.key
    where l.platform_id = ${platformId}`.execute(db)
  return rows
}

/** Finds the owners of these barcodes. */
export async function findBarcodeOwners(
  db: Db,
  platformId: string,
  barcodes: readonly string[],
): Promise<{ id: string; code: string; barcode: string }[]> {
  const { rows } = await sql<{ id: string; code: string; barcode: string }>`
    select location_id as id, code, barcode from tenant.locations
    where platform_id = ${platformId} and barcode = any (${barcodes}::text[])`.execute(db)
  return rows
}
