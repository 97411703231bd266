import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

type Deletion = { by: string; purgesAt: Date; at: Date }

/** From here on nobody finds the platform. `by` is the account of its owner. */
export async function markDeleted(
  tx: Tx,
  platformId: string,
  { by, purgesAt, at }: Deletion,
): Promise<void> {
  await tx
    .updateTable('tenant.platforms')
    .set((row) => ({
      status: 'deleted',
      keptStatus: null,
      deletedBy: by,
      purgesAt,
      version: row('version', '+', 1),
      updatedAt: at,
    }))
    .where('platformId', '=', platformId)
    .execute()
}

/** The ids of deleted platforms with something to remove at `at`, longest due first. */
export async function listToPurge(db: Db, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from authz.platforms_to_purge(${at}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Holds a deleted platform until commit; undefined when it has nothing to remove at `at`. */
export function lockDeleted(tx: Tx, platformId: string, at: Date) {
  return tx
    .selectFrom('tenant.platforms')
    .select(['name', 'slug'])
    .where('platformId', '=', platformId)
    .where('purgesAt', '<=', at)
    .forUpdate()
    .executeTakeFirst()
}

/** When the last path of a deleted platform is free to everybody; undefined when it has none. */
export async function latestClosure(db: Db, platformId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('tenant.slugHistory')
    .select((paths) => paths.fn.max('closedUntil').as('until'))
    .where('platformId', '=', platformId)
    .executeTakeFirst()
  return row?.until ?? undefined
}

/** Leaves nothing of a deleted platform but what keeps its paths closed until `purgesAt`. */
export async function emptyRow(
  tx: Tx,
  platformId: string,
  purgesAt: Date,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('tenant.platforms')
    .set({ name: '', logoKey: null, purgesAt, updatedAt: at })
    .where('platformId', '=', platformId)
    .execute()
}

/**
 * Takes away what the warehouse of the platform holds. Where people keep stock and the platform is
 * not deleted, all of it stays, and the database then keeps the platform too.
 */
export async function emptyWarehouse(tx: Tx, platformId: string): Promise<void> {
  await sql`select stock.empty(${platformId})`.execute(tx)
}

/**
 * Removes a platform without members, and frees its paths. The database refuses while anything
 * else still hangs on it.
 */
export async function deletePlatform(tx: Tx, platformId: string): Promise<void> {
  await tx.deleteFrom('tenant.slugHistory').where('platformId', '=', platformId).execute()
  await tx.deleteFrom('tenant.platforms').where('platformId', '=', platformId).execute()
}
