import type { LotState } from '@stowage/contract/warehouse/lots'
import { sql } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'

type Coded = { variantId: string; code: string }
export type NewLot = Coded & { expiresOn: string | null }
export type NewSerial = Coded & { lotId: string | null }

export type Lot = Coded & { lotId: string; expiresOn: string | null; state: LotState }
export type Serial = Coded & { serialId: string; isInStock: boolean }

/** Stock of a lot in one bucket, and what of it is not allocated; quanta. */
export type LotStock = {
  warehouseId: string
  bucketId: string
  variantId: string
  locationId: string
  lotId: string
  serialId: string | null
  free: string
  qtyScale: number
}

/* Rows are made in the order of their keys, so two who make the same ones wait and never lock. */

/** Makes the lots that are not there yet; those that are stay as they are. */
export async function insertLots(
  tx: Tx,
  platformId: string,
  lots: readonly NewLot[],
  { at, timezone }: { at: Date; timezone: string },
): Promise<void> {
  const rows = lots.map((lot) => ({ ...lot, lotId: newId() }))
  await sql`
    insert into tenant.lots (platform_id, lot_id, variant_id, code, expires_on, received_on)
    select ${platformId}, l."lotId", l."variantId", l.code, l."expiresOn",
      (${at}::timestamptz at time zone ${timezone})::date
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as l("lotId" uuid, "variantId" uuid, code text, "expiresOn" date)
    order by 3, 4 on conflict do nothing`.execute(tx)
}

/** The lots of these codes, in no order; a code that nothing has is left out. */
export async function findLots(db: Db, platformId: string, lots: readonly Coded[]): Promise<Lot[]> {
  const { rows } = await sql<Lot>`
    select l.lot_id as "lotId", l.variant_id as "variantId", l.code, l.expires_on as "expiresOn", l.state
    from ${givenRows(JSON.stringify(lots), '"variantId" uuid, code text')} c
    join tenant.lots l on l.platform_id = ${platformId} and l.variant_id = c."variantId"
      and l.code = c.code`.execute(db)
  return rows
}

/** These lots, and the day it is now where the warehouse stands. */
export async function findAges(
  db: Db,
  platformId: string,
  warehouseId: string,
  lotIds: readonly string[],
  at: Date,
): Promise<(Lot & { day: string })[]> {
  const { rows } = await sql<Lot & { day: string }>`
    select l.lot_id as "lotId", l.variant_id as "variantId", l.code, l.expires_on as "expiresOn", l.state,
      (${at}::timestamptz at time zone w.timezone)::date::text as day
    from tenant.lots l
    join tenant.warehouses w on w.platform_id = l.platform_id and w.warehouse_id = ${warehouseId}
    where l.platform_id = ${platformId} and l.lot_id = any (${lotIds}::uuid[])`.execute(db)
  return rows
}

/** Makes the serial numbers that are not there yet. */
export async function insertSerials(
  tx: Tx,
  platformId: string,
  serials: readonly NewSerial[],
): Promise<void> {
  const rows = serials.map((serial) => ({ ...serial, serialId: newId() }))
  await sql`
    insert into tenant.serials (platform_id, serial_id, variant_id, code, lot_id)
    select ${platformId}, s."serialId", s."variantId", s.code, s."lotId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s("serialId" uuid, "variantId" uuid, code text, "lotId" uuid)
    order by 3, 4 on conflict do nothing`.execute(tx)
}

/** The serial numbers of these codes and whether their piece is in stock, in no order. */
export async function findSerials(
  db: Db,
  platformId: string,
  serials: readonly Coded[],
): Promise<Serial[]> {
  const { rows } = await sql<Serial>`
    select s.serial_id as "serialId", s.variant_id as "variantId", s.code,
      exists (
        select from tenant.stock_buckets b
        where b.platform_id = s.platform_id and b.serial_id = s.serial_id and b.on_hand > 0
      ) as "isInStock"
    from ${givenRows(JSON.stringify(serials), '"variantId" uuid, code text')} c
    join tenant.serials s on s.platform_id = ${platformId} and s.variant_id = c."variantId"
      and s.code = c.code`.execute(db)
  return rows
}
