import {
  longestWorkPeriod,
  type CycleShipment,
  type CycleStep,
  type CycleStepTimes,
  type Pace,
  type PaceOfMember,
} from '@stowage/contract/orders/reports'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import { fail, failField } from '../../errors.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import { listSitePeriods, type SitePeriod } from '../../warehouse/reports/queries.ts'
import { isToCome, whyNoPeriod } from '../../warehouse/reports/rules.ts'
import type { Scoped } from '../../workspace/documents/queries.ts'

type PeriodQuery = { from: string; to: string; warehouse?: string | undefined }

/** Scope of a period report: the days in each warehouse in sight, and the category of items. */
export type Work = {
  platformId: string
  sites: readonly SitePeriod[]
  category: string | undefined
}

/** Fails with `validation_failed` for a period nobody can mean, `future_date_refused` for one to come. */
export async function findWork(
  db: Db,
  { platform, warehouses, at }: Scoped & { at: Date },
  { from, to, warehouse, category }: PeriodQuery & { category?: string | undefined },
): Promise<Work> {
  const message = whyNoPeriod(from, to, longestWorkPeriod)
  if (message !== undefined) failField('to', message)
  if (isToCome(to, at)) fail('future_date_refused')
  const period = { from, to, known: 'now' } as const
  const sites = await listSitePeriods(db, platform.id, { warehouses }, period, warehouse)
  return { platformId: platform.id, sites, category }
}

/** The warehouses with their periods and zones, as rows `s`. */
const sitesOf = ({ sites }: Work) => sql`unnest(
    ${sites.map((one) => one.warehouseId)}::uuid[], ${sites.map((one) => one.beginsAt)}::timestamptz[],
    ${sites.map((one) => one.endsAt)}::timestamptz[], ${sites.map((one) => one.timezone)}::text[]
  ) as s(warehouse_id, begins_at, ends_at, zone)`

/** Returns the condition that a moment is in the period of any warehouse, which an index can answer first. */
const isNear = ({ sites }: Work, moment: RawBuilder<unknown>) => {
  const begin = new Date(Math.min(...sites.map(({ beginsAt }) => beginsAt.getTime())))
  const end = new Date(Math.max(...sites.map(({ endsAt }) => endsAt.getTime())))
  return sql<boolean>`(${moment} >= ${begin} and ${moment} < ${end})`
}

/** Returns the condition that a moment is in the period of warehouse `s`. */
const isIn = (moment: RawBuilder<unknown>) =>
  sql<boolean>`(${moment} >= s.begins_at and ${moment} < s.ends_at)`

/** The tasks with a moment of this column near the period, read once. */
export const tasksNear = (work: Work, moment: 'picked_at' | 'short_at') => sql`(
  select t.* from tenant.pick_tasks t
  where t.platform_id = ${work.platformId} and ${isNear(work, sql.ref(`t.${moment}`))} offset 0) t
  join tenant.locations o on o.platform_id = ${work.platformId} and o.location_id = t.location_id
  join ${sitesOf(work)} on s.warehouse_id = o.warehouse_id and ${isIn(sql.ref(`t.${moment}`))}`

/** From here on this transaction sorts what happened in a month in memory. */
export const sortInMemory = (db: Db) => sql`select set_config('work_mem', '48MB', true)`.execute(db)

/** Returns the condition that an item is in the requested category. */
export const isOf = (
  { platformId, category }: Pick<Work, 'platformId' | 'category'>,
  variantId: RawBuilder<unknown>,
) =>
  category === undefined
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from tenant.variants v
        join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
        where v.platform_id = ${platformId} and v.variant_id = ${variantId}
          and p.category_id = ${category})`

/** Returns the condition that the item of row `of`, a fulfillment line, is in that category. */
const isOfLine = (work: Work, of: RawBuilder<unknown>) =>
  work.category === undefined
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from tenant.fulfillment_lines l
        where l.platform_id = ${work.platformId} and l.fulfillment_id = ${of}.fulfillment_id
          and l.line_no = ${of}.line_no and ${isOf(work, sql`l.variant_id`)})`

/** The shipments of the period with the seconds of each step, null for one that was left out. */
function shipmentsOf(work: Work) {
  const { platformId, category } = work
  const ofCategory =
    category === undefined
      ? sql`true`
      : sql`exists (
          select from tenant.fulfillment_lines l
          where l.platform_id = ${platformId} and l.fulfillment_id = d.fulfillment_id
            and ${isOf(work, sql`l.variant_id`)})`
  const between = (from: string, to: string) =>
    sql`greatest(0, extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}))::int`
  return sql`(
    select m.*, ${between('m.placed_at', 'm.confirmed_at')} as confirmed,
      ${between('m.confirmed_at', 'm.released_at')} as released,
      ${between('m.released_at', 'm.picked_at')} as picked,
      ${between('m.picked_at', 'm.closed_at')} as packed,
      ${between('m.closed_at', 'm.shipped_at')} as shipped,
      ${between('m.placed_at', 'm.shipped_at')} as total
    from (
      select d.shipment_id, d.number, d.order_id, o.number as order_number, d.warehouse_id,
        d.shipped_at, o.placed_at, o.confirmed_at, f.created_at as released_at, (
          select max(t.picked_at) from tenant.pick_tasks t
          where t.platform_id = ${platformId} and t.fulfillment_id = d.fulfillment_id) as picked_at, (
          select max(k.closed_at) from tenant.packages k
          where k.platform_id = ${platformId} and k.fulfillment_id = d.fulfillment_id) as closed_at
      from (
        select n.* from tenant.shipments n
        where n.platform_id = ${platformId} and n.state <> 'voided'
          and ${isNear(work, sql`n.shipped_at`)} offset 0) d
      join ${sitesOf(work)} on s.warehouse_id = d.warehouse_id and ${isIn(sql`d.shipped_at`)}
      join tenant.orders o on o.platform_id = ${platformId} and o.order_id = d.order_id
      join tenant.fulfillments f
        on f.platform_id = ${platformId} and f.fulfillment_id = d.fulfillment_id
      where ${ofCategory}) m)`
}

/** Returns how long each step took, of what was shipped in the period; none for a step nothing took. */
export async function measureSteps(db: Db, work: Work): Promise<CycleStepTimes[]> {
  if (work.sites.length === 0) return []
  await sortInMemory(db)
  const { rows } = await sql<CycleStepTimes>`
    select p.step, p.shipments, p.times[1]::int as p50, p.times[2]::int as p90,
      p.times[3]::int as p99
    from (
      select t.no, t.step, count(*)::int as shipments,
        percentile_cont(array[0.5, 0.9, 0.99]) within group (order by t.took) as times
      from ${shipmentsOf(work)} x
      cross join lateral (values (1, 'confirmed', x.confirmed), (2, 'released', x.released),
        (3, 'picked', x.picked), (4, 'packed', x.packed), (5, 'shipped', x.shipped),
        (6, 'total', x.total)) as t (no, step, took)
      where t.took is not null
      group by t.no, t.step) p
    order by p.no`.execute(db)
  return rows
}

type ShipmentRow = Omit<CycleShipment, 'shippedAt'> & { shippedAt: Date; took: number }

/** Returns a page of the shipments of the period, the slowest in this step first. */
export async function listCycleShipments(
  db: Db,
  work: Work,
  step: CycleStep,
  page: PageRequest,
): Promise<Page<CycleShipment>> {
  if (work.sites.length === 0) return nothing
  await sortInMemory(db)
  const rows = sql<ShipmentRow>`(
    select x.shipment_id, x.number, x.order_id,
      x.order_number as "order", w.code as warehouse_code, x.shipped_at,
      x.confirmed, x.released, x.picked, x.packed, x.shipped, x.total,
      x.${sql.raw(step)} as took
    from ${shipmentsOf(work)} x
    join tenant.warehouses w
      on w.platform_id = ${work.platformId} and w.warehouse_id = x.warehouse_id
    where x.${sql.raw(step)} is not null)`
  const found = await readPage(
    db,
    db.selectFrom(rows.as('x')).selectAll(),
    orderOf<ShipmentRow, 'took'>('-took', {
      took: [
        { column: 'x.took', kind: 'int', of: (row) => String(row.took) },
        { column: 'x.shipment_id', kind: 'uuid', of: (row) => row.shipmentId },
      ],
    }),
    { ...page, count: 'none' },
  )
  return {
    ...found,
    items: found.items.map(({ took: _, ...row }) => ({
      ...row,
      shippedAt: row.shippedAt.toISOString(),
    })),
  }
}

export const nothing = { items: [], next: null, previous: null, total: null, capped: false }

/** Seconds after which the time to the next line is a pause. */
const pauseAfter = 30 * 60

/**
 * The lines of each member and task by day, with the time between each line and the one before it, pauses left
 * out, and how many lines that time is of.
 */
function daysOf(work: Work) {
  const { platformId } = work
  return sql`(
    select g.kind, g.by, g.day, sum(g.lines) as lines,
      coalesce(sum(g.gap) filter (where g.gap <= ${pauseAfter}), 0) as seconds,
      coalesce(sum(g.lines) filter (where g.gap <= ${pauseAfter}), 0) as timed
    from (
      select e.kind, e.by, (e.at at time zone e.zone)::date as day, e.lines,
        extract(epoch from e.at - lag(e.at) over (partition by e.kind, e.by order by e.at)) as gap
      from (
        select 'pick' as kind, t.picked_by as by, t.picked_at as at, s.zone, 1 as lines
        from ${tasksNear(work, 'picked_at')}
        where ${isOfLine(work, sql`t`)}
        union all
        select 'pack', k.closed_by, k.closed_at, s.zone, (
          select count(*)::int from tenant.package_lines c
          where c.platform_id = ${platformId} and c.package_id = k.package_id
            and ${isOfLine(work, sql`c`)})
        from (
          select k.* from tenant.packages k
          where k.platform_id = ${platformId} and ${isNear(work, sql`k.closed_at`)} offset 0) k
        join tenant.fulfillments f
          on f.platform_id = ${platformId} and f.fulfillment_id = k.fulfillment_id
        join ${sitesOf(work)} on s.warehouse_id = f.warehouse_id and ${isIn(sql`k.closed_at`)}) e
      where e.by is not null and e.lines > 0) g
    group by g.kind, g.by, g.day)`
}

const paceColumns = sql`sum(d.lines)::int as lines, round(sum(d.seconds) / 60)::int as minutes,
  round(sum(d.timed) * 3600 / nullif(sum(d.seconds), 0), 1)::float as per_hour`

/** Returns the lines per hour of all members together, by task. */
export async function measureWork(db: Db, work: Work): Promise<Pace[]> {
  if (work.sites.length === 0) return []
  await sortInMemory(db)
  const { rows } = await sql<Pace>`
    select d.kind, ${paceColumns} from ${daysOf(work)} d
    group by d.kind order by d.kind desc`.execute(db)
  return rows
}

/** Returns a page of the members with their lines per hour, the most lines first. */
export async function listPaces(
  db: Db,
  work: Work,
  page: PageRequest,
): Promise<Page<PaceOfMember>> {
  if (work.sites.length === 0) return nothing
  await sortInMemory(db)
  const rows = sql<PaceOfMember>`(
    select d.by as member_id, d.kind, ${paceColumns},
      round(min(d.timed * 3600 / nullif(d.seconds, 0)), 1)::float as slowest_day,
      round(max(d.timed * 3600 / nullif(d.seconds, 0)), 1)::float as fastest_day
    from ${daysOf(work)} d group by d.by, d.kind)`
  return readPage(
    db,
    db
      .selectFrom(rows.as('x'))
      .selectAll()
      .select(nameOfMember(work.platformId, sql`x.member_id`).as('name')),
    orderOf<PaceOfMember, 'lines'>('-lines', {
      lines: [
        { column: 'x.lines', kind: 'int', of: (row) => String(row.lines) },
        { column: 'x.member_id', kind: 'uuid', of: (row) => row.memberId },
        { column: 'x.kind', kind: 'text', of: (row) => row.kind },
      ],
    }),
    { ...page, count: 'none' },
  )
}
