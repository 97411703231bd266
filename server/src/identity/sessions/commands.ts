import type { ProofMethod } from '@stowage/contract/proof'
import { record } from '../../audit.ts'
import { sendWithCommit, type Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { Anonymous, Operator } from '../../http/actor.ts'
import { keepAccount } from '../accounts/close.ts'
import { about, operatorOf } from '../accounts/rules.ts'
import type { Tools } from '../../context.ts'
import { resendVerification } from '../accounts/commands.ts'
import { emailKey } from '../../mail/email-key.ts'
import { notifyOwner } from '../../mail/notify-owner.ts'
import { getAccount, lockAccount, noteSignIn, type Account } from '../accounts/queries.ts'
import { clearLane, type Attempt } from '../sign-in-attempts/commands.ts'
import {
  confirmSession,
  endSession,
  endSessionOf,
  endSessionsOf,
  findLiveSession,
  findSessionKey,
  insertSession,
  lockSession,
  rotateSession,
  type Session,
  type SessionColumns,
} from './queries.ts'
import { authenticate, type ParsedRefreshToken } from './make-refresh-token.ts'
import { confirmedBy, decideRefresh, idleEnd, type Lifetimes, type SignInVerdict } from './rules.ts'

type Refusal = {
  typed: string
  account: Account | undefined
  reason: SignInVerdict
  attempt: Attempt
}

/** Records a refused sign-in. */
export async function noteRefusal(tx: Tx, tools: Tools, by: Anonymous, refusal: Refusal) {
  const { typed, account, reason, attempt } = refusal
  // Records only valid addresses, because people type passwords into this field.
  const unknown = emailKey(typed) ? { email: typed } : {}
  const event = { ...(account ? about(account) : unknown), outcome: 'failure' } as const
  await record(tx, by, 'USER_LOGIN_FAILED', { ...event, metadata: { reason } })
  if (attempt.pause > 0)
    await record(tx, by, 'USER_LOGIN_LOCKED', { ...event, metadata: { seconds: attempt.pause } })
  if (attempt.warns && account?.status === 'active')
    await notifyOwner(tx, tools, by, account, 'many-failures')
  if (account && reason === 'unverified') await resendVerification(tx, tools, by, account.emailKey)
}

type SignIn = {
  account: Account
  columns: SessionColumns
  isKnownDevice: boolean
  attempt?: Attempt | undefined
}

/** Starts a session for an account whose password was right. */
export async function signIn(tx: Tx, tools: Tools, by: Anonymous, given: SignIn): Promise<void> {
  const { account, columns, isKnownDevice, attempt } = given
  const operator = operatorOf(by, account, columns)
  const kept = account.deletesAt !== null && (await keepAccount(tx, tools, by, account))
  const metadata = { amr: columns.amr, ...(kept && { keptAccount: true }) }
  // All in one statement each, so none is pending when another fails.
  const written = Promise.all([
    attempt && clearLane(tx, attempt),
    // Uses the epoch of the password check: if the password has changed since, this session is
    // invalid.
    insertSession(tx, account.id, account.authEpoch, columns),
    noteSignIn(tx, account.id, by.at),
    record(tx, operator, 'USER_LOGIN', { metadata }),
  ])
  if (isKnownDevice || !account.signedInAt) return sendWithCommit(written)
  await written
  await record(tx, operator, 'NEW_DEVICE_LOGIN')
  await notifyOwner(tx, tools, by, account, 'new-device')
}

type Refresh = {
  token: ParsedRefreshToken
  keyHash: Buffer | undefined
  lifetimes: Lifetimes
}
export type Renewed = {
  account: Account
  session: Pick<SessionColumns, 'sid' | 'counter' | 'authTime' | 'amr' | 'acr'>
  key: Buffer
  issuedAt: Date
}

/**
 * Exchanges a refresh token for the next one. Returns undefined if it is refused. A reused token
 * that cannot be a retry ends the session, so commit before refusing.
 */
export async function refresh(
  tx: Tx,
  tools: Tools,
  by: Anonymous,
  { token, keyHash, lifetimes }: Refresh,
): Promise<Renewed | undefined> {
  const session = await lockSession(tx, token.sid)
  const key = session && authenticate(tools.secrets, session, token)
  if (!key) return undefined
  const account = await getAccount(tx, session.accountId)
  if (account.status !== 'active' || account.authEpoch !== session.authEpoch) return undefined

  const decision = decideRefresh(session, token.counter, keyHash, by.at)
  switch (decision) {
    case 'refuse':
      return undefined
    case 'reuse':
      await endReused(tx, tools, by, account, session)
      return undefined
    case 'repeat':
      return { account, session, key, issuedAt: session.rotatedAt ?? by.at }
    case 'rotate': {
      const idleExpiresAt = idleEnd(by.at, session.expiresAt, lifetimes)
      const rotation = { sid: session.sid, presented: token.counter, at: by.at, idleExpiresAt }
      await rotateSession(tx, { ...rotation, idemHash: keyHash })
      const rotated = { ...session, counter: session.counter + 1 }
      return { account, session: rotated, key, issuedAt: by.at }
    }
  }
}

/** Two clients hold this session's tokens, and the owner cannot be identified. */
async function endReused(tx: Tx, tools: Tools, by: Anonymous, account: Account, session: Session) {
  await endSession(tx, session.sid, { at: by.at, reason: 'reuse' })
  await record(tx, by, 'TOKEN_REUSE_DETECTED', {
    ...about(account),
    outcome: 'failure',
    target: { type: 'session', id: session.sid, name: '' },
  })
  await notifyOwner(tx, tools, by, account, 'session-reuse', 'login')
}

/**
 * Returns the session of a refresh token, current or earlier, or undefined for an unknown token.
 */
export async function findTokenSession(
  tx: Tx,
  { secrets }: Tools,
  token: ParsedRefreshToken,
): Promise<string | undefined> {
  const session = await findSessionKey(tx, token.sid)
  return session && authenticate(secrets, session, token) ? session.sid : undefined
}

/** Ends the session. Records the event if it was active. */
export async function signOut(tx: Tx, by: Anonymous, sid: string): Promise<void> {
  const ended = await endSession(tx, sid, { at: by.at, reason: 'logout' })
  if (!ended) return
  const account = await getAccount(tx, ended.accountId)
  await record(tx, operatorOf(by, account, ended), 'USER_LOGOUT')
}

/**
 * Ends the operator's other sessions and returns how many. If two sessions do this concurrently,
 * one remains.
 */
export async function signOutOthers(tx: Tx, actor: Operator): Promise<number> {
  await lockAccount(tx, actor.id)
  if (!(await findLiveSession(tx, actor.sessionId, actor.at))) return 0
  const end = { at: actor.at, reason: 'revoked_by_user', except: actor.sessionId } as const
  const sessions = await endSessionsOf(tx, actor.id, end)
  if (sessions > 0) await record(tx, actor, 'SESSION_REVOKED', { metadata: { sessions } })
  return sessions
}

/** Ends one of the operator's sessions. A session of another account is not found. */
export async function revokeSession(tx: Tx, actor: Operator, sid: string): Promise<void> {
  const end = { at: actor.at, reason: 'revoked_by_user' } as const
  if (!(await endSessionOf(tx, actor.id, sid, end))) notFound()
  await record(tx, actor, 'SESSION_REVOKED', { target: { type: 'session', id: sid, name: '' } })
}

/** Marks the session as confirmed now. */
export async function acceptProof(tx: Tx, actor: Operator, method: ProofMethod): Promise<void> {
  await confirmSession(tx, actor.sessionId, { ...confirmedBy(actor, method), at: actor.at })
  await record(tx, actor, 'REAUTHENTICATED', { metadata: { method } })
}

/** Records a failed confirmation of a signed-in user. */
export async function noteFailedProof(tx: Tx, actor: Operator, method: ProofMethod): Promise<void> {
  await record(tx, actor, 'REAUTHENTICATED', { outcome: 'failure', metadata: { method } })
}
