import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/** A claim that waits elsewhere for what a warehouse has; quanta. */
export type Movable = {
  claimId: string
  orderId: string
  lineId: string
  componentId: string | null
  warehouseId: string
  variantId: string
}

/** Claims that are looked at for one item in one run of the job. */
const mostAtOnce = 500

/**
 * Returns the claims of orders that wait for this item in another warehouse and may be shipped from this one,
 * the most urgent first and those on hold last: the orders are not released, and this is one of the warehouses they were confirmed
 * with, or any that sells where none was named.
 */
export async function listMovable(
  db: Db,
  platformId: string,
  { warehouseId, variantId }: { warehouseId: string; variantId: string },
): Promise<Movable[]> {
  const { rows } = await sql<Movable>`
    select r.reservation_id as "claimId", o.order_id as "orderId", r.source_id as "lineId",
      r.component_id as "componentId", r.warehouse_id as "warehouseId", r.variant_id as "variantId"
    from tenant.stock_levels s
    join tenant.reservations r on r.platform_id = ${platformId}
      and r.warehouse_id = s.warehouse_id and r.variant_id = s.variant_id
      and r.backordered > 0 and r.source_type = 'order_line'
    join tenant.order_lines l on l.platform_id = ${platformId} and l.order_line_id = r.source_id
    join tenant.orders o on o.platform_id = ${platformId} and o.order_id = l.order_id
      and o.state in ('confirmed', 'on_hold')
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = ${warehouseId}
      and w.kind = 'site' and w.state = 'active' and w.is_sellable
    where s.platform_id = ${platformId} and s.variant_id = ${variantId}
      and s.warehouse_id <> ${warehouseId} and s.backordered > 0
      and (cardinality(o.warehouse_ids) = 0 or w.warehouse_id = any (o.warehouse_ids))
    order by o.state = 'on_hold', r.priority desc, r.due_at nulls last, r.reservation_id
    limit ${mostAtOnce}`.execute(db)
  return rows
}

/** Returns the platforms in which something is backordered. */
export async function listPlatformsWaiting(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from authz.platforms_waiting() as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns which items that are backordered in other warehouses each warehouse that sells has available. */
export async function listOffers(
  db: Db,
  platformId: string,
): Promise<{ warehouseId: string; variantIds: string[] }[]> {
  const { rows } = await sql<{ warehouseId: string; variantIds: string[] }>`
    select f.warehouse_id as "warehouseId", array_agg(distinct f.variant_id) as "variantIds"
    from tenant.stock_levels s
    join tenant.stock_levels f on f.platform_id = s.platform_id and f.variant_id = s.variant_id
      and f.warehouse_id <> s.warehouse_id and f.on_hand - f.unavailable - f.reserved > 0
    join tenant.warehouses w on w.platform_id = f.platform_id and w.warehouse_id = f.warehouse_id
      and w.kind = 'site' and w.state = 'active' and w.is_sellable
    where s.platform_id = ${platformId} and s.backordered > 0
    group by 1`.execute(db)
  return rows
}

/** Returns the available quantity of an item in a warehouse, in quanta. */
export async function findFree(
  db: Db,
  platformId: string,
  { warehouseId, variantId }: { warehouseId: string; variantId: string },
): Promise<bigint> {
  const row = await db
    .selectFrom('tenant.stockLevels')
    .select(['onHand', 'unavailable', 'reserved'])
    .where('platformId', '=', platformId)
    .where('warehouseId', '=', warehouseId)
    .where('variantId', '=', variantId)
    .executeTakeFirst()
  return row ? BigInt(row.onHand) - BigInt(row.unavailable) - BigInt(row.reserved) : 0n
}

/** A component of a kit that waits, with what another warehouse has of it; quanta. */
export type WaitingPart = {
  componentId: string
  variantId: string
  perKit: string
  /** Reserved and shipped quantity. */
  had: string
  /** Backordered quantity that can be served where it waits. */
  can: string
  /** Available quantity in the other warehouse. */
  free: string
  claims: { claimId: string; from: string; waiting: string }[]
}

/** Returns the components of a line, with their claims that wait elsewhere than in a warehouse. */
export async function listWaitingParts(
  db: Db,
  platformId: string,
  lineId: string,
  warehouseId: string,
): Promise<WaitingPart[]> {
  const { rows } = await sql<WaitingPart>`
    select r.component_id as "componentId", r.variant_id as "variantId", r.per_kit::text as "perKit",
      sum(r.promised + r.consumed)::text as had,
      sum(least(r.backordered, greatest(s.on_hand - s.unavailable - s.reserved, 0)))::text as can,
      greatest(coalesce((
        select o.on_hand - o.unavailable - o.reserved from tenant.stock_levels o
        where o.platform_id = ${platformId} and o.warehouse_id = ${warehouseId}
          and o.variant_id = r.variant_id), 0) - coalesce(sum(r.backordered)
            filter (where r.warehouse_id = ${warehouseId}), 0), 0)::text as free,
      coalesce(jsonb_agg(jsonb_build_object('claimId', r.reservation_id::text, 'from', r.warehouse_id,
        'waiting', (r.backordered - least(r.backordered,
          greatest(s.on_hand - s.unavailable - s.reserved, 0)))::text) order by r.reservation_id)
        filter (where r.backordered > 0 and r.warehouse_id <> ${warehouseId}), '[]') as claims
    from tenant.reservations r
    join tenant.stock_levels s on s.platform_id = r.platform_id
      and s.warehouse_id = r.warehouse_id and s.variant_id = r.variant_id
    where r.platform_id = ${platformId} and r.source_type = 'order_line' and r.source_id = ${lineId}
      and r.per_kit is not null
    group by r.component_id, r.variant_id, r.per_kit
    order by r.component_id`.execute(db)
  return rows
}

/** Returns the backordered quantity of a claim and its urgency; undefined if nothing is backordered. */
export async function findWaiting(
  db: Db,
  platformId: string,
  claimId: string,
): Promise<{ waiting: bigint; priority: number; dueAt: Date | null } | undefined> {
  const row = await db
    .selectFrom('tenant.reservations')
    .select(['backordered', 'priority', 'dueAt'])
    .where('platformId', '=', platformId)
    .where(sql<boolean>`reservation_id = ${claimId}`)
    .where('backordered', '>', '0')
    .executeTakeFirst()
  return row && { waiting: BigInt(row.backordered), priority: row.priority, dueAt: row.dueAt }
}
