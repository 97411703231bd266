import { trackingKeys } from '@stowage/contract/tracking'
import { sql, type RawBuilder } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'
import type { Db } from '../../database/connect.ts'
import { endOf } from '../../database/like.ts'
import { prepare } from '../../database/prepared.ts'
import type { Owner } from '../../workspace/documents/queries.ts'
import { isFoundBy } from '../customers/queries.ts'
import { recipientTerms } from '../customers/rules.ts'
import { externalNumbersOf, numbersOf } from './rules.ts'

const fromClaims = sql`
  from tenant.order_lines l
  join tenant.reservations r on r.platform_id = l.platform_id and r.source_type = 'order_line'
    and r.source_id = l.order_line_id`
const whereOfOrder = sql`where l.platform_id = d.platform_id and l.order_id = d.order_id`

/** The claims of order `d`. */
const claimsOfOrder = sql`${fromClaims} ${whereOfOrder}`

/**
 * Returns the condition that order `d` has claims in one of these warehouses, or no claims yet: it is then
 * shown in each. One value per order; with two conditions the database reads all claims of the platform for a
 * page.
 */
export const isPromisedFrom = (warehouseIds: VisibleWarehouses) => sql<boolean>`coalesce((
  select bool_or(r.warehouse_id = any (${warehouseIds}::uuid[])) ${claimsOfOrder}), true)`

/** Quantity picked for claim `r` and not shipped. `packedOfClaim` is the part of it in packages. */
export const pickedOfClaim = sql`(
  select coalesce(sum(a.qty), 0) from tenant.allocations a
  where a.platform_id = r.platform_id and a.reservation_id = r.reservation_id
    and a.state = 'picked')`
export const packedOfClaim = sql`(
  select coalesce(sum(k.qty), 0)
  from tenant.fulfillment_lines g
  join tenant.fulfillments f on f.platform_id = g.platform_id
    and f.fulfillment_id = g.fulfillment_id and f.state in ('packing', 'packed')
  join tenant.package_lines k on k.platform_id = g.platform_id
    and k.fulfillment_id = g.fulfillment_id and k.line_no = g.line_no
  where g.platform_id = r.platform_id and g.reservation_id = r.reservation_id)`

/** Quantity returned of order line `l`, by variant: components for a kit. */
export const returnedOfLine = sql`coalesce((
  select jsonb_object_agg(n.variant_id, n.qty::text) from (
    select b.variant_id, sum(b.qty_received) as qty from tenant.return_lines b
    where b.platform_id = l.platform_id and b.order_line_id = l.order_line_id
    group by b.variant_id) n), '{}')`

/** Base units of order `d` that were shipped; of a kit whole kits. Null for all of them, as most orders have it. */
const shipped = sql`case d.fulfillment_state when 'none' then '0' when 'partial' then (
  select trim_scale(coalesce(sum(x.qty), 0))::text
  from tenant.order_lines l
  join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
  cross join lateral (
    select min(case when k.per_kit is null then c.consumed / power(10::numeric, v.qty_scale)
      else trunc(c.consumed / k.per_kit) end) as qty
    from (
      select r.component_id, sum(r.consumed) as consumed from tenant.reservations r
      where r.platform_id = l.platform_id and r.source_type = 'order_line'
        and r.source_id = l.order_line_id
      group by r.component_id) c
    left join tenant.order_line_components k on k.platform_id = l.platform_id
      and k.order_line_id = l.order_line_id and k.component_id = c.component_id) x
  where l.platform_id = d.platform_id and l.order_id = d.order_id) end`

const unfinished = sql<boolean>`
  d.state in ('confirmed', 'on_hold', 'released', 'in_fulfillment', 'partially_shipped')`

const views: Record<string, RawBuilder<boolean>> = {
  to_release: sql<boolean>`d.state in ('confirmed', 'released', 'in_fulfillment', 'partially_shipped')
    and exists (select ${claimsOfOrder} and r.promised > r.allocated)`,
  on_hold: sql<boolean>`d.state = 'on_hold'`,
  backorder: sql<boolean>`d.order_id in (
    select l.order_id from tenant.reservations r
    join tenant.order_lines l on l.platform_id = r.platform_id and l.order_line_id = r.source_id
    where r.platform_id = d.platform_id and r.backordered > 0 and r.source_type = 'order_line')`,
  shipped: sql<boolean>`d.state in ('shipped', 'completed', 'closed_short')`,
}

/** Returns the condition that order `d` has exactly this number: ours, the shop's or a tracking number. */
const isNamed = (q: string, platformId: string) =>
  sql<boolean>`(d.number = any (${numbersOf(q).exact}::text[])
    or d.external_id collate "C" = any (${externalNumbersOf(q)}::text[])
    or d.order_id = any (${ordersTrackedBy(platformId, q)}))`

/** The most shipments that are found by the tracking numbers of their packages. */
export const mostTracked = 200

/** The shipments that have this very tracking number or a package that has it; none of them is voided. */
export function shipmentsTrackedBy(platformId: string, q: string): RawBuilder<string[]> {
  const keys = trackingKeys(q)
  return sql`array(
    select s.shipment_id from tenant.shipments s
    where s.platform_id = ${platformId} and s.tracking <> '' and s.tracking = any (${keys}::text[])
      and s.state <> 'voided'
    union all
    select k.shipment_id from tenant.packages k
    where k.platform_id = ${platformId} and k.tracking <> ''
      and k.tracking collate "C" = any (${keys}::text[])
    limit ${sql.lit(mostTracked)})`
}

/** The orders of the shipments with this very tracking number. */
const ordersTrackedBy = (platformId: string, q: string) => sql`array(
  select s.order_id from tenant.shipments s
  where s.platform_id = ${platformId} and s.shipment_id = any (${shipmentsTrackedBy(platformId, q)}))`

/**
 * An order is seen by members who see a warehouse it is promised stock of; an order without any is seen by
 * everybody.
 */
export const ofOrders: Owner = {
  columns: {
    channel: sql`(
      select c.code from tenant.channels c
      where c.platform_id = d.platform_id and c.channel_id = d.channel_id)`,
    customer: sql`(
      select c.name from tenant.customers c
      where c.platform_id = d.platform_id and c.customer_id = d.customer_id)`,
  },
  listColumns: {
    units: sql`(
      select coalesce(
        trim_scale(sum((l.qty - l.qty_cancelled) / power(10::numeric, v.qty_scale))), 0)::text
      from tenant.order_lines l
      join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
      where l.platform_id = d.platform_id and l.order_id = d.order_id)`,
    shipped,
    claimed: sql`(
      select jsonb_build_object('promised', coalesce(sum(r.promised), 0)::text,
        'backordered', coalesce(sum(r.backordered), 0)::text,
        'warehouses', coalesce(
          jsonb_agg(distinct w.code) filter (where r.promised + r.backordered + r.consumed > 0), '[]'))
      ${fromClaims}
      join tenant.warehouses w on w.platform_id = r.platform_id and w.warehouse_id = r.warehouse_id
      ${whereOfOrder})`,
  },
  isVisibleTo: ({ warehouses }) =>
    warehouses === null ? sql<boolean>`true` : isPromisedFrom(warehouses),
  filters: {
    channel: (id) => sql<boolean>`d.channel_id = ${id}`,
    customer: (id) => sql<boolean>`d.customer_id = ${id}`,
    // The second half lets the index of tags be used.
    tag: (tag) => sql<boolean>`(d.tags @> array[${tag}]::text[] and d.tags <> '{}')`,
    warehouse: (id) => isPromisedFrom([id]),
    variant: (id) => sql<boolean>`exists (
      select from tenant.order_lines l
      where l.platform_id = d.platform_id and l.order_id = d.order_id and l.variant_id = ${id})`,
    view: (name) => views[name] ?? sql<boolean>`true`,
    payment: (state) => sql<boolean>`d.payment_state = ${state}`,
    fulfillments: (states) =>
      sql<boolean>`d.fulfillment_state = any (string_to_array(${states}, ','))`,
    dueFrom: (at) => sql<boolean>`d.promised_ship_at >= ${at} and ${unfinished}`,
    dueBefore: (at) => sql<boolean>`d.promised_ship_at < ${at} and ${unfinished}`,
    placedAtFrom: (at) => sql<boolean>`d.placed_at >= ${at}`,
    placedAtTo: (at) => sql<boolean>`d.placed_at < ${at}`,
    withoutDue: () => sql<boolean>`d.promised_ship_at is null and ${unfinished}`,
    picked: (ids) => sql<boolean>`d.order_id = any (${ids.split(',')}::uuid[])`,
    search: (q, { platform }) => isSearched(q, platform.id, false),
    searchAll: (q, { platform }) => isSearched(q, platform.id, true),
  },
  indexed: ['customer', 'channel'],
  isExactly: (q, { platform }) => isNamed(q, platform.id),
}

/** More customers than this are too many to look for their orders; a longer text names fewer. */
const mostCustomers = 200

/** Limits of a search by recipient: orders found, and newest matches examined. */
const mostRecipients = { found: 200, tried: 2_000 }

/** Orders sent to somebody with these words in the name, or these digits in the phone number. */
export function isSentTo(q: string): RawBuilder<boolean> | undefined {
  const terms = recipientTerms(q)
  if (terms === undefined) return undefined
  const { found, tried } = mostRecipients
  return sql<boolean>`d.order_id = any (array(
    select authz.orders_to(${terms}, ${sql.lit(found)}, ${sql.lit(tried)})))`
}

/**
 * Orders with this number or the beginning of it, with an external number that begins like this, with this tracking
 * number, or of a customer with this text in the code or name. Where the caller may see contact details, also of a
 * customer with it in an email or phone number, and those sent to somebody with this name or phone number.
 */
function isSearched(q: string, platformId: string, showsContacts: boolean): RawBuilder<boolean> {
  const { exact, range } = numbersOf(q)
  const begins = externalNumbersOf(q).map(
    // Ranges, because matching a pattern under a policy uses no index.
    (text) => sql<boolean>`(
      d.external_id collate "C" >= ${text} and d.external_id collate "C" < ${endOf(text)})`,
  )
  const sentTo = showsContacts ? isSentTo(q) : undefined
  const parts = [
    sql<boolean>`d.number = any (${exact}::text[])`,
    ...(sentTo ? [sentTo] : []),
    ...(range ? [sql<boolean>`d.number between ${range.from} and ${range.to}`] : []),
    ...begins,
    sql<boolean>`d.customer_id = any (array(
      select c.customer_id from tenant.customers c
      where c.platform_id = ${platformId}
        and ${isFoundBy(q, showsContacts)}
      limit ${mostCustomers}))`,
    sql<boolean>`d.order_id = any (${ordersTrackedBy(platformId, q)})`,
  ]
  return sql<boolean>`(${sql.join(parts, sql` or `)})`
}

/** Returns the orders with this external number, of any channel. */
export const findExternalOrders = prepare(
  (_: Db, platformId: string, externalId: string) => sql<{
    id: string
    channelId: string
    number: string
  }>`
    select order_id as id, channel_id as "channelId", number from tenant.orders
    where platform_id = ${platformId} and external_id collate "C" = ${externalId}`,
)

/** Finds these external numbers where they are taken, in any channel, with the numbers of their orders. */
export async function findExternalNumbers(
  db: Db,
  platformId: string,
  externalIds: readonly string[],
): Promise<{ channelId: string; externalId: string; number: string }[]> {
  if (externalIds.length === 0) return []
  const { rows } = await sql<{ channelId: string; externalId: string; number: string }>`
    select channel_id as "channelId", external_id as "externalId", number
    from tenant.orders
    where platform_id = ${platformId} and external_id collate "C" = any (${externalIds}::text[])`.execute(
    db,
  )
  return rows
}
