import { sql, type RawBuilder } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Transfer } from '../fulfillments/split-queries.ts'

export type TaskTransfer = {
  /** The move with which the picked stock left. */
  moveId: string
  /**
   * Quantity leaving from each task, and its line of the move. If it is a part of the task, it becomes the
   * task `partId`.
   */
  tasks: readonly { id: string; partId: string; qty: string; moveLine: number }[]
}

/**
 * Returns common table expressions that move tasks, or parts of them, to another fulfillment, with what was allocated
 * for them. They read `lines` of `moveLines`.
 */
export const moveTasks = (
  platformId: string,
  { from, to }: Transfer,
  { moveId, tasks }: TaskTransfer,
): RawBuilder<unknown> => sql`
  tasks as (
    select * from ${givenRows(
      JSON.stringify(tasks),
      'id uuid, "partId" uuid, qty bigint, "moveLine" int',
    )} g
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
  )`
