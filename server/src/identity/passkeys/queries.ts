import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'

const columns = [
  'id',
  'name',
  'deviceType',
  'createdAt',
  'lastUsedAt',
  'backedUp',
  'credentialId',
  'transports',
] as const

/** Lists the passkeys of an account, oldest first. */
export function listPasskeys(db: Db, accountId: string) {
  return db
    .selectFrom('identity.passkeys')
    .select(columns)
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
export type StoredPasskey = Awaited<ReturnType<typeof listPasskeys>>[number]

/** Returns the random user handle of the account, the same for all its passkeys. */
export async function handleOf(tx: Tx, accountId: string, fresh: Buffer): Promise<Buffer> {
  await tx
    .insertInto('identity.passkeyHandles')
    .values({ accountId, handle: fresh })
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .execute()
  const { handle } = await tx
    .selectFrom('identity.passkeyHandles')
    .select('handle')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return handle
}

/** Inserts a passkey. A unique index refuses a credential that is registered already. */
export function insertPasskey(
  tx: Tx,
  passkey: Insertable<Tables['identity.passkeys']>,
): Promise<StoredPasskey> {
  return tx
    .insertInto('identity.passkeys')
    .values(passkey)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Returns the passkey for an assertion, with its account. Deleted accounts have none. */
export function findCredential(db: Db, credentialId: string) {
  return db
    .selectFrom('identity.passkeys as p')
    .innerJoin('identity.passkeyHandles as h', 'h.accountId', 'p.accountId')
    .innerJoin('identity.accounts as a', 'a.id', 'p.accountId')
    .select(['p.id', 'p.accountId', 'p.credentialId', 'p.publicKey', 'h.handle'])
    .where('p.credentialId', '=', credentialId)
    .where('a.status', '<>', 'deleted')
    .executeTakeFirst()
}
export type Credential = NonNullable<Awaited<ReturnType<typeof findCredential>>>

/**
 * Returns the counter. Read under the account's lock, so concurrent uses are checked one by one.
 */
export async function findCounter(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('identity.passkeys')
    .select(['id', 'name', 'counter', 'multiDevice'])
    .where('id', '=', id)
    .executeTakeFirst()
  // Counters have 32 bits in the standard.
  return row && { ...row, counter: Number(row.counter) }
}

export async function saveUse(
  tx: Tx,
  id: string,
  { counter, backedUp, at }: { counter: number; backedUp: boolean; at: Date },
): Promise<void> {
  await tx
    .updateTable('identity.passkeys')
    .set({ counter, backedUp, lastUsedAt: at })
    .where('id', '=', id)
    .execute()
}

export function renamePasskey(
  tx: Tx,
  accountId: string,
  id: string,
  name: string,
): Promise<StoredPasskey | undefined> {
  return tx
    .updateTable('identity.passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returning(columns)
    .executeTakeFirst()
}

export function deletePasskey(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<StoredPasskey | undefined> {
  return tx
    .deleteFrom('identity.passkeys')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returning(columns)
    .executeTakeFirst()
}

/** Marks the account's passkeys as added before its current address was verified. */
export async function markEarlierPasskeys(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('identity.passkeys')
    .set({ fromBeforeEmailChange: true })
    .where('accountId', '=', accountId)
    .execute()
}

/** Removes the marked passkeys. */
export async function removeEarlierPasskeys(tx: Tx, accountId: string): Promise<void> {
  await tx
    .deleteFrom('identity.passkeys')
    .where('accountId', '=', accountId)
    .where('fromBeforeEmailChange', '=', true)
    .execute()
}

/** Removes all passkeys of an account and its user handle. */
export async function removePasskeys(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('identity.passkeys').where('accountId', '=', accountId).execute()
  await tx.deleteFrom('identity.passkeyHandles').where('accountId', '=', accountId).execute()
}
