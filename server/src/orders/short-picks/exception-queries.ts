import { sql } from 'kysely'
import type { ExceptionSource } from '../../workspace/exceptions/source-queries.ts'

/** Lines of which a pick was short, as long as their claims wait for stock. */
export const shortPicks: ExceptionSource = {
  needs: 'order.read',
  isResolvable: true,
  open: (platformId, scope) => sql`
    select l.fulfillment_id || '.' || l.line_no, coalesce(l.short_at, f.updated_at),
      coalesce(l.short_at, f.updated_at), f.warehouse_id, v.sku,
      jsonb_build_object('qty',
        trim_scale(l.qty_short / power(10::numeric, v.qty_scale))::text || ' ' || v.unit),
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
