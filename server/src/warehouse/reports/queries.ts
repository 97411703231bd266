import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { givenIds } from '../../database/given.ts'
import { readPage, type Page, type PageRequest } from '../../database/pages.ts'
import { startOfDay } from '../../database/start-of-day.ts'
import { hasBegun } from '../stock-views/as-of-queries.ts'
import type { WarehouseScope } from '../locations/warehouse-list-queries.ts'
import { itemName } from '../products/variant-list-queries.ts'

/** Start and end of a period in one warehouse, and the time up to which it is known. */
export type SitePeriod = {
  warehouseId: string
  warehouseCode: string
  timezone: string
  /** The first moment of the period. */
  beginsAt: Date
  /** The first moment after it. */
  endsAt: Date
  /**
   * Cutoff of recording: entries recorded at this time or later are ignored. PostgreSQL writes and reads it.
   */
  knownBefore: string
}

export type Period = {
  from: string
  to: string
  /** Cutoff of recording: entries recorded after this time are ignored; `then` is the end of the period. */
  known: Date | 'then' | 'now'
}

/** The days of a period in each warehouse in sight, or only in this one. */
export async function listSitePeriods(
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  { from, to, known }: Period,
  warehouse?: string,
): Promise<SitePeriod[]> {
  const zone = sql<string>`w.timezone`
  const ends = startOfDay(sql<string>`${to}::date + 1`, zone)
  const knownBefore =
    known === 'then'
      ? sql`p."endsAt"`
      : known === 'now'
        ? sql`'infinity'::timestamptz`
        : // The stock of a moment knows what was recorded at the very moment.
          sql`${known}::timestamptz + interval '1 microsecond'`
  const { rows } = await sql<SitePeriod>`
    select p.*, (${knownBefore})::text as "knownBefore"
    from (
      select w.warehouse_id as "warehouseId", w.code as "warehouseCode", w.timezone,
        ${startOfDay(sql<string>`${from}`, zone)} as "beginsAt", ${ends} as "endsAt"
      from tenant.warehouses w
      where w.platform_id = ${platformId}
        and (${warehouses}::uuid[] is null or w.warehouse_id = any (${warehouses}::uuid[]))
        and (${warehouse ?? null}::uuid is null or w.warehouse_id = ${warehouse ?? null})) p
    order by p."warehouseCode"`.execute(db)
  return rows
}

export type MovementFilter = {
  items: 'moved' | 'all'
  category?: string | undefined
  tag?: string | undefined
}

/** Quanta that came and went by one kind of movement. */
type Flow = { kind: string; in: string; out: string }

/** Quanta of items that are counted in the same way. */
export type Movement = {
  unit: string
  qtyScale: number
  opening: string
  closing: string
  flows: Flow[]
}
export type ItemMovement = Movement & {
  variantId: string
  sku: string
  name: string
  skuKey: string
}

export type Wanted = Omit<MovementFilter, 'items'>

/** Returns the condition on the items `v` of products `p` of a report. */
export const wantedItems = (platformId: string, { category, tag }: Wanted) =>
  sql<boolean>`${sql.join(
    [
      sql`v.platform_id = ${platformId}`,
      ...(category ? [sql`p.category_id = ${category}`] : []),
      ...(tag ? [sql`${tag} = any (p.tags)`] : []),
    ],
    sql` and `,
  )}`
export const items = (platformId: string) => sql`tenant.variants v
  join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id`

/** The same of these items only, by SKU, so what is beside them is worked out for those of a page. */
const itemsOf = (platformId: string, ids: readonly string[]) => sql`(
    select v.* from ${givenIds(JSON.stringify(ids))} given
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = given.id
    order by v.sku_key offset 0) v
  join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id`

/** The warehouses with their periods, as rows `s`. */
export const sitesOf = (periods: readonly SitePeriod[]) => sql`unnest(
    ${periods.map((one) => one.warehouseId)}::uuid[],
    ${periods.map((one) => one.beginsAt)}::timestamptz[],
    ${periods.map((one) => one.endsAt)}::timestamptz[],
    ${periods.map((one) => one.knownBefore)}::timestamptz[]
  ) as s(warehouse_id, begins_at, ends_at, known_before)`

/** The buckets `b` of an item `v`, each with its period, and with what `beside` finds of it. */
const bucketsOf = (
  platformId: string,
  periods: readonly SitePeriod[],
  beside: RawBuilder<unknown> = sql``,
) => sql`tenant.stock_buckets b
  join ${sitesOf(periods)} on s.warehouse_id = b.warehouse_id ${beside}
  where b.platform_id = ${platformId} and b.variant_id = v.variant_id`

/**
 * Quanta of a bucket `b` by what was recorded before a moment and was known: what lies there now, where nothing
 * has been recorded since, and nothing before the first movement of all, else a look into an index.
 */
export const recordedBefore = (platformId: string, moment: RawBuilder<unknown>) => sql`(case
    when b.last_at < least(${moment}, s.known_before) then b.on_hand
    when ${moment} <= (
      select m.recorded_at from tenant.stock_moves m
      where m.platform_id = ${platformId} order by m.recorded_at limit 1) then 0
    else coalesce((
      select l.qty_after from tenant.stock_ledger l
      where l.platform_id = ${platformId} and l.bucket_id = b.bucket_id
        and l.recorded_at < least(${moment}, s.known_before)
      order by l.recorded_at desc, l.seq desc limit 1), 0) end)`

/** Returns the condition that an entry `l` took effect before a moment and was recorded only afterwards. */
export const isRecordedAfter = (moment: RawBuilder<unknown>) =>
  sql`l.effective_at < l.recorded_at and l.effective_at < ${moment} and l.recorded_at >= ${moment}
    and l.recorded_at < s.known_before`

/**
 * Quanta of a bucket just before a moment, which is what the stock as of the last moment before it says. Two
 * looks into an index, however long the history is, and none where nothing has been recorded since.
 */
const balanceBefore = (
  platformId: string,
  moment: RawBuilder<unknown>,
) => sql`(${recordedBefore(platformId, moment)}
    + case when b.last_at < ${moment} then 0 else coalesce((
      select sum(l.delta) from tenant.stock_ledger l
      where l.platform_id = ${platformId} and l.bucket_id = b.bucket_id
        and ${isRecordedAfter(moment)}), 0) end)`

/** Returns the query for the opening and closing quantities of an item `v` in the period. */
const balancesOf = (platformId: string, periods: readonly SitePeriod[]) => sql`lateral (
    select sum(${balanceBefore(platformId, sql`s.begins_at`)}) as opening,
      sum(${balanceBefore(platformId, sql`s.ends_at`)}) as closing
    from ${bucketsOf(platformId, periods)} offset 0) a`

/**
 * Returns the query for the entries of bucket `b` in the period, by two index ranges: those recorded when
 * they took effect, and those recorded later.
 */
const entriesOf = (platformId: string) => sql`
  select l.move_id, l.line_no, l.delta from tenant.stock_ledger l
  where l.platform_id = ${platformId} and l.bucket_id = b.bucket_id
    and l.recorded_at >= s.begins_at and l.recorded_at < least(s.ends_at, s.known_before)
    and l.effective_at = l.recorded_at
  union all
  select l.move_id, l.line_no, l.delta from tenant.stock_ledger l
  where l.platform_id = ${platformId} and l.bucket_id = b.bucket_id
    and l.effective_at < l.recorded_at and l.effective_at >= s.begins_at
    and l.effective_at < s.ends_at and l.recorded_at < s.known_before`

/**
 * Returns the query for the incoming and outgoing quantities of an item `v`, null for none. The two sides of
 * a line that stays among the warehouses in sight cancel out: relocated stock neither comes in nor goes out.
 */
const flowsOf = (platformId: string, periods: readonly SitePeriod[]) => sql`lateral (
    select jsonb_agg(jsonb_build_object('kind', k.kind, 'in', k.came::text, 'out', k.went::text)
      order by k.kind) as flows
    from (
      select n.kind, sum(greatest(n.net, 0)) as came, sum(greatest(-n.net, 0)) as went
      from (
        -- Looked up for each: as a join it could be made the other way round, from every move.
        select sum(e.delta) as net, (
          select m.kind from tenant.stock_moves m
          where m.platform_id = ${platformId} and m.move_id = e.move_id) as kind
        from ${bucketsOf(platformId, periods, sql`cross join lateral (${entriesOf(platformId)}) e`)}
          and b.last_at >= s.begins_at
        group by e.move_id, e.line_no having sum(e.delta) <> 0) n
      group by n.kind) k
    offset 0) f`

/**
 * From here on this transaction makes joins as they are written, each by an index: a page reads the rows of
 * its items and of no others. Only a few given items are sorted.
 */
const readInOrder = (db: Db, few: readonly string[] | undefined) =>
  sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('enable_sort', ${few ? 'on' : 'off'}, true),
    set_config('join_collapse_limit', '1', true)`.execute(db)

/** From the first moment of all periods to their end, wherever their days are. */
export const spanOf = (periods: readonly SitePeriod[]) => ({
  begin: new Date(Math.min(...periods.map(({ beginsAt }) => beginsAt.getTime()))),
  end: new Date(Math.max(...periods.map(({ endsAt }) => endsAt.getTime()))),
})

/** Lines of movements up to which the items they moved are looked up, instead of walking through all items. */
const fewLines = 5_000

/**
 * Returns the items of everything that was recorded in a period or told later of it, or undefined if that is more than
 * a few lines. Among very many items that did not move, the next that did would be looked for long.
 */
async function findFewMoved(
  db: Db,
  platformId: string,
  { begin, end }: ReturnType<typeof spanOf>,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ lines: number; ids: string[] }>`
    with lines as materialized (
      select e.bucket_id from (
        select l.bucket_id
        from (
          select m.move_id from tenant.stock_moves m
          where m.platform_id = ${platformId} and m.recorded_at >= ${begin} and m.recorded_at < ${end}
          order by m.recorded_at limit ${fewLines + 1}) m
        cross join lateral (
          select l.bucket_id from tenant.stock_ledger l
          where l.platform_id = ${platformId} and l.move_id = m.move_id offset 0) l
        union all
        select l.bucket_id from tenant.stock_ledger l
        where l.platform_id = ${platformId} and l.effective_at < l.recorded_at
          and l.effective_at >= ${begin} and l.effective_at < ${end}) e
      limit ${fewLines + 1}
    )
    select (select count(*)::int from lines) as lines, coalesce((
      select jsonb_agg(distinct b.variant_id)
      from (select distinct bucket_id from lines) n
      cross join lateral (
        select b.variant_id from tenant.stock_buckets b
        where b.platform_id = ${platformId} and b.bucket_id = n.bucket_id offset 0) b), '[]') as ids`.execute(
    db,
  )
  const [found] = rows
  return found && found.lines <= fewLines ? found.ids : undefined
}

/** Items by SKU with what came and went in these periods. */
export async function listMovements(
  db: Db,
  platformId: string,
  periods: readonly SitePeriod[],
  { items: which, ...wanted }: MovementFilter,
  page: PageRequest,
): Promise<Page<ItemMovement>> {
  if (periods.length === 0)
    return { items: [], next: null, previous: null, total: null, capped: false }
  const some =
    which === 'moved'
      ? sql`f.flows is not null`
      : sql`(f.flows is not null or a.opening <> 0 or a.closing <> 0)
        and ${hasBegun(platformId, { at: spanOf(periods).end, known: null })}`
  const few = which === 'moved' ? await findFewMoved(db, platformId, spanOf(periods)) : undefined
  await readInOrder(db, few)
  const rows = sql<ItemMovement>`(
    select v.sku_key, v.variant_id as "variantId", v.sku, ${itemName} as name, v.unit,
      v.qty_scale as "qtyScale", coalesce(a.opening, 0)::text as opening,
      coalesce(a.closing, 0)::text as closing, coalesce(f.flows, '[]'::jsonb) as flows
    from ${few ? itemsOf(platformId, few) : items(platformId)}
    cross join ${flowsOf(platformId, periods)}
    cross join ${balancesOf(platformId, periods)}
    where ${wantedItems(platformId, wanted)} and ${some})`
  return readPage(
    db,
    db.selectFrom(rows.as('x')).selectAll(),
    { sort: '', keys: [{ column: 'x.sku_key', kind: 'text', of: (row) => row.skuKey }] },
    // Counting them would work every one of them out.
    { ...page, count: 'none' },
  )
}
