import type { Db, Tx } from '../../database/connect.ts'
import { prepareRead, prepareWrite } from '../../database/prepared.ts'
import { hasSecondFactor } from '../two-factor/queries.ts'
import { isLive } from './rules.ts'

/** The columns shared by operator and member sessions. */
export type SessionColumns = {
  sid: string
  keyCipher: Buffer
  counter: number
  authTime: Date
  amr: string[]
  acr: string
  createdAt: Date
  lastSeenAt: Date
  idleExpiresAt: Date
  expiresAt: Date
  ip: string
  userAgent: string | null
}

type EndReason =
  | 'logout'
  | 'revoked_by_user'
  | 'reuse'
  | 'password_change'
  | 'account_deleted'
  | 'account_suspended'

export async function insertSession(
  tx: Tx,
  accountId: string,
  authEpoch: number,
  columns: SessionColumns,
) {
  await insertRow(tx, { ...columns, accountId, authEpoch })
}

const insertRow = prepareWrite(
  (tx, row: SessionColumns & { accountId: string; authEpoch: number }) =>
    tx.insertInto('identity.sessions').values(row),
)

/** Returns a valid session with its account. One read by primary key. */
export const findLiveSession = prepareRead((db: Db, sid: string, at: Date) =>
  db
    .selectFrom('identity.sessions as s')
    .innerJoin('identity.accounts as a', 'a.id', 's.accountId')
    .select(['s.sid', 's.amr', 's.authTime', 's.acr', 'a.id', 'a.email', 'a.emailVerifiedAt'])
    .select(hasSecondFactor('a.id'))
    .where('s.sid', '=', sid)
    .where('s.revokedAt', 'is', null)
    .where('s.idleExpiresAt', '>', at)
    .where('s.expiresAt', '>', at)
    .where('a.status', '=', 'active')
    .whereRef('a.authEpoch', '=', 's.authEpoch'),
)

/** Lists the account's valid sessions, newest first. */
export function listLiveSessions(db: Db, accountId: string, at: Date, limit: number) {
  return db
    .selectFrom('identity.sessions as s')
    .innerJoin('identity.accounts as a', 'a.id', 's.accountId')
    .select(['s.sid', 's.createdAt', 's.lastSeenAt', 's.ip', 's.userAgent', 's.amr'])
    .where('s.accountId', '=', accountId)
    .where('s.revokedAt', 'is', null)
    .where('s.idleExpiresAt', '>', at)
    .where('s.expiresAt', '>', at)
    .whereRef('a.authEpoch', '=', 's.authEpoch')
    .orderBy('s.createdAt', 'desc')
    .orderBy('s.sid', 'desc')
    .limit(limit)
    .execute()
}

/** Moves one session to a new epoch of its account, which ends all others. */
export async function keepSession(tx: Tx, sid: string, authEpoch: number): Promise<void> {
  await tx.updateTable('identity.sessions').set({ authEpoch }).where('sid', '=', sid).execute()
}

type Confirmation = { at: Date; amr: readonly string[]; acr: string }

/** Records when this session was confirmed and by which methods. */
export async function confirmSession(
  tx: Tx,
  sid: string,
  { at, amr, acr }: Confirmation,
): Promise<void> {
  await tx
    .updateTable('identity.sessions')
    .set({ authTime: at, amr: [...new Set(amr)], acr })
    .where('sid', '=', sid)
    .execute()
}

/** Lowers the account's other sessions to one factor, because their authenticator was replaced. */
export async function dropToOneFactor(tx: Tx, accountId: string, except: string): Promise<void> {
  await tx
    .updateTable('identity.sessions')
    .set({ acr: 'aal1' })
    .where('accountId', '=', accountId)
    .where('sid', '<>', except)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Locks the session, so concurrent refreshes are decided one at a time. */
export function lockSession(tx: Tx, sid: string) {
  return tx
    .selectFrom('identity.sessions')
    .selectAll()
    .where('sid', '=', sid)
    .forUpdate()
    .executeTakeFirst()
}
export type Session = NonNullable<Awaited<ReturnType<typeof lockSession>>>

export function findSessionKey(db: Db, sid: string) {
  return db
    .selectFrom('identity.sessions')
    .select(['sid', 'keyCipher'])
    .where('sid', '=', sid)
    .executeTakeFirst()
}

type Rotation = {
  sid: string
  presented: number
  idemHash: Buffer | undefined
  at: Date
  idleExpiresAt: Date
}

/** Increments the counter. Also compares it, as a safeguard for callers without the lock. */
export async function rotateSession(tx: Tx, rotation: Rotation): Promise<void> {
  const { sid, presented, idemHash, at, idleExpiresAt } = rotation
  await tx
    .updateTable('identity.sessions')
    .set((session) => ({
      counter: session('counter', '+', 1),
      idemHash: idemHash ?? null,
      rotatedAt: at,
      lastSeenAt: at,
      idleExpiresAt,
    }))
    .where('sid', '=', sid)
    .where('counter', '=', presented)
    .where('revokedAt', 'is', null)
    .execute()
}

type End = { at: Date; reason: EndReason }

/** Ends the session. Returns its account if it was open, otherwise undefined. */
export function endSession(tx: Tx, sid: string, { at, reason }: End) {
  return tx
    .updateTable('identity.sessions')
    .set({ revokedAt: at, endReason: reason })
    .where('sid', '=', sid)
    .where('revokedAt', 'is', null)
    .returning(['sid', 'accountId', 'amr', 'authTime', 'acr'])
    .executeTakeFirst()
}

/** Ends one session of this account. Returns false if it has no such valid session. */
export async function endSessionOf(
  tx: Tx,
  accountId: string,
  sid: string,
  { at, reason }: End,
): Promise<boolean> {
  const row = await tx
    .updateTable('identity.sessions')
    .set({ revokedAt: at, endReason: reason })
    .where('sid', '=', sid)
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .where('idleExpiresAt', '>', at)
    .where('expiresAt', '>', at)
    .returning('sid')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the account's open sessions except the given one. Returns how many were valid. */
export async function endSessionsOf(
  tx: Tx,
  accountId: string,
  { at, reason, except }: End & { except?: string },
): Promise<number> {
  let query = tx
    .updateTable('identity.sessions')
    .set({ revokedAt: at, endReason: reason })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
  if (except) query = query.where('sid', '<>', except)
  const rows = await query.returning(['idleExpiresAt', 'expiresAt']).execute()
  return rows.filter((row) => isLive({ ...row, revokedAt: null }, at)).length
}

/** Deletes up to `most` sessions that ended before `limit`. Returns how many. */
export async function deleteSessions(tx: Tx, limit: Date, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity.sessions')
    .where('sid', 'in', (session) =>
      session
        .selectFrom('identity.sessions')
        .select('sid')
        .where((eb) => eb(eb.fn<Date>('least', ['revokedAt', 'idleExpiresAt']), '<', limit))
        .limit(most),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
