import { sql } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { prepare, runPipelined } from '../../database/prepared.ts'

/* Pick tasks of which a part, or all, was missing or damaged when it was packed. */

/** A task that was picked, with where its stock is now; quantities are quanta. */
export type PickedTask = {
  id: string
  lineNo: number
  lotId: string | null
  serialId: string | null
  qty: string
  reservationId: string
  allocationId: string
  bucketId: string
  locationId: string
}

/** Returns what was picked for a fulfillment, the latest first. */
export const listPickedTasks = prepare(
  (_: Db, platformId: string, fulfillmentId: string) => sql<PickedTask>`
    select t.pick_task_id as id, t.line_no as "lineNo", t.lot_id as "lotId",
      t.serial_id as "serialId", t.qty::text as qty, a.reservation_id::text as "reservationId",
      a.allocation_id::text as "allocationId", b.bucket_id::text as "bucketId",
      b.location_id as "locationId"
    from tenant.pick_tasks t
    join tenant.allocations a
      on a.platform_id = t.platform_id and a.allocation_id = t.allocation_id
    join tenant.stock_buckets b on b.platform_id = a.platform_id and b.bucket_id = a.bucket_id
    where t.platform_id = ${platformId} and t.fulfillment_id = ${fulfillmentId}
      and t.state = 'done'
    order by t.picked_at desc, t.pick_task_id`,
)

/** Notes of picked tasks how much of them was sent back, as a task of its own where the rest stays picked. */
export async function sendTasksBack(
  tx: Tx,
  platformId: string,
  parts: readonly { id: string; qty: string }[],
): Promise<void> {
  const given = parts.map((part) => ({ ...part, partId: newId() }))
  await runPipelined(
    tx,
    sql`
      with g as (
        select * from ${givenRows(JSON.stringify(given), 'id uuid, qty bigint, "partId" uuid')} g
      ), whole as (
        update tenant.pick_tasks t set state = 'sent_back', picked_at = null
        from g where t.platform_id = ${platformId} and t.pick_task_id = g.id and t.qty = g.qty
      ), rest as (
        update tenant.pick_tasks t set qty = t.qty - g.qty
        from g where t.platform_id = ${platformId} and t.pick_task_id = g.id and t.qty > g.qty
        returning t.*, g."partId", g.qty as part
      )
      insert into tenant.pick_tasks (platform_id, fulfillment_id, pick_task_id, line_no, allocation_id,
        location_id, lot_id, serial_id, qty, reason, state, picked_by, batch_id, sequence, tote)
      select r.platform_id, r.fulfillment_id, r."partId", r.line_no, r.allocation_id, r.location_id,
        r.lot_id, r.serial_id, r.part, r.reason, 'sent_back', r.picked_by, r.batch_id, r.sequence, r.tote
      from rest r`,
  )
}
