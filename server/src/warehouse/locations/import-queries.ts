import { foldKey } from '@stowage/contract/folding'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

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

/** Makes locations, or writes those with these ids as they are to be from now on. */
export async function writeLocations(
  tx: Tx,
  platformId: string,
  locations: readonly (KnownLocation & { isNew: boolean })[],
  at: Date,
): Promise<void> {
  if (locations.length === 0) return
  const keyed = locations.map((one) => ({ ...one, codeKey: foldKey(one.code) }))
  const rows = (isNew: boolean) =>
    sql`jsonb_to_recordset(${JSON.stringify(keyed.filter((one) => one.isNew === isNew))}::jsonb)
      as r(id uuid, "warehouseId" uuid, code text, "codeKey" text, "zoneId" uuid, barcode text, kind text,
        "pickSequence" int, "xMm" int, "yMm" int, pickable boolean, receivable boolean,
        "maxUnits" int, "maxWeightG" int, "mixedSkus" boolean, "mixedLots" boolean, status text)`
  await sql`
    insert into tenant.locations (platform_id, location_id, warehouse_id, code, code_key, zone_id, barcode,
      kind, pick_sequence, x_mm, y_mm, pickable, receivable, max_units, max_weight_g, mixed_skus,
      mixed_lots, created_at, updated_at)
    select ${platformId}, r.id, r."warehouseId", r.code, r."codeKey", r."zoneId", r.barcode, r.kind,
      r."pickSequence", r."xMm", r."yMm", r.pickable, r.receivable, r."maxUnits", r."maxWeightG",
      r."mixedSkus", r."mixedLots", ${at}, ${at}
    from ${rows(true)}`.execute(tx)
  await sql`
    update tenant.locations l
    set zone_id = r."zoneId", barcode = r.barcode, kind = r.kind,
      pick_sequence = r."pickSequence", x_mm = r."xMm", y_mm = r."yMm", pickable = r.pickable,
      receivable = r.receivable, max_units = r."maxUnits", max_weight_g = r."maxWeightG",
      mixed_skus = r."mixedSkus", mixed_lots = r."mixedLots", status = r.status,
      version = l.version + 1, updated_at = ${at}
    from ${rows(false)}
    where l.platform_id = ${platformId} and l.location_id = r.id`.execute(tx)
}
