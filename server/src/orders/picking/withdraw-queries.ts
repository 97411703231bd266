import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

/** A task that is to be picked of a lot; quantities are quanta. */
export type LotTask = {
  id: string
  fulfillmentId: string
  orderId: string
  batchId: string | null
  lineNo: number
  sku: string
  qtyScale: number
  qty: string
  location: string
  reservationId: string
  allocationId: string
  bucketId: string
}

/** Returns what is to be picked of a lot. */
export async function listReadyOfLot(
  db: Db,
  platformId: string,
  lotId: string,
): Promise<LotTask[]> {
  const { rows } = await sql<LotTask>`
    select t.pick_task_id as id, t.fulfillment_id as "fulfillmentId", f.order_id as "orderId",
      t.batch_id as "batchId", t.line_no as "lineNo", v.sku, v.qty_scale as "qtyScale",
      t.qty::text as qty, o.code as location, a.reservation_id::text as "reservationId",
      a.allocation_id::text as "allocationId", b.bucket_id::text as "bucketId"
    from tenant.stock_buckets b
    join tenant.allocations a on a.platform_id = b.platform_id and a.bucket_id = b.bucket_id
      and a.state = 'allocated'
    join tenant.pick_tasks t on t.platform_id = a.platform_id
      and t.allocation_id = a.allocation_id and t.state = 'ready'
    join tenant.fulfillments f
      on f.platform_id = t.platform_id and f.fulfillment_id = t.fulfillment_id
    join tenant.variants v on v.platform_id = b.platform_id and v.variant_id = b.variant_id
    join tenant.locations o on o.platform_id = t.platform_id and o.location_id = t.location_id
    where b.platform_id = ${platformId} and b.lot_id = ${lotId} and b.allocated > 0
    order by t.fulfillment_id, t.line_no, t.pick_task_id`.execute(db)
  return rows
}

/** Notes that tasks are not picked any more, because what they are of may not leave. */
export async function withdrawTasks(
  tx: Tx,
  platformId: string,
  taskIds: readonly string[],
): Promise<void> {
  await sql`
    update tenant.pick_tasks set state = 'withdrawn', assigned_to = null
    where platform_id = ${platformId} and pick_task_id = any (${[...taskIds]}::uuid[])`.execute(tx)
}

/** Returns whether a fulfillment has tasks to pick, picked tasks and packages. */
export async function findProgress(
  db: Db,
  platformId: string,
  fulfillmentId: string,
): Promise<{ hasReady: boolean; hasPicks: boolean; hasPackages: boolean }> {
  const { rows } = await sql<{ hasReady: boolean; hasPicks: boolean; hasPackages: boolean }>`
    select coalesce(bool_or(t.state = 'ready'), false) as "hasReady",
      coalesce(bool_or(t.state = 'done'), false) as "hasPicks", exists (
        select from tenant.packages k
        where k.platform_id = ${platformId} and k.fulfillment_id = ${fulfillmentId}) as "hasPackages"
    from tenant.pick_tasks t
    where t.platform_id = ${platformId} and t.fulfillment_id = ${fulfillmentId}`.execute(db)
  return rows[0] ?? { hasReady: false, hasPicks: false, hasPackages: false }
}
