import { foldKey } from '@stowage/contract/folding'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/** What a file can say about a location. */
export type ImportedLocation = {
  zoneId: string | null
  barcode: string | null
  kind: string
  pickSequence: number
  xMm: number | null
  yMm: number | null
  pickable: boolean
  receivable: boolean
  maxUnits: number | null
  maxWeightG: number | null
  mixedSkus: boolean
  mixedLots: boolean
  status: string
}

export type KnownLocation = ImportedLocation & {
  id: string
  warehouseId: string
  code: string
  /** 0 for one that is not there yet. */
  version: number
  /** Whether there is anything to ask before goods come in; for the database to say. */
  isLimited?: boolean
}

/** What tells locations apart: their warehouse and code, in any case. */
export const locationKey = ({ warehouseId, code }: Pick<KnownLocation, 'warehouseId' | 'code'>) =>
  `${warehouseId} ${foldKey(code)}`

const columns = sql`
  l.location_id as id, l.warehouse_id as "warehouseId", l.code, l.zone_id as "zoneId", l.barcode,
  l.kind, l.pick_sequence as "pickSequence", l.x_mm as "xMm", l.y_mm as "yMm", l.pickable,
  l.receivable, l.max_units as "maxUnits", l.max_weight_g as "maxWeightG",
  l.mixed_skus as "mixedSkus", l.mixed_lots as "mixedLots", l.status, l.is_limited as "isLimited",
  l.version`

/** Locations by warehouse and code, or by id; held until commit where `hold` says so. */
export async function findKnownLocations(
  db: Db,
  platformId: string,
  by: { places: readonly { warehouseId: string; code: string }[] } | { ids: readonly string[] },
  { hold = false } = {},
): Promise<KnownLocation[]> {
  const keys = 'places' in by ? by.places.map((one) => ({ ...one, key: foldKey(one.code) })) : []
  const wanted =
    'places' in by
      ? sql`join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
          as w("warehouseId" uuid, key text)
          on l.warehouse_id = w."warehouseId" and l.code_key = w.key`
      : sql`join unnest(${by.ids}::uuid[]) as w(id) on l.location_id = w.id`
  const { rows } = await sql<KnownLocation>`
    select ${columns} from tenant.locations l ${wanted}
    where l.platform_id = ${platformId}
    order by l.location_id ${hold ? sql`for update of l` : sql``}`.execute(db)
  return rows
}

/** Whose these barcodes are. */
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
