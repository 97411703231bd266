import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'
import type { ShippedPart } from './receive-rules.ts'

type ShippedRow = Record<'orderLineId' | 'variantId' | 'qty' | 'value' | 'returned', string> &
  Pick<ShippedPart, 'lotId' | 'lot' | 'serialId' | 'serial'>

/**
 * Returns what was shipped for each line of an order, by lot and serial number, and how much of it came back.
 */
export async function listShippedParts(
  tx: Tx,
  platformId: string,
  orderId: string,
): Promise<(ShippedPart & { orderLineId: string; variantId: string })[]> {
  const rows = await readShipped(tx, platformId, orderId)
  return rows.map(({ qty, value, returned, ...part }) => ({
    ...part,
    qty: BigInt(qty),
    value: BigInt(value),
    returned: BigInt(returned),
  }))
}

const readShipped = prepare(
  (_: Db, platformId: string, orderId: string) => sql<ShippedRow>`
    select s."orderLineId", s."variantId", s."lotId", s."serialId", t.code as lot, n.code as serial,
      s.qty::text as qty, s.value::text as value, coalesce((
        select sum(i.qty) from tenant.return_lines rl
        join tenant.return_items i on i.platform_id = rl.platform_id and i.return_id = rl.return_id
          and i.line_no = rl.line_no
        join tenant.stock_buckets ib on ib.platform_id = i.platform_id and ib.bucket_id = i.bucket_id
        where rl.platform_id = ${platformId} and rl.order_line_id = s."orderLineId"
          and rl.variant_id = s."variantId" and ib.lot_id is not distinct from s."lotId"
          and ib.serial_id is not distinct from s."serialId"), 0)::text as returned
    from (
      select l.order_line_id as "orderLineId", b.variant_id as "variantId", b.lot_id as "lotId",
        b.serial_id as "serialId", sum(a.qty) as qty, min(a.allocation_id) as first, sum((
          select -coalesce(sum(e.value_delta), 0) from tenant.cost_entries e
          where e.platform_id = a.platform_id and e.move_id = a.move_id and e.line_no = a.line_no)) as value
      from tenant.order_lines l
      join tenant.reservations r on r.platform_id = l.platform_id and r.source_type = 'order_line'
        and r.source_id = l.order_line_id
      join tenant.allocations a on a.platform_id = r.platform_id
        and a.reservation_id = r.reservation_id and a.state = 'consumed'
      join tenant.stock_buckets b on b.platform_id = a.platform_id and b.bucket_id = a.bucket_id
      where l.platform_id = ${platformId} and l.order_id = ${orderId}
      group by 1, 2, 3, 4) s
    left join tenant.lots t on t.platform_id = ${platformId} and t.lot_id = s."lotId"
    left join tenant.serials n on n.platform_id = ${platformId} and n.serial_id = s."serialId"
    order by s.first`,
)
