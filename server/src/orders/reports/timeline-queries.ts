import type { TimelineStep } from '@stowage/contract/orders/report-trace'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import { packageNumber } from '../packing/list-queries.ts'

type Row = {
  eventNo: string
  type: string
  occurredAt: Date
  payload: Record<string, unknown>
  by: string | null
  lineNo: number | null
  sku: string | null
  qtyScale: number | null
}

/** Returns a page of the events of an order and its lines, and of what was picked and packed of it, newest first. */
export async function listSteps(
  db: Db,
  platformId: string,
  orderId: string,
  page: PageRequest,
): Promise<Page<TimelineStep>> {
  // What is looked up by is made first: under row-level security a cast in the condition would read all events.
  const lines = sql`
    select order_line_id::text as subject, line_no from tenant.order_lines
    where platform_id = ${platformId} and order_id = ${orderId} offset 0`
  const parts = sql`
    select fulfillment_id::text as subject, number from tenant.fulfillments
    where platform_id = ${platformId} and order_id = ${orderId} offset 0`
  const eventsOf = (type: 'order_line' | 'fulfillment') => sql`
    select *, (payload ->> 'variantId')::uuid as variant_id from tenant.tenant_events
    where platform_id = ${platformId} and subject_type = ${sql.lit(type)} and subject_id = l.subject
    offset 0`
  const actor = sql`(e.payload -> 'actor' ->> 'id')::uuid as actor`
  // As they are now: nothing of a shipment that was voided.
  const withPackages = sql`
    e.payload || case when e.type in ('order.partially_shipped', 'order.shipped') then coalesce((
      select jsonb_build_object('tracking', s.tracking, 'packages', jsonb_agg(
        jsonb_build_object('number', ${packageNumber}, 'tracking', k.tracking) order by k.package_no))
      from tenant.shipments s
      join tenant.packages k on k.platform_id = s.platform_id and k.shipment_id = s.shipment_id
      where s.platform_id = ${platformId} and s.order_id = ${orderId}
        and s.number = e.payload ->> 'shipment'
      group by s.shipment_id, s.tracking), '{}') else '{}' end`
  const events = db
    .selectFrom(
      sql<Row>`(
        select e.event_no, e.type, e.occurred_at, ${withPackages} as payload, null::int as line_no,
          null::text as sku, null::smallint as qty_scale, ${actor}
        from tenant.tenant_events e
        where e.platform_id = ${platformId} and e.subject_type = 'order'
          and e.subject_id = ${orderId}
        union all
        select e.event_no, e.type, e.occurred_at, e.payload, l.line_no, v.sku, v.qty_scale, ${actor}
        from (${lines}) l
        cross join lateral (${eventsOf('order_line')}) e
        -- Quantities of events without the SKU are in quanta.
        left join tenant.variants v on v.platform_id = ${platformId}
          and v.variant_id = e.variant_id and not e.payload ? 'sku'
        union all
        select e.event_no, e.type, e.occurred_at,
          (e.payload - 'orderNumber') || jsonb_build_object('fulfillments', jsonb_build_array(l.number)),
          null, null, null, ${actor}
        from (${parts}) l
        cross join lateral (${eventsOf('fulfillment')}) e
        where e.type in ('fulfillment.picked', 'fulfillment.packed', 'fulfillment.picks_withdrawn'))`.as(
        't',
      ),
    )
    .selectAll()
    .select(nameOfMember(platformId, sql`t.actor`).as('by'))
  const found = await readPage(
    db,
    events.$castTo<Row>(),
    orderOf<Row, 'at'>('-at', {
      at: [{ column: 't.event_no', kind: 'whole', of: (row) => row.eventNo }],
    }),
    page,
  )
  return { ...found, items: found.items.map(toStep) }
}

function toStep({ eventNo, type, occurredAt, payload, by, lineNo, sku, qtyScale }: Row) {
  const {
    requestId: ______,
    actor: _,
    number: __,
    channelId: ___,
    externalId: ____,
    orderId: _______,
    ...data
  } = payload
  const { lineNo: ofPayload = null, variantId: _____, qty, ...rest } = data
  return {
    id: eventNo,
    type,
    at: occurredAt.toISOString(),
    by,
    lineNo: lineNo ?? (ofPayload as number | null),
    data: {
      ...rest,
      ...(sku !== null && { sku }),
      // Earlier versions kept quantities in quanta, without the SKU.
      ...(typeof qty === 'string' && { qty: qtyScale === null ? qty : fromQuanta(qty, qtyScale) }),
    },
  }
}
