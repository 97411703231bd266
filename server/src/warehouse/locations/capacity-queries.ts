import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Limits, Content } from './capacity-rules.ts'

const limitsOf = (platformId: string, locationIds: readonly string[]) => sql<Limits>`
  select location_id as "locationId", code, max_units as "maxUnits", max_weight_g as "maxWeightG",
    mixed_skus as "mixedSkus", mixed_lots as "mixedLots"
  from tenant.locations
  where platform_id = ${platformId} and location_id = any (${locationIds}::uuid[]) and is_limited
  order by location_id`

/** Returns the limits of these locations; those without one are omitted. */
export const findLimits = async (db: Db, platformId: string, locationIds: readonly string[]) =>
  (await limitsOf(platformId, locationIds).execute(db)).rows

/**
 * The same, held until commit, so nobody else puts anything into them meanwhile; before levels and
 * buckets, and in the order of their ids.
 */
export async function lockLimits(tx: Tx, platformId: string, locationIds: readonly string[]) {
  try {
    const locked = sql<Limits>`${limitsOf(platformId, locationIds)} for no key update`
    return (await locked.execute(tx)).rows
  } catch (error) {
    // Somebody who waits for others to put their goods down may simply try again.
    if ((error as { code?: unknown }).code === '55P03') fail('lock_timeout', { retryAfter: 1 })
    throw error
  }
}

/** Quantity entering or leaving a location; a lot that has no row yet is named by its code. */
export type Change = {
  locationId: string
  variantId: string
  lotId?: string | null
  lot?: string | null
  quanta: bigint
}

/** Returns the stock in these locations, with the effect of these changes. */
export async function findContents(
  db: Db,
  platformId: string,
  changes: readonly Change[],
): Promise<Content[]> {
  const ids = [...new Set(changes.map(({ locationId }) => locationId))]
  const given = changes.map((change) => ({ ...change, quanta: String(change.quanta) }))
  const { rows } = await sql<
    Record<'quanta' | 'delta', string> & Omit<Content, 'quanta' | 'delta'>
  >`
    select c."locationId", c."variantId", v.sku, v.qty_scale as "qtyScale", v.weight_g as "weightG",
      coalesce(t.code, c.lot) as lot, sum(c.quanta)::text as quanta, sum(c.delta)::text as delta
    from (
      select location_id as "locationId", variant_id as "variantId", lot_id as "lotId",
        null as lot, on_hand as quanta, 0 as delta
      from tenant.stock_buckets
      where platform_id = ${platformId} and location_id = any (${ids}::uuid[]) and on_hand > 0
      union all
      select g."locationId", g."variantId", g."lotId", g.lot, 0, g.quanta
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g("locationId" uuid,
        "variantId" uuid, "lotId" uuid, lot text, quanta bigint)
    ) c
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = c."variantId"
    left join tenant.lots t on t.platform_id = ${platformId} and t.lot_id = c."lotId"
    group by 1, 2, 3, 4, 5, 6
    order by v.sku, 6`.execute(db)
  return rows.map((row) => ({ ...row, quanta: BigInt(row.quanta), delta: BigInt(row.delta) }))
}
