import type { Member } from '@stowage/contract/platforms/members'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import type { StoredPassword } from '../../crypto/hashing.ts'

const columns = [
  'id',
  'email',
  'firstName',
  'lastName',
  'status',
  'role',
  'permissions',
] as const satisfies (keyof Member)[]

/** Lists all members including the owner, oldest first. See `listedOf`. */
export function listMembers(db: Db, platformId: string) {
  return db
    .selectFrom('tenant.members')
    .leftJoin('tenant.invitations as i', (join) =>
      join
        .onRef('i.platformId', '=', 'tenant.members.platformId')
        .onRef('i.memberId', '=', 'tenant.members.id'),
    )
    .select(columns)
    .select(['accountId', 'i.expiresAt as invitedUntil'])
    .where('tenant.members.platformId', '=', platformId)
    .orderBy('tenant.members.createdAt')
    .orderBy('id')
    .execute()
}

/** Returns the member, or undefined if this platform has no such member. */
export function findMember(db: Db, platformId: string, id: string): Promise<Member | undefined> {
  return db
    .selectFrom('tenant.members')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks the member. Returns undefined if this platform has no such member. */
export function lockMember(tx: Tx, platformId: string, id: string): Promise<Member | undefined> {
  return tx
    .selectFrom('tenant.members')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type NewMember = Omit<Insertable<Tables['tenant.members']>, 'platformId'>

/** Inserts a member. Constraints allow one owner and one member per address. */
export function insertMember(tx: Tx, platformId: string, member: NewMember): Promise<Member> {
  return tx
    .insertInto('tenant.members')
    .values({ platformId, ...member })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

type Invited = { id: string; email: string; emailKey: string; at: Date }

/**
 * Inserts an invited member. If the address is in use, locks and returns that member, whatever its
 * status.
 */
export function insertInvited(
  tx: Tx,
  platformId: string,
  { at, ...invited }: Invited,
): Promise<Member> {
  const empty = { firstName: '', lastName: '', status: 'invited' } as const
  return tx
    .insertInto('tenant.members')
    .values({ platformId, ...invited, ...empty, createdAt: at, updatedAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['platformId', 'emailKey'])
        .doUpdateSet({ emailKey: (eb) => eb.ref('excluded.emailKey') }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export type Joining = { accountId: string | null; firstName: string; lastName: string }

/**
 * Marks an invited member as joined. A unique index refuses an account that is a member already.
 */
export function saveJoined(
  tx: Tx,
  platformId: string,
  id: string,
  { at, ...joining }: Joining & { at: Date },
): Promise<Member> {
  return tx
    .updateTable('tenant.members')
    .set((row) => ({
      ...joining,
      status: 'active',
      version: row('version', '+', 1),
      updatedAt: at,
    }))
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function insertCredential(
  tx: Tx,
  platformId: string,
  memberId: string,
  credential: StoredPassword & { changedAt: Date },
): Promise<void> {
  await tx
    .insertInto('tenant.memberCredentials')
    .values({ platformId, memberId, ...credential })
    .execute()
}

/** Returns the member's own password and when it was set, or undefined without one. */
export function findCredential(
  db: Db,
  platformId: string,
  memberId: string,
): Promise<(StoredPassword & { changedAt: Date }) | undefined> {
  return db
    .selectFrom('tenant.memberCredentials')
    .select(['passwordHash', 'pepperKeyId', 'changedAt'])
    .where('platformId', '=', platformId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}

/** Replaces the hash of the same password, unless it was changed in the meantime. */
export async function strengthenCredential(
  tx: Tx,
  platformId: string,
  memberId: string,
  weaker: StoredPassword,
  stronger: StoredPassword,
): Promise<void> {
  await tx
    .updateTable('tenant.memberCredentials')
    .set(stronger)
    .where('platformId', '=', platformId)
    .where('memberId', '=', memberId)
    .where('passwordHash', '=', weaker.passwordHash)
    .execute()
}

/** Replaces the password and clears the demand to change it. */
export async function replaceCredential(
  tx: Tx,
  platformId: string,
  memberId: string,
  { passwordHash, pepperKeyId }: StoredPassword,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('tenant.memberCredentials')
    .set({ passwordHash, pepperKeyId, changedAt: at })
    .where('platformId', '=', platformId)
    .where('memberId', '=', memberId)
    .execute()
  await tx
    .updateTable('tenant.members')
    .set({ mustChangePassword: false, updatedAt: at })
    .where('platformId', '=', platformId)
    .where('id', '=', memberId)
    .execute()
}

/** Records a sign-in. Returns undefined if the member was removed. */
export function noteSignIn(tx: Tx, platformId: string, id: string, at: Date) {
  return tx
    .updateTable('tenant.members')
    .set({ signedInAt: at })
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returning([...columns, 'mustChangePassword', 'accountId', 'version'])
    .executeTakeFirst()
}

export function saveRights(
  tx: Tx,
  platformId: string,
  id: string,
  { at, ...rights }: { role: string; permissions: string[]; at: Date },
): Promise<Member> {
  return tx
    .updateTable('tenant.members')
    .set((row) => ({ ...rights, version: row('version', '+', 1), updatedAt: at }))
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function saveName(
  tx: Tx,
  platformId: string,
  id: string,
  { at, ...name }: { firstName: string; lastName: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('tenant.members')
    .set((row) => ({ ...name, version: row('version', '+', 1), updatedAt: at }))
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .execute()
}

/** Updates the address, unless another member of the platform has it. */
export async function saveAddress(
  tx: Tx,
  platformId: string,
  id: string,
  { at, ...address }: { email: string; emailKey: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('tenant.members as m')
    .set((row) => ({ ...address, version: row('m.version', '+', 1), updatedAt: at }))
    .where('m.platformId', '=', platformId)
    .where('m.id', '=', id)
    .where((member) =>
      member.not(
        member.exists(
          member
            .selectFrom('tenant.members as other')
            .select('other.id')
            .where('other.platformId', '=', platformId)
            .where('other.emailKey', '=', address.emailKey)
            .where('other.id', '<>', id),
        ),
      ),
    )
    .execute()
}

type StatusChange = { from: Member['status']; to: Member['status']; at: Date }

/** Changes the status of all members with status `from`, except the owner. */
export async function saveStatuses(
  tx: Tx,
  platformId: string,
  { from, to, at }: StatusChange,
): Promise<void> {
  await tx
    .updateTable('tenant.members')
    .set((row) => ({ status: to, version: row('version', '+', 1), updatedAt: at }))
    .where('platformId', '=', platformId)
    .where('status', '=', from)
    .where('role', '<>', 'owner')
    .execute()
}

/** Returns the account of a member, or null for a member with a platform password. */
export async function findAccountId(db: Db, platformId: string, id: string) {
  const row = await db
    .selectFrom('tenant.members')
    .select('accountId')
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.accountId ?? null
}

/** Deletes all members with passwords and sessions. */
export async function deleteMembers(tx: Tx, platformId: string): Promise<void> {
  await tx.deleteFrom('tenant.members').where('platformId', '=', platformId).execute()
}

/** Deletes the member. Foreign keys cascade to credential and sessions. Returns false if there is none. */
export async function deleteMember(tx: Tx, platformId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('tenant.members')
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
