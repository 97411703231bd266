import { sql, type RawBuilder } from 'kysely'
import { givenRows } from '../../database/given.ts'

/** The fulfillments that packages leave and join. */
export type Transfer = { from: string; to: string }

/** The quantity of a line that leaves, in quanta. */
export type LineQuantity = { lineNo: number; qty: string }

/**
 * Returns common table expressions that move parts of lines to another fulfillment. The first one, `lines`, has the
 * number of each line and whether it moves whole.
 */
export const moveLines = (
  platformId: string,
  { from, to }: Transfer,
  lines: readonly LineQuantity[],
): RawBuilder<unknown> => sql`
  lines as (
    select g."lineNo", g.qty, l.qty = g.qty as "isWhole"
    from ${givenRows(JSON.stringify(lines), '"lineNo" int, qty bigint')} g
    join tenant.fulfillment_lines l on l.platform_id = ${platformId}
      and l.fulfillment_id = ${from} and l.line_no = g."lineNo"
  ), whole_lines as (
    update tenant.fulfillment_lines l set fulfillment_id = ${to}
    from lines g
    where l.platform_id = ${platformId} and l.fulfillment_id = ${from} and l.line_no = g."lineNo"
      and g."isWhole"
  ), rest_of_lines as (
    update tenant.fulfillment_lines l set qty = l.qty - g.qty
    from lines g
    where l.platform_id = ${platformId} and l.fulfillment_id = ${from} and l.line_no = g."lineNo"
      and not g."isWhole"
    returning l.*, g.qty as part
  ), parts_of_lines as (
    insert into tenant.fulfillment_lines (platform_id, fulfillment_id, line_no, order_line_id,
      component_id, variant_id, reservation_id, qty)
    select r.platform_id, ${to}, r.line_no, r.order_line_id, r.component_id, r.variant_id,
      r.reservation_id, r.part
    from rest_of_lines r
  )`
