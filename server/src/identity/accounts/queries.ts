import type { Db, Tx } from '../../database/connect.ts'
import { prepare, prepareRead } from '../../database/prepared.ts'
import type { StoredPassword } from '../../hashing.ts'
import { hasSecondFactor } from '../two-factor/queries.ts'

const columns = [
  'id',
  'email',
  'emailKey',
  'firstName',
  'lastName',
  'emailVerifiedAt',
  'status',
  'phone',
  'location',
  'bio',
  'avatarKey',
  'authEpoch',
  'signedInAt',
  'deletesAt',
  'version',
  'createdAt',
] as const

const accounts = (db: Db) =>
  db.selectFrom('identity.accounts').select(columns).select(hasSecondFactor('identity.accounts.id'))

const findAccount = prepareRead((db: Db, id: string) => accounts(db).where('id', '=', id))
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Throws for an id that is not an account's. */
export async function getAccount(db: Db, id: string): Promise<Account> {
  const account = await findAccount(db, id)
  if (!account) throw new Error('No account has this id.')
  return account
}

/** Holds the row until commit; whoever touches an account's tokens or sessions holds it first. */
export function lockAccount(tx: Tx, id: string) {
  return accounts(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function lockAccountByKey(tx: Tx, emailKey: string) {
  return accounts(tx).where('emailKey', '=', emailKey).forUpdate().executeTakeFirst()
}

export function findAccountByKey(db: Db, emailKey: string): Promise<Account | undefined> {
  return accounts(db).where('emailKey', '=', emailKey).executeTakeFirst()
}

const findByKeyWithPassword = prepareRead((db: Db, emailKey: string) =>
  accounts(db)
    .leftJoin('identity.credentials as c', 'c.accountId', 'id')
    .select(['c.passwordHash', 'c.pepperKeyId'])
    .where('emailKey', '=', emailKey)
    .where('status', '<>', 'deleted'),
)

/** The account behind an address with what its password is checked against; deleted ones are gone. */
export async function findForSignIn(
  db: Db,
  emailKey: string,
): Promise<(Account & { stored: StoredPassword | undefined }) | undefined> {
  const row = await findByKeyWithPassword(db, emailKey)
  if (!row) return undefined
  const { passwordHash, pepperKeyId, ...account } = row
  const stored = passwordHash && pepperKeyId ? { passwordHash, pepperKeyId } : undefined
  return { ...account, stored }
}

type NewAccount = {
  id: string
  email: string
  emailKey: string
  firstName: string
  lastName: string
  at: Date
}

/** False when the address already has an account; the unique index decides, not a look before. */
export async function insertAccount(tx: Tx, { at, ...account }: NewAccount): Promise<boolean> {
  const row = await tx
    .insertInto('identity.accounts')
    .values({ ...account, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Names = { firstName: string; lastName: string; email: string }

/** Marks the address as confirmed; the names of a later registration come into force with it. */
export function confirmEmail(tx: Tx, id: string, at: Date, names?: Names) {
  return tx
    .updateTable('identity.accounts')
    .set((row) => ({
      ...names,
      emailVerifiedAt: row.fn.coalesce('emailVerifiedAt', row.val(at)),
      version: row('version', '+', 1),
      updatedAt: at,
    }))
    .where('id', '=', id)
    .returning(columns)
    .returning(hasSecondFactor('identity.accounts.id'))
    .executeTakeFirstOrThrow()
}

/** Gives the account an address that was just confirmed. The database refuses one that is taken. */
export function saveEmail(
  tx: Tx,
  id: string,
  address: { email: string; emailKey: string },
  at: Date,
): Promise<Account> {
  return tx
    .updateTable('identity.accounts')
    .set((row) => ({
      ...address,
      emailVerifiedAt: at,
      version: row('version', '+', 1),
      updatedAt: at,
    }))
    .where('id', '=', id)
    .returning(columns)
    .returning(hasSecondFactor('identity.accounts.id'))
    .executeTakeFirstOrThrow()
}

type Profile = Pick<Account, 'firstName' | 'lastName' | 'phone' | 'location' | 'bio'>

/** Sets these fields and gives the account its next version. */
export function saveProfile(tx: Tx, id: string, fields: Profile, at: Date): Promise<Account> {
  return tx
    .updateTable('identity.accounts')
    .set((row) => ({ ...fields, version: row('version', '+', 1), updatedAt: at }))
    .where('id', '=', id)
    .returning(columns)
    .returning(hasSecondFactor('identity.accounts.id'))
    .executeTakeFirstOrThrow()
}

/** The version stays: whoever is just changing their profile is not disturbed by a new picture. */
export async function saveAvatarKey(tx: Tx, id: string, avatarKey: string, at: Date) {
  await tx
    .updateTable('identity.accounts')
    .set({ avatarKey, updatedAt: at })
    .where('id', '=', id)
    .execute()
}

/**
 * Every session begun before this is over, also one that is just being written. Returns the epoch
 * a session needs from now on.
 */
export async function raiseAuthEpoch(tx: Tx, id: string, at: Date): Promise<number> {
  const { authEpoch } = await tx
    .updateTable('identity.accounts')
    .set((row) => ({ authEpoch: row('authEpoch', '+', 1), updatedAt: at }))
    .where('id', '=', id)
    .returning('authEpoch')
    .executeTakeFirstOrThrow()
  return authEpoch
}

type Status = 'active' | 'suspended'

/**
 * True when the account was in the one state and is in the other now. What linked members began
 * before a suspension is over, also when that is taken back.
 */
export async function setAccountStatus(tx: Tx, id: string, from: Status, to: Status, at: Date) {
  const row = await tx
    .updateTable('identity.accounts')
    .set((account) => ({
      status: to,
      ...(to === 'suspended' && { signedOutAt: at }),
      version: account('version', '+', 1),
      updatedAt: at,
    }))
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const noteSignIn = prepare((tx: Db, id: string, at: Date) =>
  tx.updateTable('identity.accounts').set({ signedInAt: at }).where('id', '=', id),
)

/** From `deletesAt` on the account may be removed; member sessions begun before `at` are over. */
export async function markForDeletion(tx: Tx, id: string, deletesAt: Date, at: Date) {
  await tx
    .updateTable('identity.accounts')
    .set({ deletesAt, signedOutAt: at, updatedAt: at })
    .where('id', '=', id)
    .execute()
}

/** True for the one sign-in that keeps the account; one proved before the deletion does not. */
export async function unmarkForDeletion(tx: Tx, id: string, authEpoch: number, at: Date) {
  const row = await tx
    .updateTable('identity.accounts')
    .set({ deletesAt: null, updatedAt: at })
    .where('id', '=', id)
    .where('authEpoch', '=', authEpoch)
    .where('deletesAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Everything that is the account's goes with it: the foreign keys cascade. */
export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('identity.accounts').where('id', '=', id).execute()
}
