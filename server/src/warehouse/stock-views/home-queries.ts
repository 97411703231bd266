import type { Home } from '@stowage/contract/workspace/home'
import { isInWarehouses } from '../../workspace/search/source-queries.ts'
import { sql } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'
import type { Db } from '../../database/connect.ts'
import {
  maxRecent,
  type RecentSource,
  type SetupSource,
  type TileSource,
} from '../../workspace/home/source-queries.ts'
import { startOfDay } from '../../database/start-of-day.ts'
import { itemName } from '../products/variant-list-queries.ts'

/** Checks whether a platform has any stock moves. */
export async function hasMoves(db: Db, platformId: string): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`select ${stockStep(platformId)} as some`.execute(db)
  return rows[0]?.some ?? false
}

export const stockStep: SetupSource = (platformId) =>
  sql`exists (select from tenant.stock_moves where platform_id = ${platformId})`

/** Moves recorded since the day of the first warehouse began there. */
export async function countMovesToday(
  db: Db,
  platformId: string,
  scope: VisibleWarehouses,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ moves: number }>`
    with zone as (
      select coalesce((select timezone from tenant.warehouses
        where platform_id = ${platformId} and kind = 'site' and ${isInWarehouses(scope, 'warehouse_id')}
        order by rank, code limit 1), 'UTC') as name
    ), today as (
      select ${startOfDay(sql`${at}::timestamptz at time zone zone.name`, sql`zone.name`)} as begins_at
      from zone
    )
    select count(*)::int as moves from tenant.stock_moves
    where platform_id = ${platformId} and ${isInWarehouses(scope, 'warehouse_id')}
      and recorded_at >= (select begins_at from today)
      and recorded_at <= ${at}::timestamptz + interval '1 minute'`.execute(db)
  return rows[0]?.moves ?? 0
}

/** Returns the finding of the last integrity check, or that there was none. */
export async function listFindings(
  db: Db,
  platformId: string,
): Promise<Home['security']['findings']> {
  const { rows } = await sql<{ isClean: boolean }>`
    select jsonb_array_length(violations) = 0 as "isClean" from tenant.verify_runs
    where platform_id = ${platformId} order by started_at desc, run_id desc limit 1`.execute(db)
  const [check] = rows
  return check?.isClean ? [] : [{ code: check ? 'books_differ' : 'never_checked' }]
}

/** Goods where they were received, not yet put away. */
export const receivingBayTile: TileSource = (platformId, scope) => sql`
  select count(*), min(b.last_at)
  from tenant.warehouses w
  join tenant.stock_buckets b on b.platform_id = w.platform_id
    and b.location_id = w.receive_location_id and b.on_hand > 0
  where w.platform_id = ${platformId} and w.kind = 'site' and ${isInWarehouses(scope, 'w.warehouse_id')}`

/** Stock that was picked for what was cancelled, in the stage locations until it is moved or picked for others. */
export const toPutBackTile: TileSource = (platformId, scope) => sql`
  select count(*), min(b.last_at)
  from tenant.warehouses w
  join tenant.stock_buckets b on b.platform_id = w.platform_id
    and b.location_id = w.stage_location_id and b.on_hand > b.allocated
  where w.platform_id = ${platformId} and w.kind = 'site' and ${isInWarehouses(scope, 'w.warehouse_id')}`

export const onHoldTile: TileSource = (platformId, scope) => sql`
  select count(*), min(s.changed_at)
  from tenant.stock_levels s
  join tenant.warehouses w on w.platform_id = s.platform_id and w.warehouse_id = s.warehouse_id
    and w.kind = 'site'
  where s.platform_id = ${platformId} and s.unavailable > 0 and ${isInWarehouses(scope, 's.warehouse_id')}`

export const recentMoves: RecentSource = {
  touched: ({ platformId, scope, memberId }) => sql`
    select move_id::text, kind, recorded_at
    from (select * from tenant.stock_moves where platform_id = ${platformId}
          order by recorded_at desc, move_id desc limit ${maxRecent}) m
    where actor_id = ${memberId} and source_type = 'move' and ${isInWarehouses(scope, 'warehouse_id')}`,

  /** The first item of each move, and how many others it has. */
  async listItems(db, platformId, ids) {
    type Item = NonNullable<Home['recent'][number]['item']>
    const { rows } = await sql<{ id: string; item: Item }>`
      select i.move_id::text as id,
        jsonb_build_object('sku', v.sku, 'name', ${itemName}, 'others', i.items - 1) as item
      from (
        select l.move_id, min(l.line_no) as line_no, count(distinct b.variant_id) as items
        from tenant.stock_ledger l
        join tenant.stock_buckets b on b.platform_id = l.platform_id and b.bucket_id = l.bucket_id
        where l.platform_id = ${platformId} and l.move_id = any (${ids}::bigint[])
        group by l.move_id) i
      cross join lateral (
        select b.variant_id from tenant.stock_ledger l
        join tenant.stock_buckets b on b.platform_id = l.platform_id and b.bucket_id = l.bucket_id
        where l.platform_id = ${platformId} and l.move_id = i.move_id and l.line_no = i.line_no
        limit 1) b
      join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
      join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id`.execute(
      db,
    )
    return new Map(rows.map(({ id, item }) => [id, item]))
  },
}
