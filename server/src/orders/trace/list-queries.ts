import type { TimelineStep } from '@stowage/contract/orders/trace'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import { nameOfMember } from '../../platforms/member-names/queries.ts'

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
  const events = db
    .selectFrom(
      sql<Row>`(
        select e.event_no, e.type, e.occurred_at, e.payload, null::int as line_no,
          null::text as sku, null::smallint as qty_scale
        from tenant.tenant_events e
        where e.platform_id = ${platformId} and e.subject_type = 'order'
          and e.subject_id = ${orderId}
        union all
        select e.event_no, e.type, e.occurred_at, e.payload, l.line_no, v.sku, v.qty_scale
        from tenant.order_lines l
        join tenant.tenant_events e on e.platform_id = ${platformId}
          and e.subject_type = 'order_line' and e.subject_id = l.order_line_id::text
        -- Quantities of events without the SKU are in quanta.
        left join tenant.variants v on v.platform_id = ${platformId}
          and v.variant_id = (e.payload ->> 'variantId')::uuid and not e.payload ? 'sku'
        where l.platform_id = ${platformId} and l.order_id = ${orderId}
        union all
        select e.event_no, e.type, e.occurred_at,
          (e.payload - 'orderNumber') || jsonb_build_object('fulfillments', jsonb_build_array(f.number)),
          null, null, null
        from tenant.fulfillments f
        join tenant.tenant_events e on e.platform_id = f.platform_id
          and e.subject_type = 'fulfillment' and e.subject_id = f.fulfillment_id::text
          and e.type in ('fulfillment.picked', 'fulfillment.packed')
        where f.platform_id = ${platformId} and f.order_id = ${orderId})`.as('t'),
    )
    .selectAll()
    .select(nameOfMember(platformId, sql`(t.payload -> 'actor' ->> 'id')::uuid`).as('by'))
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
