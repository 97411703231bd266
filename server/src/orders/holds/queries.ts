import type { holdKinds } from '@stowage/contract/orders/orders'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
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
  const { rows } = await sql<HoldRow>`
    select h.hold_id as id, h.kind, h.note, h.placed_at as "placedAt",
      ${nameOfMember(platformId, sql.ref('h.placed_by'))} as "placedByName"
    from tenant.order_holds h
    where h.platform_id = ${platformId} and h.order_id = ${orderId} and h.released_at is null
    order by h.placed_at, h.hold_id`.execute(db)
  return rows.map((row) => ({ ...row, placedAt: new Date(row.placedAt).toISOString() }))
}

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
