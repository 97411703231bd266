import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareRead } from '../../database/prepared.ts'
import { hasSecondFactor } from '../../identity/two-factor/queries.ts'
import type { SessionColumns } from '../../identity/sessions/queries.ts'

const person = [
  'm.id',
  'm.email',
  'm.firstName',
  'm.lastName',
  'm.role',
  'm.permissions',
  'm.mustChangePassword',
  'm.accountId',
  'm.version',
] as const

const candidates = (db: Db, platformId: string) =>
  db
    .selectFrom('tenant.members as m')
    .leftJoin('tenant.memberCredentials as own', (join) =>
      join.onRef('own.platformId', '=', 'm.platformId').onRef('own.memberId', '=', 'm.id'),
    )
    .leftJoin('identity.accounts as a', 'a.id', 'm.accountId')
    .leftJoin('identity.credentials as theirs', 'theirs.accountId', 'm.accountId')
    .select(['m.id', 'm.email', 'm.firstName', 'm.status', 'm.accountId', 'm.signedInAt'])
    .select(['own.passwordHash as ownHash', 'own.pepperKeyId as ownPepper'])
    .select('own.changedAt as ownSince')
    .select(['theirs.passwordHash as accountHash', 'theirs.pepperKeyId as accountPepper'])
    .select(['a.status as accountStatus', 'a.emailVerifiedAt', 'a.deletesAt', 'a.authEpoch'])
    .select(hasSecondFactor('a.id'))
    .where('m.platformId', '=', platformId)

type CandidateRow = Awaited<ReturnType<ReturnType<typeof candidates>['executeTakeFirstOrThrow']>>

/** Returns the member with this canonical address and the password to sign in with. */
export async function findCandidate(db: Db, platformId: string, emailKey: string) {
  const query = candidates(db, platformId).where('m.emailKey', '=', emailKey)
  const row = await query.executeTakeFirst()
  return row && candidateOf(row)
}

/** Returns the member linked to this account. */
export async function findLinked(db: Db, platformId: string, accountId: string) {
  const query = candidates(db, platformId).where('m.accountId', '=', accountId)
  const row = await query.executeTakeFirst()
  return row && candidateOf(row)
}

function candidateOf(row: CandidateRow) {
  const { id, email, firstName, status, accountId, signedInAt } = row
  // A closed account cannot sign in here. Signing in as an operator restores it.
  const accountStatus = row.deletesAt ? 'deleted' : (row.accountStatus ?? 'deleted')
  const passwordHash = accountId ? row.accountHash : row.ownHash
  const pepperKeyId = accountId ? row.accountPepper : row.ownPepper
  return {
    id,
    email,
    firstName,
    status,
    hasSignedIn: signedInAt !== null,
    account: accountId
      ? {
          id: accountId,
          status: accountStatus,
          isVerified: row.emailVerifiedAt !== null,
          authEpoch: row.authEpoch ?? 0,
          hasSecondFactor: row.hasSecondFactor,
        }
      : null,
    stored: passwordHash && pepperKeyId ? { passwordHash, pepperKeyId } : undefined,
    /** When a member's own password was set. An account's password is covered by its epoch. */
    provedSince: accountId ? undefined : (row.ownSince ?? undefined),
  }
}

export async function insertSession(
  tx: Tx,
  platformId: string,
  memberId: string,
  columns: SessionColumns,
): Promise<void> {
  await tx
    .insertInto('tenant.memberSessions')
    .values({ platformId, memberId, ...columns })
    .execute()
}

/**
 * Selects the sessions of members who may use the platform. A linked member's session is over if it
 * is older than the account's password, or if the account is not active.
 */
const usableSessions = (db: Db, platformId: string | RawBuilder<string>) =>
  db
    .selectFrom('tenant.memberSessions as s')
    .innerJoin('tenant.members as m', (join) =>
      join.onRef('m.platformId', '=', 's.platformId').onRef('m.id', '=', 's.memberId'),
    )
    .innerJoin('tenant.platforms as p', 'p.platformId', 's.platformId')
    .leftJoin('identity.accounts as a', 'a.id', 'm.accountId')
    .leftJoin('identity.credentials as c', 'c.accountId', 'm.accountId')
    .where('s.platformId', '=', platformId)
    .where('m.status', '=', 'active')
    .where('p.status', '=', 'active')
    .where((where) =>
      where.or([
        where('m.accountId', 'is', null),
        where.and([
          where('a.status', '=', 'active'),
          where('c.changedAt', '<=', where.ref('s.authTime')),
          where('a.deletesAt', 'is', null),
          where.or([
            where('a.signedOutAt', 'is', null),
            where('a.signedOutAt', '<=', where.ref('s.authTime')),
          ]),
        ]),
      ]),
    )

/** Selects the sessions that are valid at `at`. */
export const liveSessions = (db: Db, platformId: string | RawBuilder<string>, at: Date) =>
  usableSessions(db, platformId)
    .where('s.revokedAt', 'is', null)
    .where('s.idleExpiresAt', '>', at)
    .where('s.expiresAt', '>', at)

/**
 * Returns the member of a valid session. Warehouses null means all of them. Runs on every request,
 * so it sets the platform scope in the same statement and needs no transaction.
 */
export const findLiveMember = prepareRead((db: Db, platformId: string, sid: string, at: Date) => {
  const live = liveSessions(db, sql`entered.id`, at)
    .select(['m.id', 'm.email', 'm.role', 'm.permissions', 's.amr', 'p.slug'])
    .select(
      sql<string[]>`array(
        select scope.warehouse_id from tenant.member_warehouse_scope scope
        where scope.platform_id = m.platform_id and scope.member_id = m.id)`.as('warehouses'),
    )
    .where('s.sid', '=', sid)
    // The offset keeps the planner from reading a table before the scope is set.
    .offset(sql<number>`0`)
  return db
    .selectFrom(
      sql`(select set_config('app.platform_id', ${platformId}::uuid::text, true)::uuid as id offset 0)`.as(
        'entered',
      ),
    )
    .innerJoinLateral(live.as('live'), (join) => join.onTrue())
    .selectAll('live')
})

/** Returns how a session was last confirmed, and what its member can confirm it with. */
export function findConfirmation(db: Db, platformId: string, sid: string) {
  return db
    .selectFrom('tenant.memberSessions as s')
    .innerJoin('tenant.members as m', (join) =>
      join.onRef('m.platformId', '=', 's.platformId').onRef('m.id', '=', 's.memberId'),
    )
    .leftJoin('identity.accounts as a', 'a.id', 'm.accountId')
    .select(['s.authTime', 's.acr', 'm.accountId'])
    .select(hasSecondFactor('a.id'))
    .where('s.platformId', '=', platformId)
    .where('s.sid', '=', sid)
    .executeTakeFirst()
}

/** Records when this session was confirmed and by which methods. */
export async function confirmSession(
  tx: Tx,
  platformId: string,
  sid: string,
  { at, amr, acr }: { at: Date; amr: readonly string[]; acr: string },
): Promise<void> {
  await tx
    .updateTable('tenant.memberSessions')
    .set({ authTime: at, amr: [...amr], acr })
    .where('platformId', '=', platformId)
    .where('sid', '=', sid)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Lists the member's valid sessions at `at`, newest first. */
export function listLiveSessions(db: Db, platformId: string, memberId: string, at: Date) {
  return liveSessions(db, platformId, at)
    .select(['s.sid', 's.createdAt', 's.lastSeenAt', 's.ip', 's.userAgent', 's.amr'])
    .where('s.memberId', '=', memberId)
    .orderBy('s.createdAt', 'desc')
    .orderBy('s.sid', 'desc')
    .execute()
}

/**
 * Locks a session and returns it with its member, so concurrent refreshes are decided one at a
 * time.
 */
export function lockSession(tx: Tx, platformId: string, sid: string) {
  return usableSessions(tx, platformId)
    .where('s.sid', '=', sid)
    .select(person)
    .select(['s.sid', 's.keyCipher', 's.counter', 's.idemHash', 's.rotatedAt', 's.authTime'])
    .select(['s.amr', 's.acr', 's.revokedAt', 's.idleExpiresAt', 's.expiresAt'])
    .forUpdate('s')
    .executeTakeFirst()
}

type Rotation = { presented: number; idemHash: Buffer | null; at: Date; idleExpiresAt: Date }

/** Increments the counter if `presented` is the current one. */
export async function rotateSession(
  tx: Tx,
  platformId: string,
  sid: string,
  { presented, idemHash, at, idleExpiresAt }: Rotation,
): Promise<void> {
  await tx
    .updateTable('tenant.memberSessions')
    .set({ counter: presented + 1, idemHash, rotatedAt: at, lastSeenAt: at, idleExpiresAt })
    .where('platformId', '=', platformId)
    .where('sid', '=', sid)
    .where('counter', '=', presented)
    .where('revokedAt', 'is', null)
    .execute()
}

type EndReason = 'logout' | 'reuse' | 'revoked_by_user' | 'password_change'
type End = { at: Date; reason: EndReason }

/** Ends the session. Returns its member, or undefined if it was not open. */
export function endSession(tx: Tx, platformId: string, sid: string, { at, reason }: End) {
  return tx
    .updateTable('tenant.memberSessions as s')
    .from('tenant.members as m')
    .set({ revokedAt: at, endReason: reason })
    .whereRef('m.platformId', '=', 's.platformId')
    .whereRef('m.id', '=', 's.memberId')
    .where('s.platformId', '=', platformId)
    .where('s.sid', '=', sid)
    .where('s.revokedAt', 'is', null)
    .returning(['m.id', 'm.email', 'm.role', 'm.permissions', 's.sid', 's.amr'])
    .executeTakeFirst()
}

/** Ends all sessions on the platform. */
export async function endAllSessions(
  tx: Tx,
  platformId: string,
  { at, reason }: { at: Date; reason: 'platform_deleted' | 'owner_confirmed' },
): Promise<void> {
  await tx
    .updateTable('tenant.memberSessions')
    .set({ revokedAt: at, endReason: reason })
    .where('platformId', '=', platformId)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Ends all sessions of a member. Returns how many were open. */
export async function endSessionsOfMember(
  tx: Tx,
  platformId: string,
  memberId: string,
  at: Date,
): Promise<number> {
  const ended = await tx
    .updateTable('tenant.memberSessions')
    .set({ revokedAt: at, endReason: 'revoked_by_admin' })
    .where('platformId', '=', platformId)
    .where('memberId', '=', memberId)
    .where('revokedAt', 'is', null)
    .where('idleExpiresAt', '>', at)
    .returning('sid')
    .execute()
  return ended.length
}

/** Ends the member's open sessions except the given one. */
export async function endSessionsOf(
  tx: Tx,
  platformId: string,
  memberId: string,
  { at, reason, except }: End & { except?: string },
): Promise<void> {
  let query = tx
    .updateTable('tenant.memberSessions')
    .set({ revokedAt: at, endReason: reason })
    .where('platformId', '=', platformId)
    .where('memberId', '=', memberId)
    .where('revokedAt', 'is', null)
  if (except) query = query.where('sid', '<>', except)
  await query.execute()
}

/** Returns the key that verifies the session's refresh tokens. */
export function findSessionKey(db: Db, platformId: string, sid: string) {
  return db
    .selectFrom('tenant.memberSessions')
    .select(['sid', 'keyCipher'])
    .where('platformId', '=', platformId)
    .where('sid', '=', sid)
    .executeTakeFirst()
}

export function findPerson(db: Db, platformId: string, memberId: string) {
  return db
    .selectFrom('tenant.members as m')
    .select(person)
    .where('m.platformId', '=', platformId)
    .where('m.id', '=', memberId)
    .executeTakeFirst()
}

/** Deletes the platform's sessions that ended before `limit`. */
export async function deleteSessions(tx: Tx, platformId: string, limit: Date): Promise<void> {
  await tx
    .deleteFrom('tenant.memberSessions')
    .where('platformId', '=', platformId)
    .where((eb) => eb(eb.fn<Date>('least', ['revokedAt', 'idleExpiresAt']), '<', limit))
    .execute()
}

/** Before every id. */
const first = '00000000-0000-0000-0000-000000000000'
const platformsAtOnce = 200

/** Walks the ids of all platforms in their order, page by page, until `signal` says stop. */
export async function* pagesOfPlatformIds(db: Db, signal: AbortSignal): AsyncGenerator<string[]> {
  let after = first
  while (!signal.aborted) {
    const { rows } = await sql<{ id: string }>`
      select id from authz.platforms_after(${after}, ${platformsAtOnce}) as id`.execute(db)
    const ids = rows.map(({ id }) => id)
    const last = ids.at(-1)
    if (last === undefined) return
    yield ids
    after = last
  }
}
