import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/* What stands in the way of a change, in the words of the contract's `blockers`. */

type ShortBucket = {
  bucketId: string
  sku: string
  location: string
  qtyScale: number
  onHand: string
  allocated: string
  missing: string
  moves: string[]
}

/** The piles that no longer hold what undoing this move would take, and the moves that took it. */
export async function listReversalBlockers(db: Db, platformId: string, moveId: string) {
  const { rows } = await sql<ShortBucket>`
    with sides as (
      select g.bucket_id, sum(g.delta) as delta, max(g.seq) as seq from tenant.stock_ledger g
      where g.platform_id = ${platformId} and g.move_id = ${moveId} group by 1
    )
    select b.bucket_id as "bucketId", v.sku, o.code as location, v.qty_scale as "qtyScale",
      b.on_hand as "onHand", b.allocated, (b.allocated + s.delta - b.on_hand)::text as missing,
      array(
        select g.move_id::text from tenant.stock_ledger g
        where g.platform_id = ${platformId} and g.bucket_id = b.bucket_id and g.seq > s.seq
          and g.delta < 0 order by g.seq limit 20) as moves
    from sides s
    join tenant.stock_buckets b on b.platform_id = ${platformId} and b.bucket_id = s.bucket_id
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
    where b.on_hand - s.delta < b.allocated
    order by 1`.execute(db)
  return rows.map(({ qtyScale, onHand, allocated, missing, ...row }) => ({
    ...{ type: 'bucket', ...row },
    onHand: fromQuanta(onHand, qtyScale),
    allocated: fromQuanta(allocated, qtyScale),
    missing: fromQuanta(missing, qtyScale),
  }))
}

type Level = { warehouseId: string; variantId: string }

/** The levels a move gave goods to that were promised since, so that undoing it would break promises. */
export async function listPromisedLevels(
  db: Db,
  platformId: string,
  moveId: string,
): Promise<Level[]> {
  const { rows } = await sql<Level>`
    with sides as (
      select b.warehouse_id, b.variant_id, sum(g.delta) as delta from tenant.stock_ledger g
      join tenant.stock_buckets b on b.platform_id = g.platform_id and b.bucket_id = g.bucket_id
      where g.platform_id = ${platformId} and g.move_id = ${moveId} and b.status = 'available'
      group by 1, 2
    )
    select s.warehouse_id as "warehouseId", s.variant_id as "variantId" from sides s
    join tenant.stock_levels l on l.platform_id = ${platformId}
      and l.warehouse_id = s.warehouse_id and l.variant_id = s.variant_id
    where l.on_hand - l.unavailable - s.delta < l.reserved
    order by 1, 2`.execute(db)
  return rows
}

type Claim = {
  claimId: string
  sourceType: string
  sourceId: string
  sku: string
  qtyScale: number
  promised: string
}

/** Who was promised goods of these levels, the least urgent first, at most twenty. */
export async function listClaims(db: Db, platformId: string, levels: readonly Level[]) {
  const { rows } = await sql<Claim>`
    select r.reservation_id as "claimId", r.source_type as "sourceType", r.source_id as "sourceId",
      v.sku, v.qty_scale as "qtyScale", r.promised
    from jsonb_to_recordset(${JSON.stringify(levels)}::jsonb) as l("warehouseId" uuid, "variantId" uuid)
    join tenant.reservations r on r.platform_id = ${platformId}
      and r.warehouse_id = l."warehouseId" and r.variant_id = l."variantId" and r.promised > 0
    join tenant.variants v on v.platform_id = r.platform_id and v.variant_id = r.variant_id
    order by r.priority, r.due_at desc nulls first, r.reservation_id desc limit 20`.execute(db)
  return rows.map(({ qtyScale, promised, ...row }) => ({
    ...{ type: 'claim', ...row },
    promised: fromQuanta(promised, qtyScale),
  }))
}

/** Whether a move was undone before. */
export async function isReversed(db: Db, platformId: string, moveId: string): Promise<boolean> {
  const row = await db
    .selectFrom('tenant.stockMoves')
    .select('moveId')
    .where('platformId', '=', platformId)
    .where('reversesMoveId', '=', moveId)
    .executeTakeFirst()
  return row !== undefined
}
