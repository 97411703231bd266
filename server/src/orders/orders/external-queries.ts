import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Scoped } from '../../workspace/documents/queries.ts'
import type { OrderRow } from './queries.ts'

/**
 * Waits until no other transaction changes the order of a channel with this number; held until commit. Fails
 * with `lock_timeout`.
 */
export async function lockExternalOrder(
  tx: Tx,
  platformId: string,
  channelId: string,
  externalId: string,
): Promise<void> {
  const key = `order ${platformId} ${channelId} ${externalId}`
  try {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  } catch (error) {
    if ((error as { code?: unknown }).code === '55P03') fail('lock_timeout', { retryAfter: 1 })
    throw error
  }
}

/** Returns the id of the order of a channel with this number. */
export async function findExternalOrder(
  db: Db,
  platformId: string,
  channelId: string,
  externalId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('tenant.orders')
    .select('orderId')
    .where('platformId', '=', platformId)
    .where('channelId', '=', channelId)
    .where('externalId', '=', externalId)
    .executeTakeFirst()
  return row?.orderId
}

type Imported = Pick<OrderRow, 'id' | 'number' | 'state' | 'version' | 'channelId' | 'externalId'>

/** Locks orders of an import in the order of their ids. */
export async function lockImported(
  tx: Tx,
  platformId: string,
  ids: readonly string[],
): Promise<Imported[]> {
  const { rows } = await sql<Imported>`
    select order_id as id, number, state, version, channel_id as "channelId",
      external_id as "externalId"
    from tenant.orders
    where platform_id = ${platformId} and order_id = any (${ids}::uuid[])
    order by order_id for no key update`.execute(tx)
  return rows
}

/** Cancels orders that are promised nothing, with all their lines. */
export async function cancelDraftRows(
  tx: Tx,
  { platform, id: by, at }: Scoped & { id: string; at: Date },
  ids: readonly string[],
  reason: string,
): Promise<void> {
  await sql`
    update tenant.orders
    set state = 'cancelled', cancel_reason = ${reason}, version = version + 1, updated_at = ${at},
      updated_by = ${by}, subtotal_micros = 0, discount_micros = 0, shipping_micros = 0, tax_micros = 0,
      total_micros = 0
    where platform_id = ${platform.id} and order_id = any (${ids}::uuid[])`.execute(tx)
  await sql`
    update tenant.order_lines set qty_cancelled = qty
    where platform_id = ${platform.id} and order_id = any (${ids}::uuid[])`.execute(tx)
}
