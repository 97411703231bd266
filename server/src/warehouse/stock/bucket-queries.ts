import { sql } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Db } from '../../database/connect.ts'
import type { LotStock } from '../lots/queries.ts'
import type { WarehouseScope } from '../locations/warehouse-list-queries.ts'

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

/** Returns the given buckets that are in sight. */
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

/** Part of a bucket that changes its status; quanta. */
type ToHold = { warehouseId: string; bucketId: string; free: string; qtyScale: number }

/** Returns the stock with status `available` in these locations, by warehouse and bucket; quanta. */
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

/** Returns the buckets of these variants in a warehouse that hold available stock, allocated or not. */
export async function listAllocatableBuckets(
  db: Db,
  platformId: string,
  warehouseId: string,
  variantIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select bucket_id::text as id from tenant.stock_buckets
    where platform_id = ${platformId} and warehouse_id = ${warehouseId}
      and variant_id = any (${[...variantIds]}::uuid[]) and status = 'available'
      and on_hand > 0`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the stock of a lot with this status, by warehouse and bucket. */
export async function findOfLot(
  db: Db,
  platformId: string,
  lotId: string,
  status: string,
): Promise<LotStock[]> {
  const { rows } = await sql<LotStock>`
    select b.warehouse_id as "warehouseId", b.bucket_id::text as "bucketId",
      (b.on_hand - b.allocated)::text as free, v.qty_scale as "qtyScale",
      b.variant_id as "variantId", b.location_id as "locationId", b.lot_id as "lotId",
      b.serial_id as "serialId"
    from tenant.stock_buckets b
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    where b.platform_id = ${platformId} and b.lot_id = ${lotId} and b.on_hand > 0
      and b.status = ${status}
    order by b.warehouse_id, b.bucket_id`.execute(db)
  return rows
}

/** An allocation of a lot, where its stock is, and for which order it is; quanta. */
export type LotAllocation = {
  reservationId: string
  sourceType: string
  sourceId: string
  warehouseId: string
  orderId: string | null
  number: string | null
  customer: string | null
  qty: string
  qtyScale: number
  location: string
  isPicked: boolean
}

/** An order is named once for each location; so many rows at most. */
const mostAllocations = 1000

/** Returns what of a lot is allocated, by order and location. */
export async function listAllocatedOfLot(
  db: Db,
  platformId: string,
  lotId: string,
): Promise<LotAllocation[]> {
  const { rows } = await sql<LotAllocation>`
    select r.reservation_id::text as "reservationId", r.source_type as "sourceType",
      r.source_id as "sourceId", r.warehouse_id as "warehouseId", d.order_id as "orderId", d.number,
      c.name as customer, sum(a.qty)::text as qty, v.qty_scale as "qtyScale", o.code as location,
      a.state = 'picked' as "isPicked"
    from tenant.stock_buckets b
    join tenant.allocations a on a.platform_id = b.platform_id and a.bucket_id = b.bucket_id
      and a.state in ('allocated', 'picked')
    join tenant.reservations r
      on r.platform_id = a.platform_id and r.reservation_id = a.reservation_id
    join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    left join tenant.order_lines l on l.platform_id = r.platform_id
      and r.source_type = 'order_line' and l.order_line_id = r.source_id
    left join tenant.orders d on d.platform_id = l.platform_id and d.order_id = l.order_id
    left join tenant.customers c on c.platform_id = d.platform_id and c.customer_id = d.customer_id
    where b.platform_id = ${platformId} and b.lot_id = ${lotId} and b.allocated > 0
    group by r.reservation_id, r.source_type, r.source_id, r.warehouse_id, d.order_id, d.number,
      c.name, v.qty_scale, o.code, a.state
    order by a.state, d.number, o.code, r.reservation_id limit ${mostAllocations}`.execute(db)
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
    from ${givenRows(
      JSON.stringify(keys),
      `ordinal int, "variantId" uuid, "locationId" uuid, status text, "lotId" uuid, "serialId"
        uuid`,
    )} g
    join tenant.stock_buckets b on b.platform_id = ${platformId} and b.variant_id = g."variantId"
      and b.location_id = g."locationId" and b.status = g.status
      and b.serial_id is not distinct from g."serialId" and b.container_id is null
      -- A serial number lies once, whatever its lot.
      and (g."serialId" is not null or b.lot_id is not distinct from g."lotId")`.execute(db)
  return new Map(rows.map(({ ordinal, ...bucket }) => [ordinal, bucket]))
}

export type LocationState = {
  id: string
  warehouseId: string
  code: string
  status: string
  isLimited: boolean
}

/**
 * Locks the given locations that are in sight and returns them by id. Blocking or archiving one of them waits
 * for this transaction, and vice versa.
 */
export async function lockLocations(
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  ids: readonly string[],
): Promise<Map<string, LocationState>> {
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
    from ${givenRows(JSON.stringify(given), 'ordinal int, "variantId" uuid, "lotCode" text, serial text')} g
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
    from ${givenRows(JSON.stringify(keys), '"warehouseId" uuid, "variantId" uuid')} g
    join tenant.stock_levels s on s.platform_id = ${platformId}
      and s.warehouse_id = g."warehouseId" and s.variant_id = g."variantId"`.execute(db)
  return rows
}

/** How much of an item a location holds. */
type Held = { warehouseId: string; variantId: string; locationId: string; onHand: string }

/** Returns the on-hand quantity of these items in each location of these warehouses; quanta. */
export async function listHeld(
  db: Db,
  platformId: string,
  items: readonly Pick<Held, 'warehouseId' | 'variantId'>[],
): Promise<Held[]> {
  const given = new Map(items.map((item) => [`${item.warehouseId} ${item.variantId}`, item]))
  const keys = [...given.values()].map(({ warehouseId, variantId }) => ({ warehouseId, variantId }))
  const { rows } = await sql<Held>`
    select b.warehouse_id as "warehouseId", b.variant_id as "variantId",
      b.location_id as "locationId", sum(b.on_hand)::text as "onHand"
    from ${givenRows(JSON.stringify(keys), '"warehouseId" uuid, "variantId" uuid')} g
    join tenant.stock_buckets b on b.platform_id = ${platformId}
      and b.warehouse_id = g."warehouseId" and b.variant_id = g."variantId" and b.on_hand > 0
    group by 1, 2, 3`.execute(db)
  return rows
}
