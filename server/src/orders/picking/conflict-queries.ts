import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { prepareRead } from '../../database/prepared.ts'
import { kept, type ExceptionSource } from '../../workspace/exceptions/source-queries.ts'

/** Picks that wait on a device because the server refused them. */
export const pickConflictSource: ExceptionSource = {
  needs: 'order.read',
  isResolvable: true,
  open: kept('pick_conflict', () => sql<boolean>`true`),
}

/** Pick task in any state, with its fulfillment and location. */
export type Task = {
  warehouseId: string
  sku: string
  unit: string
  location: string
  fulfillmentId: string
  fulfillment: string
}

export const findTask = prepareRead(
  (_: Db, platformId: string, pickTaskId: string) => sql<Task>`
    select f.warehouse_id as "warehouseId", v.sku, v.unit, o.code as location,
      f.fulfillment_id as "fulfillmentId", f.number as fulfillment
    from tenant.pick_tasks t
    join tenant.fulfillments f
      on f.platform_id = t.platform_id and f.fulfillment_id = t.fulfillment_id
    join tenant.fulfillment_lines l on l.platform_id = t.platform_id
      and l.fulfillment_id = t.fulfillment_id and l.line_no = t.line_no
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    join tenant.locations o on o.platform_id = t.platform_id and o.location_id = t.location_id
    where t.platform_id = ${platformId} and t.pick_task_id = ${pickTaskId}`,
)
