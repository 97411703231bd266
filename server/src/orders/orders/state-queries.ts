import type { holdKinds } from '@stowage/contract/orders/orders'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { givenIds } from '../../database/given.ts'
import { prepare } from '../../database/prepared.ts'
import type { ActorInScope } from '../../http/actor.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'

export type HoldRow = {
  id: string
  kind: (typeof holdKinds)[number]
  note: string
  placedAt: string
  placedByName: string | null
}

/** The holds of an order that are not released. */
export async function listHolds(db: Db, platformId: string, orderId: string): Promise<HoldRow[]> {
  return (await listHoldsOfOrders(db, platformId, [orderId])).get(orderId) ?? []
}

/** Returns the holds of several orders that are not released, by order. */
export async function listHoldsOfOrders(
  db: Db,
  platformId: string,
  orderIds: readonly string[],
): Promise<Map<string, HoldRow[]>> {
  const rows = await readHolds(db, platformId, JSON.stringify(orderIds))
  const holds = new Map<string, HoldRow[]>(orderIds.map((id) => [id, []]))
  for (const { orderId, placedAt, ...hold } of rows)
    holds.get(orderId)?.push({ ...hold, placedAt: new Date(placedAt).toISOString() })
  return holds
}

const readHolds = prepare(
  (_: Db, platformId: string, orderIds: string) => sql<HoldRow & { orderId: string }>`
    select h.order_id as "orderId", h.hold_id as id, h.kind, h.note, h.placed_at as "placedAt",
      ${nameOfMember(platformId, sql.ref('h.placed_by'))} as "placedByName"
    from ${givenIds(orderIds)} asked
    join tenant.order_holds h on h.platform_id = ${platformId} and h.order_id = asked.id
      and h.released_at is null
    order by h.placed_at, h.hold_id`,
)

export async function insertHold(
  tx: Tx,
  platformId: string,
  orderId: string,
  { id, ...hold }: Pick<HoldRow, 'id' | 'kind' | 'note'> & { placedAt: Date; placedBy: string },
): Promise<void> {
  await tx
    .insertInto('tenant.orderHolds')
    .values({ platformId, orderId, holdId: id, ...hold })
    .execute()
}

/** Ends every hold of an order. */
export async function releaseHolds(
  tx: Tx,
  { platform, at, id }: ActorInScope,
  orderId: string,
): Promise<void> {
  await tx
    .updateTable('tenant.orderHolds')
    .set({ releasedAt: at, releasedBy: id })
    .where('platformId', '=', platform.id)
    .where('orderId', '=', orderId)
    .where('releasedAt', 'is', null)
    .execute()
}

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
