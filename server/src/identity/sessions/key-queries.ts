import type { Db, Tx } from '../../database/connect.ts'

type NewKey = { kid: string; privateCipher: Buffer; publicJwk: string; createdAt: Date }

/** Every key that may still verify, oldest first. */
export function listSigningKeys(db: Db) {
  return db
    .selectFrom('identity.signingKeys')
    .select(['kid', 'privateCipher', 'publicJwk', 'state'])
    .orderBy('createdAt')
    .orderBy('kid')
    .execute()
}

/** The key becomes the active one unless another server has made one in the meantime. */
export async function offerActiveKey(tx: Tx, key: NewKey) {
  await tx
    .insertInto('identity.signingKeys')
    .values({ ...key, state: 'active' })
    .onConflict((conflict) => conflict.column('state').where('state', '=', 'active').doNothing())
    .execute()
}

/** The same key, sealed anew. */
export async function saveCipher(tx: Tx, kid: string, privateCipher: Buffer) {
  await tx
    .updateTable('identity.signingKeys')
    .set({ privateCipher })
    .where('kid', '=', kid)
    .execute()
}
