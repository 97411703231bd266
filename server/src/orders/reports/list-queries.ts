import type {
  AgeClass,
  ReportedShort,
  ShortSubject,
  WaitingAge,
  WaitingItem,
} from '@stowage/contract/orders/reports'
import { fromQuanta, plainMoney } from '@stowage/contract/warehouse/quantities'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { itemName } from '../../warehouse/products/variant-list-queries.ts'
import { isOf, nothing, sortInMemory, tasksNear, type Work } from './queries.ts'
import { beganIn } from './rules.ts'

type Viewer = Pick<WorkspaceMember, 'platform' | 'warehouses' | 'holds' | 'at'>
type Places = { warehouse?: string | undefined; category?: string | undefined }

/**
 * Order lines that wait for stock, each with the value of what waits. A kit is worth the same in each of its
 * components.
 */
const waitingLines = ({ platform, warehouses }: Viewer, { warehouse, category }: Places) => sql`(
  select r.variant_id, r.backordered, r.due_at, r.created_at, o.currency,
    l.total_micros::numeric * r.backordered / case
      when r.component_id is null then l.qty
      else (
        select l.qty * sum(c.per_kit) filter (where c.component_id = r.component_id) * count(*)
          / power(10::numeric, (
            select v.qty_scale from tenant.variants v
            where v.platform_id = l.platform_id and v.variant_id = l.variant_id))
        from tenant.order_line_components c
        where c.platform_id = l.platform_id and c.order_line_id = l.order_line_id) end as micros
  from tenant.reservations r
  join tenant.order_lines l on l.platform_id = r.platform_id and l.order_line_id = r.source_id
  join tenant.orders o on o.platform_id = l.platform_id and o.order_id = l.order_id
  where r.platform_id = ${platform.id} and r.source_type = 'order_line' and r.backordered > 0
    and (${warehouses}::uuid[] is null or r.warehouse_id = any (${warehouses}::uuid[]))
    and (${warehouse ?? null}::uuid is null or r.warehouse_id = ${warehouse ?? null})
    and ${isOf({ platformId: platform.id, category }, sql`r.variant_id`)})`

type Sums = { currency: string; micros: string }[]

/** The values, for those who may see prices. */
const valuesOf = ({ holds }: Viewer, sums: Sums) =>
  holds.has('catalog.price.read') && {
    values: sums.map(({ currency, micros }) => ({ currency, amount: plainMoney(micros) })),
  }

/** Adds up the sums by currency of grouped rows `g`. */
const sumsOf = sql`jsonb_agg(
  jsonb_build_object('currency', g.currency, 'micros', round(g.micros)::bigint::text)
  order by g.currency)`

type ItemRow = Omit<WaitingItem, 'since' | 'promisedShipAt' | 'values'> & {
  qtyScale: number
  since: Date
  promisedShipAt: Date | null
  sums: Sums
}

/** Returns a page of the items that orders wait for, the most lines first. */
export async function listWaitingItems(
  db: Db,
  viewer: Viewer,
  { age, ...places }: Places & { age?: AgeClass | undefined },
  page: PageRequest,
): Promise<Page<WaitingItem>> {
  const { id: platformId } = viewer.platform
  const { since, before } = age ? beganIn(age, viewer.at) : { since: null, before: null }
  const rows = sql<ItemRow>`(
    select i.*, v.sku, ${itemName} as name, v.unit, v.qty_scale
    from (
      select g.variant_id, sum(g.waiting)::text as waiting, sum(g.lines)::int as lines,
        min(g.since) as since, min(g.due_at) as promised_ship_at, ${sumsOf} as sums
      from (
        select b.variant_id, b.currency, sum(b.backordered) as waiting, count(*) as lines,
          min(b.created_at) as since, min(b.due_at) as due_at, sum(b.micros) as micros
        from ${waitingLines(viewer, places)} b
        where (${since}::timestamptz is null or b.created_at >= ${since})
          and (${before}::timestamptz is null or b.created_at < ${before})
        group by 1, 2) g
      group by 1) i
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = i.variant_id
    join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id)`
  const found = await readPage(
    db,
    db.selectFrom(rows.as('x')).selectAll(),
    orderOf<ItemRow, 'lines'>('-lines', {
      lines: [
        { column: 'x.lines', kind: 'int', of: (row) => String(row.lines) },
        { column: 'x.variant_id', kind: 'uuid', of: (row) => row.variantId },
      ],
    }),
    { ...page, count: 'none' },
  )
  const items = found.items.map(({ qtyScale, sums, ...row }) => ({
    ...row,
    waiting: fromQuanta(row.waiting, qtyScale),
    since: row.since.toISOString(),
    promisedShipAt: row.promisedShipAt?.toISOString() ?? null,
    ...valuesOf(viewer, sums),
  }))
  return { ...found, items }
}

/** Returns how many lines have waited how long; classes without a line are left out. */
export async function countAges(db: Db, viewer: Viewer, places: Places): Promise<WaitingAge[]> {
  const [day, week, month] = (['day', 'week', 'month'] as const).map(
    (age) => beganIn(age, viewer.at).since,
  )
  const { rows } = await sql<Pick<WaitingAge, 'age' | 'lines'> & { sums: Sums }>`
    select g.age, sum(g.lines)::int as lines, ${sumsOf} as sums
    from (
      select case when b.created_at >= ${day} then 'day' when b.created_at >= ${week} then 'week'
          when b.created_at >= ${month} then 'month' else 'older' end as age,
        b.currency, count(*) as lines, sum(b.micros) as micros
      from ${waitingLines(viewer, places)} b
      group by 1, 2) g
    group by g.age
    order by array_position(array['day', 'week', 'month', 'older'], g.age)`.execute(db)
  return rows.map(({ sums, ...row }) => ({ ...row, ...valuesOf(viewer, sums) }))
}

/** The picks of the period, confirmed or short, each with its item, its location and its day. */
function picksOf(work: Work) {
  const { platformId } = work
  const found = (moment: 'picked_at' | 'short_at') => sql`
    select l.variant_id, t.location_id,
      (${sql.ref(`t.${moment}`)} at time zone s.zone)::date as day,
      ${sql.raw(moment === 'short_at' ? '1' : '0')} as short
    from ${tasksNear(work, moment)}
    join tenant.fulfillment_lines l on l.platform_id = ${platformId}
      and l.fulfillment_id = t.fulfillment_id and l.line_no = t.line_no
    where ${isOf(work, sql`l.variant_id`)}`
  return sql`(${found('picked_at')} union all ${found('short_at')})`
}

/** Returns a page of the items or locations that had short picks, the most first. */
export async function listShortSubjects(
  db: Db,
  work: Work,
  by: 'item' | 'location',
  page: PageRequest,
): Promise<Page<ShortSubject>> {
  if (work.sites.length === 0) return nothing
  await sortInMemory(db)
  const { platformId } = work
  const key = by === 'item' ? sql`k.variant_id` : sql`k.location_id`
  const named =
    by === 'item'
      ? sql`
        select v.sku as label, ${itemName} as name
        from tenant.variants v
        join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
        where v.platform_id = ${platformId} and v.variant_id = g.id`
      : sql`
        select o.code as label, w.code as name
        from tenant.locations o
        join tenant.warehouses w
          on w.platform_id = o.platform_id and w.warehouse_id = o.warehouse_id
        where o.platform_id = ${platformId} and o.location_id = g.id`
  const rows = sql<ShortSubject>`(
    select g.id, n.label, n.name, g.picks, g.short
    from (
      select ${key} as id, count(*)::int as picks, sum(k.short)::int as short
      from ${picksOf(work)} k group by 1 having sum(k.short) > 0) g
    cross join lateral (${named}) n)`
  return readPage(
    db,
    db.selectFrom(rows.as('x')).selectAll(),
    orderOf<ShortSubject, 'short'>('-short', {
      short: [
        { column: 'x.short', kind: 'int', of: (row) => String(row.short) },
        { column: 'x.id', kind: 'uuid', of: (row) => row.id },
      ],
    }),
    { ...page, count: 'none' },
  )
}

/** Returns the picks and short picks of each day that had any. */
export async function countShortDays(
  db: Db,
  work: Work,
): Promise<{ day: string; picks: number; short: number }[]> {
  if (work.sites.length === 0) return []
  await sortInMemory(db)
  const { rows } = await sql<{ day: string; picks: number; short: number }>`
    select k.day::text as day, count(*)::int as picks, sum(k.short)::int as short
    from ${picksOf(work)} k group by 1 order by 1`.execute(db)
  return rows
}

type ShortRow = Omit<ReportedShort, 'at'> & { at: Date; qtyScale: number }

/** Returns a page of the picks that were short, the latest first. */
export async function listShortPicks(
  db: Db,
  work: Work,
  { variant, location }: { variant?: string | undefined; location?: string | undefined },
  page: PageRequest,
): Promise<Page<ReportedShort>> {
  if (work.sites.length === 0) return nothing
  const { platformId } = work
  const rows = sql<ShortRow>`(
    select t.pick_task_id, t.fulfillment_id,
      f.number as fulfillment, f.order_id, d.number as "order", v.sku, v.unit,
      v.qty_scale, t.location_id, o.code as location,
      t.qty::text as missing, t.short_at as at
    from ${tasksNear(work, 'short_at')}
    join tenant.fulfillment_lines l on l.platform_id = ${platformId}
      and l.fulfillment_id = t.fulfillment_id and l.line_no = t.line_no
    join tenant.fulfillments f
      on f.platform_id = ${platformId} and f.fulfillment_id = t.fulfillment_id
    join tenant.orders d on d.platform_id = ${platformId} and d.order_id = f.order_id
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = l.variant_id
    where ${isOf(work, sql`l.variant_id`)}
      and (${variant ?? null}::uuid is null or l.variant_id = ${variant ?? null})
      and (${location ?? null}::uuid is null or t.location_id = ${location ?? null}))`
  const found = await readPage(
    db,
    db.selectFrom(rows.as('x')).selectAll(),
    orderOf<ShortRow, 'at'>('-at', {
      at: [
        { column: 'x.at', kind: 'moment' },
        { column: 'x.pick_task_id', kind: 'uuid', of: (row) => row.pickTaskId },
      ],
    }),
    { ...page, count: 'none' },
  )
  const items = found.items.map(({ qtyScale, ...row }) => ({
    ...row,
    missing: fromQuanta(row.missing, qtyScale),
    at: row.at.toISOString(),
  }))
  return { ...found, items }
}
