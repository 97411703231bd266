import { sql } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Db } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'

/** The key of a bucket, with the number of the line that asks. */
export type BucketKey = {
  lineNo: number
  variantId: string
  locationId: string
  status: string
  lotId: string | null
  serialId: string | null
}

/** Stock of a bucket, in quanta; a bucket that does not exist yet has no id and is empty. */
export type Bucket = {
  lineNo: number
  bucketId: string | null
  onHand: bigint
  allocated: bigint
  /** Available quantity of the item in the warehouse, all buckets together. */
  free: bigint
}

type Row = { [K in keyof Bucket]: K extends 'lineNo' ? number : string | null }

/** The buckets of these keys in one statement, by line number. */
export async function findBuckets(
  db: Db,
  platformId: string,
  warehouseId: string,
  keys: readonly BucketKey[],
): Promise<ReadonlyMap<number, Bucket>> {
  const rows = await findByKeys(db, platformId, warehouseId, JSON.stringify(keys))
  return new Map(
    rows.map(({ lineNo, bucketId, onHand, allocated, free }) => [
      lineNo,
      {
        lineNo,
        bucketId,
        onHand: BigInt(onHand ?? 0),
        allocated: BigInt(allocated ?? 0),
        free: BigInt(free ?? 0),
      },
    ]),
  )
}

/** Each bucket is looked up by its key: nobody knows beforehand how few a document names. */
const findByKeys = prepare(
  (_: Db, platformId: string, warehouseId: string, keys: string) => sql<Row>`
    select k."lineNo", b.bucket_id as "bucketId", b.on_hand as "onHand", b.allocated, l.free
    from ${givenRows(
      keys,
      `"lineNo" int, "variantId" uuid, "locationId" uuid, status text, "lotId" uuid, "serialId"
        uuid`,
    )} k
    left join lateral (
      select l.on_hand - l.unavailable - l.reserved as free from tenant.stock_levels l
      where l.platform_id = ${platformId} and l.warehouse_id = ${warehouseId}
        and l.variant_id = k."variantId" offset 0) l on true
    left join lateral (
      select b.bucket_id, b.on_hand, b.allocated from tenant.stock_buckets b
      where b.platform_id = ${platformId} and b.variant_id = k."variantId"
        and b.location_id = k."locationId" and b.status = k.status
        and b.lot_id is not distinct from k."lotId"
        and b.serial_id is not distinct from k."serialId" and b.container_id is null
      offset 0) b on true`,
)

/** Micros per quantum as a fraction: what a warehouse has of each item, and what all that is worth. */
export type Worth = { qty: bigint; value: bigint }

/** By item; items that were never valued are left out. */
export async function findWorth(
  db: Db,
  platformId: string,
  warehouseId: string,
  variantIds: readonly string[],
): Promise<ReadonlyMap<string, Worth>> {
  const { rows } = await sql<{ variantId: string; qty: string; value: string }>`
    select c.variant_id as "variantId", c.qty, c.value_micros as value
    from tenant.warehouse_settings s
    join tenant.cost_balances c on c.platform_id = s.platform_id
      and c.scope_id = case when s.costing_scope = 'platform' then s.platform_id else ${warehouseId} end
    where s.platform_id = ${platformId} and c.variant_id = any (${variantIds}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ variantId, qty, value }) => [
      variantId,
      { qty: BigInt(qty), value: BigInt(value) },
    ]),
  )
}
