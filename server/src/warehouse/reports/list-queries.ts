import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import {
  isRecordedAfter,
  items,
  recordedBefore,
  sitesOf,
  spanOf,
  wantedItems,
  type Movement,
  type SitePeriod,
  type Wanted,
} from './queries.ts'

/**
 * From here on this transaction reads ranges of indexes from end to end and joins them whole: what moved in
 * a year is too much to be looked up one by one. There is room for the buckets of a large warehouse.
 */
const readInBulk = (db: Db) =>
  sql`select set_config('enable_nestloop', 'off', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
    set_config('work_mem', '16MB', true)`.execute(db)

/** From when to when the periods reach, and the least and the greatest number of a move recorded meanwhile. */
type Reach = { begin: Date; end: Date; low: string; high: string }

async function reachOf(db: Db, platformId: string, periods: readonly SitePeriod[]): Promise<Reach> {
  const { begin, end } = spanOf(periods)
  // "offset 0": the least alone would be looked for from the first number of all.
  const { rows } = await sql<Pick<Reach, 'low' | 'high'>>`
    select coalesce(min(r.move_id), 0) as low, coalesce(max(r.move_id), 0) as high
    from (
      select m.move_id from tenant.stock_moves m
      where m.platform_id = ${platformId} and m.recorded_at >= ${begin} and m.recorded_at < ${end}
      offset 0) r`.execute(db)
  return { begin, end, low: '0', high: '0', ...rows[0] }
}

/**
 * Returns the condition that an entry `l` certainly cancels out: all warehouses are in sight, so both sides
 * of its line count, and the entry is within the period of each of them and known in each.
 */
const cancelsOut = (platformId: string, periods: readonly SitePeriod[]) => sql`(
  l.party = 'stock'
  and l.effective_at >= (select max(s.begins_at) from ${sitesOf(periods)})
  and l.effective_at < (select min(s.ends_at) from ${sitesOf(periods)})
  and l.recorded_at < (select min(s.known_before) from ${sitesOf(periods)})
  and ${periods.length} = (
    select count(*) from tenant.warehouses w where w.platform_id = ${platformId}))`

/**
 * Returns the query for entries that may be in the periods, with the kind of their move. Those recorded in
 * the periods are one range of moves and of entries, both in the order of the moves' numbers; those recorded
 * later are found by when they took effect.
 */
const entriesOf = (
  platformId: string,
  periods: readonly SitePeriod[],
  { begin, end, low, high }: Reach,
) => sql`
  -- "offset 0": joined with the buckets first, all of it would be kept to be looked up by its moves.
  (select m.kind, l.move_id, l.line_no, l.party, l.delta, l.bucket_id, l.recorded_at, l.effective_at
    from tenant.stock_moves m
    join tenant.stock_ledger l on l.platform_id = ${platformId} and l.move_id = m.move_id
    where m.platform_id = ${platformId} and m.move_id between ${low} and ${high}
      and l.move_id between ${low} and ${high} and not ${cancelsOut(platformId, periods)}
    offset 0)
  union all
  select (select m.kind from tenant.stock_moves m
      where m.platform_id = ${platformId} and m.move_id = l.move_id),
    l.move_id, l.line_no, l.party, l.delta, l.bucket_id, l.recorded_at, l.effective_at
  from tenant.stock_ledger l
  where l.platform_id = ${platformId} and l.effective_at < l.recorded_at
    and l.effective_at >= ${begin} and l.effective_at < ${end} and l.recorded_at >= ${end}
    and not l.move_id between ${low} and ${high}
    -- Mostly there is no later, or nothing of it is known.
    and exists (
      select from tenant.stock_moves m
      where m.platform_id = ${platformId} and m.recorded_at >= ${end}
        and m.recorded_at < (select max(s.known_before) from ${sitesOf(periods)}))`

/**
 * Sums up the opening, incoming, outgoing and closing quantities of all items, a row for each unit and number
 * of decimals. The cost grows with what was recorded in the periods and with the buckets changed since they
 * began. Needs one snapshot: what is posted between its statements would look like an error in the ledger.
 */
export async function sumMovements(
  db: Db,
  platformId: string,
  periods: readonly SitePeriod[],
  wanted: Wanted,
): Promise<Movement[]> {
  if (periods.length === 0) return []
  await readInBulk(db)
  const reach = await reachOf(db, platformId, periods)
  const { rows } = await sql<Movement>`
    with buckets as materialized (
      select b.bucket_id, b.on_hand, b.last_at, v.unit, v.qty_scale, s.begins_at, s.ends_at,
        s.known_before
      from tenant.stock_buckets b
      join ${sitesOf(periods)} on s.warehouse_id = b.warehouse_id
      join (${items(platformId)}) on v.variant_id = b.variant_id
      where b.platform_id = ${platformId} and ${wantedItems(platformId, wanted)}
      -- As they stand in the indexes they are looked up in.
      order by b.bucket_id
    ), flows as materialized (
      select n.unit, n.qty_scale, n.kind, sum(greatest(n.net, 0)) as came,
        sum(greatest(-n.net, 0)) as went
      from (
        -- What came from outside or went there has one side only, and nothing to cancel out with.
        select s.unit, s.qty_scale, l.kind, sum(l.delta) as net
        from (${entriesOf(platformId, periods, reach)}) l
        join buckets s on s.bucket_id = l.bucket_id
        where l.effective_at >= s.begins_at and l.effective_at < s.ends_at
          and l.recorded_at < s.known_before
        group by s.unit, s.qty_scale, l.kind,
          case when l.party = 'stock' then l.move_id when l.delta > 0 then -1 else -2 end,
          case when l.party = 'stock' then l.line_no end
        having sum(l.delta) <> 0) n
      group by n.unit, n.qty_scale, n.kind
    )
    select a.unit, a.qty_scale as "qtyScale", sum(a.opening)::text as opening,
      sum(a.closing)::text as closing, coalesce((
        select jsonb_agg(jsonb_build_object('kind', f.kind, 'in', f.came::text, 'out', f.went::text)
          order by f.kind)
        from flows f where f.unit = a.unit and f.qty_scale = a.qty_scale), '[]'::jsonb) as flows
    from (
      select b.unit, b.qty_scale, ${recordedBefore(platformId, sql`s.begins_at`)} as opening,
        ${recordedBefore(platformId, sql`s.ends_at`)} as closing
      from buckets b
      cross join lateral (select b.begins_at, b.ends_at, b.known_before) s
      union all
      select s.unit, s.qty_scale,
        case when ${isRecordedAfter(sql`s.begins_at`)} then l.delta else 0 end,
        case when ${isRecordedAfter(sql`s.ends_at`)} then l.delta else 0 end
      from tenant.stock_ledger l
      join buckets s on s.bucket_id = l.bucket_id
      where l.platform_id = ${platformId} and l.effective_at < l.recorded_at
        and l.effective_at < ${reach.end} and l.recorded_at >= ${reach.begin}) a
    group by a.unit, a.qty_scale`.execute(db)
  return rows
}
