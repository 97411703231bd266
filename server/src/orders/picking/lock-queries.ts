import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { givenIds } from '../../database/given.ts'
import { prepare, prepareWrite } from '../../database/prepared.ts'

const fulfillmentsOf = (platformId: string, taskIds: string) => sql`
  select t.fulfillment_id
  from ${givenIds(taskIds)} asked
  join tenant.pick_tasks t on t.platform_id = ${platformId} and t.pick_task_id = asked.id`

/** Locks the orders of these tasks, by id. */
export const lockOrdersOf = prepareWrite(
  (_: Db, platformId: string, taskIds: string) => sql`
    select from tenant.orders
    where platform_id = ${platformId} and order_id in (
      select f.order_id from tenant.fulfillments f
      where f.platform_id = ${platformId}
        and f.fulfillment_id in (${fulfillmentsOf(platformId, taskIds)}))
    order by order_id for no key update`,
)

/** Locks the fulfillments of these tasks, by id. */
export const lockFulfillmentsOf = prepare(
  (_: Db, platformId: string, taskIds: string) => sql<{ id: string; waveId: string | null }>`
    select fulfillment_id as id, wave_id as "waveId" from tenant.fulfillments
    where platform_id = ${platformId}
      and fulfillment_id in (${fulfillmentsOf(platformId, taskIds)})
    order by fulfillment_id for no key update`,
)

/**
 * Locks these buckets and those of the stage location that their stock is gathered in, in the one order; `buckets` selects
 * `bucket_id`.
 */
export const lockToGather = (platformId: string, buckets: RawBuilder<unknown>) => sql`
  with moves as (
    select jsonb_strip_nulls(jsonb_build_object('lineNo', row_number() over (), 'qty', '1',
      'fromBucket', b.bucket_id::text, 'variantId', b.variant_id,
      'toLocation', w.stage_location_id, 'toLot', b.lot_id, 'toSerial', b.serial_id)) as line
    from (${buckets}) k
    -- Each by its key: how few there are is not known beforehand.
    cross join lateral (
      select * from tenant.stock_buckets
      where platform_id = ${platformId} and bucket_id = k.bucket_id offset 0) b
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = b.warehouse_id
  )
  select stock.lock(${platformId}, '[]', jsonb_agg(line)) from moves having count(*) > 0`

/** Locks what is still to be picked of these tasks, and where it is gathered. */
export const lockStockOfTasks = prepareWrite((_: Db, platformId: string, taskIds: string) =>
  lockToGather(
    platformId,
    sql`
      select distinct a.bucket_id
      from ${givenIds(taskIds)} asked
      join tenant.pick_tasks t on t.platform_id = ${platformId} and t.pick_task_id = asked.id
        and t.state = 'ready'
      join tenant.allocations a
        on a.platform_id = ${platformId} and a.allocation_id = t.allocation_id`,
  ),
)
