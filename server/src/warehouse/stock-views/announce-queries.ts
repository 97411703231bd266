import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

/** Returns the platforms whose first change that was not announced is at least `age` milliseconds old. */
export async function listPlatformsToAnnounce(db: Db, age: number): Promise<string[]> {
  const { rows } = await sql<{ platformId: string }>`
    select * from authz.platforms_to_announce(make_interval(secs => ${age / 1000}))
      as p("platformId")`.execute(db)
  return rows.map(({ platformId }) => platformId)
}

/** Locks the announcement of a platform until the end of the transaction. Returns false if another process has it. */
export async function tryLockAnnouncement(tx: Tx, platformId: string): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`announce ${platformId}`}, 0))
      as "isLocked"`.execute(tx)
  return rows[0]?.isLocked ?? false
}

/** Net result of all changes to a level, in quanta. */
export type ChangedLevel = {
  warehouseId: string
  variantId: string
  sku: string
  qtyScale: number
  reorderPoint: string | null
  /** False for the virtual warehouse of goods between two sites. */
  isSite: boolean
  version: string
  was: string
  available: string
  /** How many changes these are. */
  changes: number
}

/**
 * Deletes the first `most` changes of a platform and returns the levels they are of. The announcement must be locked,
 * and this the next statement: others may have taken changes until then.
 */
export async function takeChanges(
  tx: Tx,
  platformId: string,
  most: number,
): Promise<ChangedLevel[]> {
  const { rows } = await sql<ChangedLevel>`
    with taken as (
      delete from tenant.available_changes c
      where c.platform_id = ${platformId} and c.change_no <= (
        select max(n.change_no) from (
          select change_no from tenant.available_changes
          where platform_id = ${platformId} order by change_no limit ${most}) n)
      returning c.change_no, c.warehouse_id, c.variant_id, c.version, c.was, c.available
    ),
    bundled as (
      select warehouse_id, variant_id, count(*)::int as changes, max(change_no) as last,
        max(version) as version,
        (array_agg(was order by change_no))[1] as was,
        (array_agg(available order by change_no desc))[1] as available
      from taken group by warehouse_id, variant_id
    )
    select b.warehouse_id as "warehouseId", b.variant_id as "variantId", v.sku,
      v.qty_scale as "qtyScale", v.reorder_point as "reorderPoint", w.kind = 'site' as "isSite",
      b.version, b.was, b.available, b.changes
    from bundled b
    -- Looked up for each, however many the database takes them for.
    cross join lateral (
      select * from tenant.variants v
      where v.platform_id = ${platformId} and v.variant_id = b.variant_id offset 0) v
    cross join lateral (
      select * from tenant.warehouses w
      where w.platform_id = ${platformId} and w.warehouse_id = b.warehouse_id offset 0) w
    order by b.last`.execute(tx)
  return rows
}
