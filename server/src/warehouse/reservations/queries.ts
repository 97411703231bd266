import { sql } from 'kysely'
import { givenIds, givenRows } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'
import type { ActorInScope } from '../../http/actor.ts'

/** Stock set aside in a warehouse, with the order it is for; quanta. */
export type Claim = {
  reservationId: string
  sourceType: string
  sourceId: string
  warehouseId: string
  variantId: string
  bucketId: string | null
  qty: string
  orderId: string | null
  number: string | null
  customer: string | null
}

/** A refusal names so many claims at most. */
const mostNamed = 20

/** The order of claim `r` and its customer, both null for another source. */
const sourceOf = (platformId: string) => sql`
  left join tenant.order_lines l on l.platform_id = ${platformId}
    and r.source_type = 'order_line' and l.order_line_id = r.source_id
  left join tenant.orders o on o.platform_id = ${platformId} and o.order_id = l.order_id
  left join tenant.customers c on c.platform_id = ${platformId} and c.customer_id = o.customer_id`

const columns = sql`r.reservation_id as "reservationId", r.source_type as "sourceType",
  r.source_id as "sourceId", r.warehouse_id as "warehouseId", r.variant_id as "variantId",
  o.order_id as "orderId", o.number, c.name as customer`

/**
 * Claims on these levels, those that would wait first at the top, and by bucket the allocations of these
 * buckets. A claim on a level counts what is not allocated yet.
 */
export async function listClaims(
  db: Db,
  platformId: string,
  levels: readonly { warehouseId: string; variantId: string }[],
  buckets: readonly string[],
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    (select ${columns}, null::bigint as "bucketId", (r.promised - r.allocated)::text as qty
     from ${givenRows(JSON.stringify(levels), '"warehouseId" uuid, "variantId" uuid')} g
     join tenant.reservations r on r.platform_id = ${platformId}
       and r.warehouse_id = g."warehouseId" and r.variant_id = g."variantId"
       -- Both, for the index of open claims.
       and r.promised > 0 and r.promised > r.allocated
     ${sourceOf(platformId)}
     order by coalesce(o.state = 'on_hold', false) desc, r.priority, r.due_at desc nulls first,
       r.reservation_id desc
     limit ${mostNamed})
    union all
    (select ${columns}, a.bucket_id, a.qty::text
     from tenant.allocations a
     join tenant.reservations r on r.platform_id = ${platformId}
       and r.reservation_id = a.reservation_id
     ${sourceOf(platformId)}
     where a.platform_id = ${platformId} and a.bucket_id = any (${[...buckets]}::bigint[])
       and a.state in ('allocated', 'picked')
     order by a.allocation_id limit ${mostNamed})`.execute(db)
  return rows
}

/** Where a displaced claim comes from: an order line, or a manual reservation. */
type DisplacedSource = { id: string; sourceId: string; name: string; version: number } & (
  | { type: 'order'; lineNo: number; channelId: string; externalId: string | null }
  | { type: 'reservation'; lineNo: null; channelId: null; externalId: null }
)

/** Returns the orders of these lines and the manual reservations with these ids. */
export async function listSourcesOf(
  db: Db,
  platformId: string,
  sourceIds: readonly string[],
): Promise<DisplacedSource[]> {
  const { rows } = await sql<DisplacedSource>`
    select 'order' as type, o.order_id as id, l.order_line_id as "sourceId", o.number as name,
      o.version, l.line_no as "lineNo", o.channel_id as "channelId", o.external_id as "externalId"
    from tenant.order_lines l
    join tenant.orders o on o.platform_id = l.platform_id and o.order_id = l.order_id
    where l.platform_id = ${platformId} and l.order_line_id = any (${[...sourceIds]}::uuid[])
    union all
    select 'reservation', m.manual_reservation_id, m.manual_reservation_id, m.note, 1, null, null, null
    from tenant.manual_reservations m
    where m.platform_id = ${platformId}
      and m.manual_reservation_id = any (${[...sourceIds]}::uuid[])
    order by 4, 6`.execute(db)
  return rows
}

/** Finds the SKU and the decimals of an item. */
export async function findItemName(
  db: Db,
  platformId: string,
  variantId: string,
): Promise<{ sku: string; qtyScale: number } | undefined> {
  return db
    .selectFrom('tenant.variants')
    .select(['sku', 'qtyScale'])
    .where('platformId', '=', platformId)
    .where('variantId', '=', variantId)
    .executeTakeFirst()
}

/** A manual reservation as it is stored; `qty` is quanta. */
export type ReservationRow = {
  id: string
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  warehouseId: string
  warehouseCode: string
  qty: string
  note: string
  expiresAt: Date | null
  state: 'active' | 'released' | 'expired'
  createdAt: Date
  createdBy: string | null
  createdByName?: string | null
}

const reservationRows = (db: Db, platformId: string) =>
  db
    .selectFrom('tenant.manualReservations as m')
    .innerJoin('tenant.variants as v', (join) =>
      join.onRef('v.platformId', '=', 'm.platformId').onRef('v.variantId', '=', 'm.variantId'),
    )
    .innerJoin('tenant.products as p', (join) =>
      join.onRef('p.platformId', '=', 'v.platformId').onRef('p.productId', '=', 'v.productId'),
    )
    .innerJoin('tenant.warehouses as w', (join) =>
      join.onRef('w.platformId', '=', 'm.platformId').onRef('w.warehouseId', '=', 'm.warehouseId'),
    )
    .where('m.platformId', '=', platformId)
    .select([
      'm.manualReservationId as id',
      'm.variantId',
      'v.sku',
      'v.unit',
      'v.qtyScale',
      'm.warehouseId',
      'w.code as warehouseCode',
      'm.qty',
      'm.note',
      'm.expiresAt',
      'm.createdAt',
      'm.createdBy',
      sql<ReservationRow['state']>`m.state`.as('state'),
      sql<string>`concat_ws(' ', p.name, nullif(v.name, ''))`.as('name'),
    ])

/** Locks a manual reservation of a warehouse in sight. */
export function lockReservation(
  tx: Tx,
  { platform, warehouses }: Pick<ActorInScope, 'platform' | 'warehouses'>,
  id: string,
): Promise<ReservationRow | undefined> {
  return reservationRows(tx, platform.id)
    .where('m.manualReservationId', '=', id)
    .$if(warehouses !== null, (some) => some.where('m.warehouseId', 'in', [...(warehouses ?? [])]))
    .forNoKeyUpdate('m')
    .executeTakeFirst()
}

/** Locks the reservations that ended by themselves, a few at a time. */
export function lockExpired(
  tx: Tx,
  platformId: string,
  at: Date,
  most: number,
): Promise<ReservationRow[]> {
  return reservationRows(tx, platformId)
    .where('m.state', '=', 'active')
    .where('m.expiresAt', '<=', at)
    .orderBy('m.manualReservationId')
    .limit(most)
    .forNoKeyUpdate('m')
    .execute()
}

/** Returns the platforms with reservations past their end. */
export async function listPlatformsWithExpired(db: Db, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from authz.platforms_with_expired(${at}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function insertReservation(
  tx: Tx,
  platformId: string,
  { id, warehouseId, variantId, qty, note, expiresAt, createdAt, createdBy }: ReservationRow,
): Promise<void> {
  await tx
    .insertInto('tenant.manualReservations')
    .values({
      platformId,
      manualReservationId: id,
      warehouseId,
      variantId,
      qty,
      note,
      expiresAt,
      createdAt,
      createdBy,
    })
    .execute()
}

/** Ends manual reservations and returns their claims. */
export async function endReservations(
  tx: Tx,
  platformId: string,
  ids: readonly string[],
  { state, at, by }: { state: 'released' | 'expired'; at: Date; by: string | null },
): Promise<string[]> {
  const ending = tx
    .updateTable('tenant.manualReservations')
    .set({ state, endedAt: at, endedBy: by })
    .where('platformId', '=', platformId)
    .where('manualReservationId', 'in', [...ids])
    .execute()
  const claims = tx
    .selectFrom('tenant.reservations')
    .select(sql<string>`reservation_id`.as('reservationId'))
    .where('platformId', '=', platformId)
    .where('sourceType', '=', 'manual')
    .where('sourceId', 'in', [...ids])
    .execute()
  const [, rows] = await Promise.all([ending, claims])
  return rows.map(({ reservationId }) => reservationId)
}

/** Checks whether orders wait for one of these items in another warehouse. */
export async function isWaitedFor(
  db: Db,
  platformId: string,
  warehouseId: string,
  variantIds: readonly string[],
): Promise<boolean> {
  return (await readWaiting(db, platformId, warehouseId, JSON.stringify(variantIds))).length > 0
}

const readWaiting = prepare(
  (_: Db, platformId: string, warehouseId: string, variantIds: string) => sql`
    select 1 as waits
    from ${givenIds(variantIds)} v
    join tenant.stock_levels s on s.platform_id = ${platformId} and s.variant_id = v.id
    where s.warehouse_id <> ${warehouseId} and s.backordered > 0
    limit 1`,
)
