import { sql } from 'kysely'
import type { ExceptionSource } from '../../workspace/exceptions/source-queries.ts'

/** Orders on hold, until the hold is released or the order is cancelled. */
export const heldOrders: ExceptionSource = {
  needs: 'order.read',
  isResolvable: false,
  open: (platformId, scope) => sql`
    select h.hold_id::text, h.placed_at, h.placed_at, null::uuid, d.number,
      jsonb_build_object('reason', h.kind, 'note', h.note), 1, 'order', d.order_id, d.number,
      h.placed_by
    from tenant.order_holds h
    join tenant.orders d on d.platform_id = h.platform_id and d.order_id = h.order_id
    where h.platform_id = ${platformId} and h.released_at is null and d.state = 'on_hold'
      and (${scope}::uuid[] is null or exists (
        select from tenant.order_lines l
        join tenant.reservations r on r.platform_id = l.platform_id
          and r.source_type = 'order_line' and r.source_id = l.order_line_id
        where l.platform_id = d.platform_id and l.order_id = d.order_id
          and r.warehouse_id = any (${scope}::uuid[])))`,
}
