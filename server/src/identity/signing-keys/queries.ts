import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

export type NewKey = { kid: string; privateCipher: Buffer; publicJwk: string; createdAt: Date }

/** Lists all keys, oldest first. */
export function listSigningKeys(db: Db) {
  return db
    .selectFrom('identity.signingKeys')
    .select(['kid', 'privateCipher', 'publicJwk', 'state', 'changedAt'])
    .orderBy('createdAt')
    .orderBy('kid')
    .execute()
}

/** Inserts the key with this state unless another server already inserted one. */
export async function offerKey(tx: Tx, key: NewKey, state: 'active' | 'next') {
  await tx
    .insertInto('identity.signingKeys')
    .values({ ...key, state, changedAt: key.createdAt })
    .onConflict((conflict) =>
      conflict.column('state').where('state', '=', sql.lit(state)).doNothing(),
    )
    .execute()
}

/** Replaces the encryption of the private key. */
export async function saveCipher(tx: Tx, kid: string, privateCipher: Buffer) {
  await tx
    .updateTable('identity.signingKeys')
    .set({ privateCipher })
    .where('kid', '=', kid)
    .execute()
}

/** Locks the keys, so one server at a time rotates them. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('signing keys', 0))`.execute(tx)
}

/** Makes this key the signing key. The former one only verifies from now on. */
export async function promoteKey(tx: Tx, kid: string, at: Date): Promise<void> {
  // In this order, because a unique index allows one active key.
  await tx
    .updateTable('identity.signingKeys')
    .set({ state: 'retiring', changedAt: at })
    .where('state', '=', 'active')
    .execute()
  await tx
    .updateTable('identity.signingKeys')
    .set({ state: 'active', changedAt: at })
    .where('kid', '=', kid)
    .execute()
}

export async function deleteKeys(tx: Tx, kids: readonly string[]): Promise<void> {
  if (kids.length === 0) return
  await tx.deleteFrom('identity.signingKeys').where('kid', 'in', kids).execute()
}
