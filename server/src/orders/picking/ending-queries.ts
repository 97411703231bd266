import { sql } from 'kysely'
import { givenIds } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareWrite } from '../../database/prepared.ts'

/** Cancels what was to be picked for fulfillments, and gives the stock of each task free in its location. */
export async function cancelPickTasks(
  tx: Tx,
  platformId: string,
  fulfillmentIds: readonly string[],
): Promise<void> {
  const isOfThese = sql`platform_id = ${platformId}
    and fulfillment_id = any (${[...fulfillmentIds]}::uuid[]) and state = 'ready'`
  await sql`
    select stock.unallocate(${platformId}, (
      select coalesce(
        jsonb_agg(jsonb_build_object('allocationId', allocation_id::text, 'qty', qty::text)), '[]')
      from tenant.pick_tasks where ${isOfThese}))`.execute(tx)
  await dropPickTasks(tx, platformId, fulfillmentIds)
}

/** Cancels what was to be picked for fulfillments, whose allocations end elsewhere. */
export async function dropPickTasks(
  tx: Tx,
  platformId: string,
  fulfillmentIds: readonly string[],
): Promise<void> {
  await sql`
    update tenant.pick_tasks set state = 'cancelled'
    where platform_id = ${platformId} and fulfillment_id = any (${[...fulfillmentIds]}::uuid[])
      and state = 'ready'`.execute(tx)
}

/** Ends the tasks of an order line in these fulfillments, picked or not. Their allocations end with its claims. */
export const dropTasksOfLine = prepareWrite(
  (_: Db, platformId: string, orderLineId: string, fulfillmentIds: string) => sql`
    update tenant.pick_tasks t set state = 'cancelled', picked_at = null
    from tenant.fulfillment_lines l
    where l.platform_id = ${platformId} and l.order_line_id = ${orderLineId}
      and l.fulfillment_id in (
        select f.id from ${givenIds(fulfillmentIds)} f)
      and t.platform_id = ${platformId} and t.fulfillment_id = l.fulfillment_id
      and t.line_no = l.line_no and t.state in ('ready', 'done')`,
)
