import { sql } from 'kysely'
import { type ExceptionSource, kept } from '../../workspace/exceptions/source-queries.ts'
import type { Db } from '../../database/connect.ts'
import { prepareRead } from '../../database/prepared.ts'

/** A quantity of the variant `v` in words, such as '2 each'. */
const amount = (quanta: string) =>
  sql`trim_scale(${sql.ref(quanta)} / power(10::numeric, v.qty_scale))::text || ' ' || v.unit`

/** Lines of which a pick was short, as long as their claims wait for stock, with the locations to count. */
export const shortPicks: ExceptionSource = {
  needs: 'order.read',
  isResolvable: true,
  open: (platformId, scope) => sql`
    select l.fulfillment_id || '.' || l.line_no, coalesce(l.short_at, f.updated_at),
      coalesce(l.short_at, f.updated_at), f.warehouse_id, v.sku,
      jsonb_strip_nulls(jsonb_build_object('qty',
        ${amount('l.qty_short')},
        'place', (
          select string_agg(distinct o.code, ', ' order by o.code)
          from tenant.pick_tasks t
          join tenant.locations p on p.platform_id = t.platform_id and p.location_id = t.location_id
          join tenant.warehouses w
            on w.platform_id = p.platform_id and w.warehouse_id = p.warehouse_id
          -- What was sent back from packing was missing where it was gathered.
          join tenant.locations o on o.platform_id = t.platform_id and o.location_id =
            case t.state when 'sent_back' then w.stage_location_id else t.location_id end
          where t.platform_id = l.platform_id and t.fulfillment_id = l.fulfillment_id
            and t.line_no = l.line_no and t.state in ('short', 'sent_back', 'withdrawn')))),
      1, 'fulfillment', f.fulfillment_id, f.number, null::uuid
    from tenant.fulfillment_lines l
    join tenant.fulfillments f
      on f.platform_id = l.platform_id and f.fulfillment_id = l.fulfillment_id
    join tenant.reservations r
      on r.platform_id = l.platform_id and r.reservation_id = l.reservation_id
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    where l.platform_id = ${platformId} and l.qty_short > 0
      and r.promised + r.backordered > r.allocated
      and (${scope}::uuid[] is null or f.warehouse_id = any (${scope}::uuid[]))`,
}

/** Stock that a short pick or packing put on hold and nobody has adjusted or moved since. */
export const locationsToCount: ExceptionSource = {
  needs: 'stock.read',
  isResolvable: true,
  open: (platformId, scope) => sql`
    select b.bucket_id::text, b.last_at, b.last_at, b.warehouse_id, v.sku,
      jsonb_build_object('place', o.code,
        'qty', ${amount('b.on_hand')}),
      1, null::text, null::uuid, null::text, null::uuid
    from tenant.stock_buckets b
    join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    where b.platform_id = ${platformId} and b.status = 'hold' and b.on_hand > 0
      and (${scope}::uuid[] is null or b.warehouse_id = any (${scope}::uuid[]))
      and (
        select m.source_type = 'fulfillment' and m.kind = 'status_change'
        from tenant.stock_ledger e
        join tenant.stock_moves m on m.platform_id = e.platform_id and m.move_id = e.move_id
        where e.platform_id = b.platform_id and e.bucket_id = b.bucket_id
        order by e.recorded_at desc, e.seq desc
        limit 1)`,
}

/** Picks that wait on a device because the server refused them. */
export const pickConflictSource: ExceptionSource = {
  needs: 'order.read',
  isResolvable: true,
  open: kept('pick_conflict', () => sql<boolean>`true`),
}

/** Pick task in any state, with its fulfillment and location. */
export type Task = {
  warehouseId: string
  sku: string
  unit: string
  location: string
  fulfillmentId: string
  fulfillment: string
}

export const findTask = prepareRead(
  (_: Db, platformId: string, pickTaskId: string) => sql<Task>`
    select f.warehouse_id as "warehouseId", v.sku, v.unit, o.code as location,
      f.fulfillment_id as "fulfillmentId", f.number as fulfillment
    from tenant.pick_tasks t
    join tenant.fulfillments f
      on f.platform_id = t.platform_id and f.fulfillment_id = t.fulfillment_id
    join tenant.fulfillment_lines l on l.platform_id = t.platform_id
      and l.fulfillment_id = t.fulfillment_id and l.line_no = t.line_no
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    join tenant.locations o on o.platform_id = t.platform_id and o.location_id = t.location_id
    where t.platform_id = ${platformId} and t.pick_task_id = ${pickTaskId}`,
)
