import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

type Deletion = { by: string; purgesAt: Date; at: Date }

/** Marks the platform as deleted, which hides it everywhere. `by` is the owner's account. */
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

/** Lists the ids of deleted platforms with data to purge at `at`, longest due first. */
export async function listToPurge(db: Db, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from authz.platforms_to_purge(${at}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a deleted platform. Returns undefined if it has nothing to purge at `at`. */
export function lockDeleted(tx: Tx, platformId: string, at: Date) {
  return tx
    .selectFrom('tenant.platforms')
    .select(['name', 'slug'])
    .where('platformId', '=', platformId)
    .where('purgesAt', '<=', at)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Returns when the last slug of a deleted platform becomes available to everyone, or undefined if
 * it has none.
 */
export async function latestClosure(db: Db, platformId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('tenant.slugHistory')
    .select((paths) => paths.fn.max('closedUntil').as('until'))
    .where('platformId', '=', platformId)
    .executeTakeFirst()
  return row?.until ?? undefined
}

/** Clears the row of a deleted platform except what reserves its slugs until `purgesAt`. */
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
 * Deletes the warehouse data of the platform. If it has stock and is not deleted, the database
 * keeps the data and the platform.
 */
export async function emptyWarehouse(tx: Tx, platformId: string): Promise<void> {
  await sql`select stock.empty(${platformId})`.execute(tx)
}

/**
 * Deletes a platform without members and frees its slugs. Foreign keys refuse it while other data
 * references it.
 */
export async function deletePlatform(tx: Tx, platformId: string): Promise<void> {
  await tx.deleteFrom('tenant.slugHistory').where('platformId', '=', platformId).execute()
  await tx.deleteFrom('tenant.platforms').where('platformId', '=', platformId).execute()
}
