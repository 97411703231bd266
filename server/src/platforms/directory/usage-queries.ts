import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

/** Adds calls to a month, given by its first day. */
export async function addCalls(
  tx: Tx,
  platformId: string,
  month: string,
  calls: number,
): Promise<void> {
  await tx
    .insertInto('tenant.apiCalls')
    .values({ platformId, month, calls: String(calls) })
    .onConflict((conflict) =>
      conflict.columns(['platformId', 'month']).doUpdateSet((row) => ({
        calls: sql<string>`${row.ref('tenant.apiCalls.calls')} + ${row.ref('excluded.calls')}`,
      })),
    )
    .execute()
}

/** Returns the stored calls of a month. */
export async function findCalls(db: Db, platformId: string, month: string): Promise<number> {
  const row = await db
    .selectFrom('tenant.apiCalls')
    .select('calls')
    .where('platformId', '=', platformId)
    .where('month', '=', month)
    .executeTakeFirst()
  return Number(row?.calls ?? 0)
}

/** Deletes the counted calls of all months. */
export async function deleteCalls(tx: Tx, platformId: string): Promise<void> {
  await tx.deleteFrom('tenant.apiCalls').where('platformId', '=', platformId).execute()
}
