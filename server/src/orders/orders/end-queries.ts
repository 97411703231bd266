import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'

/** Checks whether a shipment of an order is still with its carrier. */
export async function isOnTheWay(db: Db, platformId: string, orderId: string): Promise<boolean> {
  return (await readOnTheWay(db, platformId, orderId)).length > 0
}

const readOnTheWay = prepare(
  (_: Db, platformId: string, orderId: string) => sql`
    select shipment_id from tenant.shipments
    where platform_id = ${platformId} and order_id = ${orderId} and state in ('shipped', 'exception')
    limit 1`,
)
