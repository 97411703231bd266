import { sql } from 'kysely'
import { documentSource } from '../../workspace/documents/source-queries.ts'
import { fulfillments } from './queries.ts'

/** Returns the condition that fulfillment `f` is in a warehouse the actor can see. */
export const isInWarehouses = (scope: readonly string[] | null) =>
  sql`(${scope}::uuid[] is null or f.warehouse_id = any (${scope}::uuid[]))`

/** The warehouse of fulfillment `f`. */
export const warehouseOf = sql`f.warehouse_id, (
  select w.code from tenant.warehouses w
  where w.platform_id = f.platform_id and w.warehouse_id = f.warehouse_id)`

/** Fulfillments by their number, or by the id in the address of their page. */
export const fulfillmentSource = documentSource(fulfillments, {
  right: 'order.read',
  page: 'fulfillments',
  isListed: false,
})
