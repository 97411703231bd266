import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareRead, prepareWrite } from '../../database/prepared.ts'
import type { StoredPassword } from '../../crypto/hashing.ts'
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

export const findAccount = prepareRead((db: Db, id: string) => accounts(db).where('id', '=', id))
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Returns the account with this id. Throws if there is none. */
export async function getAccount(db: Db, id: string): Promise<Account> {
  const account = await findAccount(db, id)
  if (!account) throw new Error('No account has this id.')
  return account
}

/** Locks the account. Changes to its tokens or sessions lock it first. */
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

/** Returns the account of an address with its stored password. Deleted accounts are not found. */
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

/**
 * Inserts the account. Returns false if the address already has one, as decided by the unique
 * index.
 */
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

/** Marks the address as verified and sets the names of the registration that verified it. */
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

/** Sets a newly verified address. A unique index refuses one that another account has. */
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

/** Updates these fields and increments the version. */
export function saveProfile(tx: Tx, id: string, fields: Profile, at: Date): Promise<Account> {
  return tx
    .updateTable('identity.accounts')
    .set((row) => ({ ...fields, version: row('version', '+', 1), updatedAt: at }))
    .where('id', '=', id)
    .returning(columns)
    .returning(hasSecondFactor('identity.accounts.id'))
    .executeTakeFirstOrThrow()
}

/** Sets the avatar key without a new version, so an open profile form is not disturbed. */
export async function saveAvatarKey(tx: Tx, id: string, avatarKey: string, at: Date) {
  await tx
    .updateTable('identity.accounts')
    .set({ avatarKey, updatedAt: at })
    .where('id', '=', id)
    .execute()
}

/**
 * Ends all existing sessions, including one being inserted concurrently. Returns the epoch that new
 * sessions need.
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
 * Changes the status if it was `from`. Returns whether it did. A suspension also ends pending
 * sign-ins and sessions of linked members permanently.
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

export const noteSignIn = prepareWrite((tx, id: string, at: Date) =>
  tx.updateTable('identity.accounts').set({ signedInAt: at }).where('id', '=', id),
)

/** Schedules the removal for `deletesAt` and ends member sessions started before `at`. */
export async function markForDeletion(tx: Tx, id: string, deletesAt: Date, at: Date) {
  await tx
    .updateTable('identity.accounts')
    .set({ deletesAt, signedOutAt: at, updatedAt: at })
    .where('id', '=', id)
    .execute()
}

/** Marks the account as one that nobody can sign in to any more, and that is due to be removed since `deletesAt`. */
export async function markDeleted(tx: Tx, id: string, deletesAt: Date, at: Date) {
  await tx
    .updateTable('identity.accounts')
    .set({ status: 'deleted', deletesAt, updatedAt: at })
    .where('id', '=', id)
    .execute()
}

/**
 * Cancels the scheduled removal. Returns false for a sign-in whose proof is older than the removal
 * request.
 */
export async function unmarkForDeletion(tx: Tx, id: string, authEpoch: number, at: Date) {
  const row = await tx
    .updateTable('identity.accounts')
    .set({ deletesAt: null, updatedAt: at })
    .where('id', '=', id)
    .where('authEpoch', '=', authEpoch)
    .where('deletesAt', 'is not', null)
    // It is being removed.
    .where('status', '<>', 'deleted')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the account and everything that references it, by cascading foreign keys. */
export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('identity.accounts').where('id', '=', id).execute()
}

export type Membership = {
  platformId: string
  name: string
  slug: string
  platformStatus: string
  memberId: string
  role: string
  status: string
  createdAt: Date
  /** The platform has other members. */
  hasOthers: boolean
  /** The database of the platform, null if it is the control database. */
  cell: string | null
}

/** Lists all platforms of this account, with or without permissions. */
export async function listMemberships(db: Db, accountId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select * from authz.memberships_of(${accountId})`.execute(db)
  return rows
}
