import type { Member } from '@stowage/contract/platforms/members'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import type { StoredPassword } from '../../hashing.ts'

const columns = [
  'id',
  'email',
  'firstName',
  'lastName',
  'status',
  'role',
  'permissions',
] as const satisfies (keyof Member)[]

/** Everybody on the platform, the owner included, in the order they came; see `listedOf`. */
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

/** Undefined when this platform has no such member. */
export function findMember(db: Db, platformId: string, id: string): Promise<Member | undefined> {
  return db
    .selectFrom('tenant.members')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Holds the member until commit; undefined when this platform has no such member. */
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

/** The one owner and one member per address are kept by the database. */
export function insertMember(tx: Tx, platformId: string, member: NewMember): Promise<Member> {
  return tx
    .insertInto('tenant.members')
    .values({ platformId, ...member })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

type Invited = { id: string; email: string; emailKey: string; at: Date }

/**
 * A member who still has to accept; the one who has the address already, held until commit, when
 * there is one, whatever state that is in.
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

/** An invited member has accepted. The database refuses an account that is a member already. */
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

/** The member’s own password and when it was set; undefined when it has none. */
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

/** Keeps the same password under a stronger hash, unless it was changed in the meantime. */
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

/** Puts another password in the place of the one before; nobody has to change it any more. */
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

/** Notes a sign-in; undefined when the member was removed before it. */
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

/** Does nothing when another member of the platform has the address. */
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

/** Moves every member in the one status to the other, the owner aside. */
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

/** The account behind a member; null for one whose password is the platform's own. */
export async function findAccountId(db: Db, platformId: string, id: string) {
  const row = await db
    .selectFrom('tenant.members')
    .select('accountId')
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.accountId ?? null
}

/** Everybody, with passwords and sessions. */
export async function deleteMembers(tx: Tx, platformId: string): Promise<void> {
  await tx.deleteFrom('tenant.members').where('platformId', '=', platformId).execute()
}

/** Credential and sessions go with the member: their foreign keys cascade. */
export async function deleteMember(tx: Tx, platformId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('tenant.members')
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .execute()
}
