import type { Db, Tx } from '../../database/connect.ts'
import type { StoredPassword } from '../../hashing.ts'

/** `changedAt` is when the owner last chose a password; hashing it anew does not move it. */
export function findCredential(db: Db, accountId: string) {
  return db
    .selectFrom('identity.credentials')
    .select(['passwordHash', 'pepperKeyId', 'changedAt'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

/** Sets or replaces the password. */
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

/** Keeps the same password under a stronger hash, unless it was changed in the meantime. */
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
