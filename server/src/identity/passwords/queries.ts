import type { Db, Tx } from '../../database/connect.ts'
import type { StoredPassword } from '../../crypto/hashing.ts'

/** Inserts or replaces the password. */
export async function saveCredential(
  tx: Tx,
  accountId: string,
  { passwordHash, pepperKeyId }: StoredPassword,
  at: Date,
) {
  const values = { passwordHash, pepperKeyId, changedAt: at }
  await tx
    .insertInto('identity.credentials')
    .values({ accountId, ...values })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(values))
    .execute()
}

/** Returns the stored password and when it changed, or undefined for an account without one. */
export function findCredential(
  db: Db,
  accountId: string,
): Promise<(StoredPassword & { changedAt: Date }) | undefined> {
  return db
    .selectFrom('identity.credentials')
    .select(['passwordHash', 'pepperKeyId', 'changedAt'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

/**
 * Replaces the hash of the same password without changing `changedAt`. Does nothing if the password
 * was changed in the meantime.
 */
export async function strengthenCredential(
  tx: Tx,
  accountId: string,
  weaker: StoredPassword,
  stronger: StoredPassword,
) {
  await tx
    .updateTable('identity.credentials')
    .set(stronger)
    .where('accountId', '=', accountId)
    .where('passwordHash', '=', weaker.passwordHash)
    .execute()
}
