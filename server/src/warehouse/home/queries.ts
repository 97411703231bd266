import type { Home, SetupStep, TodayTile } from '@stowage/contract/warehouse/home'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { startOfDay } from '../places/day-queries.ts'
import { itemName } from '../stock/level-queries.ts'

type Scope = readonly string[] | null

/** Null sees all warehouses; `warehouse` narrows it to one of them. */
const inSight = (scope: Scope, column: string) =>
  sql<boolean>`(${scope}::uuid[] is null or ${sql.ref(column)} = any (${scope}::uuid[]))`

/** Whether anything was ever moved here. */
export async function hasMoves(db: Db, platformId: string): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from tenant.stock_moves where platform_id = ${platformId}) as some`.execute(
    db,
  )
  return rows[0]?.some ?? false
}

/** Moves recorded since the day of the first warehouse began there. */
export async function countMovesToday(
  db: Db,
  platformId: string,
  scope: Scope,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ moves: number }>`
    with zone as (
      select coalesce((select timezone from tenant.warehouses
        where platform_id = ${platformId} and kind = 'site' and ${inSight(scope, 'warehouse_id')}
        order by rank, code limit 1), 'UTC') as name
    ), today as (
      select ${startOfDay(sql`${at}::timestamptz at time zone zone.name`, sql`zone.name`)} as begins_at
      from zone
    )
    select count(*)::int as moves from tenant.stock_moves
    where platform_id = ${platformId} and ${inSight(scope, 'warehouse_id')}
      and recorded_at >= (select begins_at from today)
      and recorded_at <= ${at}::timestamptz + interval '1 minute'`.execute(db)
  return rows[0]?.moves ?? 0
}

/** What waits to be done, with the moment the oldest of it began to wait. */
export async function findToday(db: Db, platformId: string, scope: Scope): Promise<Home['today']> {
  const { rows } = await sql<{ tile: TodayTile; count: number; oldest: Date | null }>`
    select 'to_receive' as tile, count(*)::int as count, min(created_at) as oldest
    from tenant.receipts
    where platform_id = ${platformId} and state = 'open' and ${inSight(scope, 'warehouse_id')}
    union all
    select 'receiving_bay', count(*)::int, min(b.last_at)
    from tenant.warehouses w
    join tenant.stock_buckets b on b.platform_id = w.platform_id
      and b.location_id = w.receive_location_id and b.on_hand > 0
    where w.platform_id = ${platformId} and w.kind = 'site' and ${inSight(scope, 'w.warehouse_id')}
    union all
    select 'to_approve', count(*)::int, min(updated_at)
    from tenant.adjustments
    where platform_id = ${platformId} and state = 'pending_approval'
      and ${inSight(scope, 'warehouse_id')}
    union all
    select 'on_hold', count(*)::int, min(changed_at)
    from tenant.stock_levels
    where platform_id = ${platformId} and unavailable > 0 and ${inSight(scope, 'warehouse_id')}`.execute(
    db,
  )
  return rows.map(({ oldest, ...row }) => ({ ...row, oldestAt: oldest?.toISOString() ?? null }))
}

/** Of the latest things of each kind so many are looked through for those of one member. */
const looked = 1_000

/** What this member has touched last, newest first. */
export async function findRecent(
  db: Db,
  platformId: string,
  scope: Scope,
  memberId: string,
): Promise<Home['recent']> {
  const { rows } = await sql<Omit<Home['recent'][number], 'at'> & { at: Date }>`
    with touched as (
      (select 'receipt' as type, receipt_id::text as id, number as label, updated_at as at
       from (select * from tenant.receipts where platform_id = ${platformId}
             order by created_at desc, receipt_id desc limit ${looked}) r
       where updated_by = ${memberId} and ${inSight(scope, 'warehouse_id')})
      union all
      (select 'adjustment', adjustment_id::text, number, updated_at
       from (select * from tenant.adjustments where platform_id = ${platformId}
             order by created_at desc, adjustment_id desc limit ${looked}) a
       where updated_by = ${memberId} and ${inSight(scope, 'warehouse_id')})
      union all
      (select 'move', move_id::text, kind, recorded_at
       from (select * from tenant.stock_moves where platform_id = ${platformId}
             order by recorded_at desc, move_id desc limit ${looked}) m
       where actor_id = ${memberId} and source_type = 'move' and ${inSight(scope, 'warehouse_id')})
      union all
      (select 'product', (select sku from tenant.variants v where v.platform_id = p.platform_id
          and v.product_id = p.product_id order by v.sku_key limit 1), name, updated_at
       from (select * from tenant.products where platform_id = ${platformId}
             order by product_id desc limit ${looked}) p
       where updated_by = ${memberId})
    )
    select t.type, t.id, t.label, t.at, (
      select jsonb_build_object('sku', v.sku, 'name', ${itemName}, 'others', i.items - 1)
      from (
        select min(l.line_no) as line_no, count(distinct b.variant_id) as items
        from tenant.stock_ledger l
        join tenant.stock_buckets b on b.platform_id = ${platformId} and b.bucket_id = l.bucket_id
        where l.platform_id = ${platformId}
          and l.move_id = case when t.type = 'move' then t.id::bigint end) i
      join tenant.stock_ledger l on l.platform_id = ${platformId} and l.line_no = i.line_no
        and l.move_id = case when t.type = 'move' then t.id::bigint end
      join tenant.stock_buckets b on b.platform_id = ${platformId} and b.bucket_id = l.bucket_id
      join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
      join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
      limit 1) as item
    from (select * from touched where id is not null order by at desc, id limit 5) t
    order by t.at desc, t.id`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** What is there of what a new workspace needs. */
export async function findSetup(db: Db, platformId: string): Promise<Home['setup']> {
  const { rows } = await sql<Record<SetupStep, boolean>>`
    select
      exists (select from tenant.warehouses where platform_id = ${platformId} and kind = 'site')
        as warehouse,
      exists (select from tenant.locations l
        join tenant.warehouses w on w.platform_id = l.platform_id
          and w.warehouse_id = l.warehouse_id and w.kind = 'site'
        where l.platform_id = ${platformId}
          and l.location_id not in (w.receive_location_id, w.stage_location_id,
            w.quarantine_location_id, w.damaged_location_id)) as locations,
      exists (select from tenant.products where platform_id = ${platformId}) as products,
      exists (select from tenant.stock_moves where platform_id = ${platformId}) as stock,
      (select count(*) > 1 from (select from tenant.members
        where platform_id = ${platformId} and status = 'active' limit 2) m) as team`.execute(db)
  const found = rows[0]
  const steps = ['warehouse', 'locations', 'products', 'stock', 'team'] as const
  return steps.map((step) => ({ step, done: found?.[step] ?? false }))
}

/** The last check of the books: undefined where they never were. */
export async function findLastCheck(
  db: Db,
  platformId: string,
): Promise<{ isClean: boolean } | undefined> {
  const { rows } = await sql<{ isClean: boolean }>`
    select jsonb_array_length(violations) = 0 as "isClean" from tenant.verify_runs
    where platform_id = ${platformId} order by started_at desc, run_id desc limit 1`.execute(db)
  return rows[0]
}
