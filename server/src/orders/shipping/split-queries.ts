import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { givenRows } from '../../database/given.ts'
import { prepareRead, runPipelined } from '../../database/prepared.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import { packageNumber } from '../packing/list-queries.ts'
import type { PackedContent } from './split-rules.ts'

/** Returns what is in these packages. */
export async function listContents(
  tx: Tx,
  platformId: string,
  packageIds: readonly string[],
): Promise<PackedContent[]> {
  return runPipelined(
    tx,
    sql<PackedContent>`
      select line_no as "lineNo", lot_id as "lotId", serial_id as "serialId", sum(qty)::text as qty
      from tenant.package_lines
      where platform_id = ${platformId} and package_id = any (${[...packageIds]}::uuid[])
      group by 1, 2, 3 order by 1, 2, 3`,
  )
}

type Elsewhere = { number: string; shippedBy: string | null }

/** Returns a package of an order in whichever of its fulfillments it is, and who shipped it. */
export const findParcelOfOrder = prepareRead(
  (_: Db, platformId: string, orderId: string, packageId: string) => sql<Elsewhere>`
    select ${packageNumber} as number, case when k.shipment_id is not null then coalesce((
        select ${nameOfMember(platformId, sql`s.created_by`)} from tenant.shipments s
        where s.platform_id = k.platform_id and s.shipment_id = k.shipment_id), 'Someone')
      end as "shippedBy"
    from tenant.packages k
    join tenant.fulfillments f
      on f.platform_id = k.platform_id and f.fulfillment_id = k.fulfillment_id
    where k.platform_id = ${platformId} and k.package_id = ${packageId} and f.order_id = ${orderId}`,
)

export type Moved = {
  from: string
  to: string
  moveId: string
  packageIds: readonly string[]
  /** Quantity leaving from each line; quanta. */
  lines: readonly { lineNo: number; qty: string }[]
  /**
   * Quantity leaving from each task, and its line of the move. If it is a part of the task, it becomes the
   * task `partId`.
   */
  tasks: readonly { id: string; partId: string; qty: string; moveLine: number }[]
}

/**
 * Moves packages from one fulfillment to another, with their lines, their tasks and what was allocated for these. In
 * one statement, because the keys between them are checked at its end.
 */
export async function moveParcels(
  tx: Tx,
  platformId: string,
  { from, to, moveId, packageIds, lines, tasks }: Moved,
): Promise<void> {
  const ids = [...packageIds]
  await runPipelined(
    tx,
    sql`
      with lines as (
        select g."lineNo", g.qty, l.qty = g.qty as "isWhole"
        from ${givenRows(JSON.stringify(lines), '"lineNo" int, qty bigint')} g
        join tenant.fulfillment_lines l on l.platform_id = ${platformId}
          and l.fulfillment_id = ${from} and l.line_no = g."lineNo"
      ), tasks as (
        select * from ${givenRows(
          JSON.stringify(tasks),
          'id uuid, "partId" uuid, qty bigint, "moveLine" int',
        )} g
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
      ), whole_tasks as (
        update tenant.pick_tasks t set fulfillment_id = ${to}
        where t.platform_id = ${platformId} and t.fulfillment_id = ${from} and (
          exists (select from tasks g where g.id = t.pick_task_id and g.qty = t.qty)
          or t.line_no in (select "lineNo" from lines where "isWhole"))
      ), rest_of_tasks as (
        update tenant.pick_tasks t set qty = t.qty - g.qty
        from tasks g
        where t.platform_id = ${platformId} and t.fulfillment_id = ${from} and t.pick_task_id = g.id
          and t.qty > g.qty
        returning t.*, g."partId", g.qty as part, g."moveLine"
      ), parts_of_tasks as (
        insert into tenant.pick_tasks (platform_id, fulfillment_id, pick_task_id, line_no, allocation_id,
          location_id, lot_id, serial_id, qty, reason, state, picked_at, picked_by, assigned_to, batch_id,
          sequence, tote)
        select r.platform_id, ${to}, r."partId", r.line_no, b.allocation_id, r.location_id, r.lot_id,
          r.serial_id, r.part, r.reason, r.state, r.picked_at, r.picked_by, r.assigned_to, r.batch_id,
          r.sequence, r.tote
        from rest_of_tasks r
        join tenant.allocations a
          on a.platform_id = r.platform_id and a.allocation_id = r.allocation_id
        -- What a move takes of an allocation becomes one of its own.
        join tenant.allocations b on b.platform_id = a.platform_id
          and b.reservation_id = a.reservation_id and b.move_id = ${moveId}::bigint
          and b.line_no = r."moveLine"
      ), moved_packages as (
        update tenant.packages
        set fulfillment_id = ${to}, numbered_in = coalesce(numbered_in, ${from})
        where platform_id = ${platformId} and package_id = any (${ids}::uuid[])
      )
      update tenant.package_lines set fulfillment_id = ${to}
      where platform_id = ${platformId} and package_id = any (${ids}::uuid[])`,
  )
}
