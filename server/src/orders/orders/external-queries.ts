import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'

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
