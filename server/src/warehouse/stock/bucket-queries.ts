import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { WarehouseScope } from './level-queries.ts'

/** One bucket as a move takes from it; quantities are quanta. */
export type Bucket = {
  bucketId: string
  variantId: string
  warehouseId: string
  locationId: string
  status: string
  lotId: string | null
  serialId: string | null
  onHand: string
  allocated: string
}

const columns = sql`b.bucket_id as "bucketId", b.variant_id as "variantId",
  b.warehouse_id as "warehouseId", b.location_id as "locationId", b.status, b.lot_id as "lotId",
  b.serial_id as "serialId", b.on_hand as "onHand", b.allocated`

/** Those of these buckets that are in sight. */
export async function findBuckets(
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  ids: readonly string[],
): Promise<Bucket[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Bucket>`
    select ${columns} from tenant.stock_buckets b
    where b.platform_id = ${platformId} and b.bucket_id = any (${[...ids]}::bigint[])
      and (${warehouses}::uuid[] is null or b.warehouse_id = any (${warehouses}::uuid[]))`.execute(
    db,
  )
  return rows
}

/** How much of a bucket changes its status; quanta. */
type ToHold = { warehouseId: string; bucketId: string; free: string; qtyScale: number }

/** What lies in these locations with the status `available`, by warehouse and bucket; quanta. */
export async function findSellable(
  db: Db,
  platformId: string,
  locationIds: readonly string[],
): Promise<ToHold[]> {
  const { rows } = await sql<ToHold>`
    select b.warehouse_id as "warehouseId", b.bucket_id as "bucketId", b.on_hand as free,
      v.qty_scale as "qtyScale"
    from tenant.stock_buckets b
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    where b.platform_id = ${platformId} and b.location_id = any (${locationIds}::uuid[])
      and b.on_hand > 0 and b.status = 'available'
    order by 1, 2`.execute(db)
  return rows
}

/** Stock of a lot with this status, by warehouse and bucket, and what of it is not allocated; quanta. */
export async function findOfLot(
  db: Db,
  platformId: string,
  lotId: string,
  status: string,
): Promise<ToHold[]> {
  const { rows } = await sql<ToHold>`
    select b.warehouse_id as "warehouseId", b.bucket_id as "bucketId",
      (b.on_hand - b.allocated)::text as free, v.qty_scale as "qtyScale"
    from tenant.stock_buckets b
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    where b.platform_id = ${platformId} and b.lot_id = ${lotId} and b.on_hand > 0
      and b.status = ${status}
    order by 1, 2`.execute(db)
  return rows
}

/** Stock of a lot that is allocated to orders, and where it is. */
export async function listAllocatedOfLot(
  db: Db,
  platformId: string,
  lotId: string,
): Promise<{ bucketId: string; location: string; qtyScale: number }[]> {
  const { rows } = await sql<{ bucketId: string; location: string; qtyScale: number }>`
    select b.bucket_id::text as "bucketId", o.code as location, v.qty_scale as "qtyScale"
    from tenant.stock_buckets b
    join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    where b.platform_id = ${platformId} and b.lot_id = ${lotId} and b.allocated > 0
    order by o.code, b.bucket_id`.execute(db)
  return rows
}

export type BucketKey = {
  ordinal: number
  variantId: string
  locationId: string
  status: string
  lotId: string | null
  serialId: string | null
}

/** The buckets of these keys, which name no container, by their ordinal; one without a bucket is left out. */
export async function findBucketsByKey(
  db: Db,
  platformId: string,
  keys: readonly BucketKey[],
): Promise<Map<number, Bucket>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Bucket & { ordinal: number }>`
    select g.ordinal, ${columns}
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as g(ordinal int, "variantId" uuid,
      "locationId" uuid, status text, "lotId" uuid, "serialId" uuid)
    join tenant.stock_buckets b on b.platform_id = ${platformId} and b.variant_id = g."variantId"
      and b.location_id = g."locationId" and b.status = g.status
      and b.serial_id is not distinct from g."serialId" and b.container_id is null
      -- A serial number lies once, whatever its lot.
      and (g."serialId" is not null or b.lot_id is not distinct from g."lotId")`.execute(db)
  return new Map(rows.map(({ ordinal, ...bucket }) => [ordinal, bucket]))
}

export type Place = {
  id: string
  warehouseId: string
  code: string
  status: string
  isLimited: boolean
}

/**
 * Those of these locations that are in sight, by id, as they are until commit: who blocks them or puts
 * them away waits, and is waited for.
 */
export async function findPlaces(
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  ids: readonly string[],
): Promise<Map<string, Place>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tenant.locations')
    .select(['locationId as id', 'warehouseId', 'code', 'status', 'isLimited'])
    .where('platformId', '=', platformId)
    .where('locationId', 'in', [...new Set(ids)])
    .$if(warehouses !== null, (some) => some.where('warehouseId', 'in', [...(warehouses ?? [])]))
    .forKeyShare()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type LotAndSerial = {
  ordinal: number
  variantId: string
  lotCode: string | null
  serial: string | null
}

/** The lots and serial numbers of these codes, by ordinal; null for a code the item does not have. */
export async function findLotAndSerialIds(
  db: Db,
  platformId: string,
  given: readonly LotAndSerial[],
): Promise<Map<number, { lotId: string | null; serialId: string | null }>> {
  if (given.length === 0) return new Map()
  const { rows } = await sql<{ ordinal: number; lotId: string | null; serialId: string | null }>`
    select g.ordinal, t.lot_id as "lotId", n.serial_id as "serialId"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g(ordinal int, "variantId" uuid, "lotCode" text, serial text)
    left join tenant.lots t on t.platform_id = ${platformId} and t.variant_id = g."variantId"
      and t.code = g."lotCode"
    left join tenant.serials n on n.platform_id = ${platformId} and n.variant_id = g."variantId"
      and n.code = g.serial`.execute(db)
  return new Map(rows.map(({ ordinal, ...ids }) => [ordinal, ids]))
}

export type LevelState = {
  warehouseId: string
  variantId: string
  onHand: string
  unavailable: string
  reserved: string
}

export async function findLevels(
  db: Db,
  platformId: string,
  keys: readonly { warehouseId: string; variantId: string }[],
): Promise<LevelState[]> {
  const { rows } = await sql<LevelState>`
    select s.warehouse_id as "warehouseId", s.variant_id as "variantId", s.on_hand as "onHand",
      s.unavailable, s.reserved
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as g("warehouseId" uuid, "variantId" uuid)
    join tenant.stock_levels s on s.platform_id = ${platformId}
      and s.warehouse_id = g."warehouseId" and s.variant_id = g."variantId"`.execute(db)
  return rows
}
