import type { ProofMethod } from '@stowage/contract/proof'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { Anonymous, Operator } from '../../http/actor.ts'
import { keepAccount } from '../accounts/closing.ts'
import { about, resendVerification, type Tools } from '../accounts/commands.ts'
import { emailKey } from '../accounts/email-key.ts'
import { notifyOwner } from '../accounts/notices.ts'
import { getAccount, lockAccount, noteSignIn, type Account } from '../accounts/queries.ts'
import type { Attempt } from './lanes.ts'
import { operatorOf } from './operator.ts'
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
} from './queries.ts'
import { authenticate, type ParsedRefreshToken } from './refresh-tokens.ts'
import { confirmedBy, decideRefresh, idleEnd, type Lifetimes, type SignInVerdict } from './rules.ts'
import type { SessionColumns } from './tokens.ts'

type Refusal = {
  typed: string
  account: Account | undefined
  reason: SignInVerdict
  attempt: Attempt
}

/** Keeps a refused sign-in, whatever the answer. */
export async function noteRefusal(tx: Tx, tools: Tools, by: Anonymous, refusal: Refusal) {
  const { typed, account, reason, attempt } = refusal
  // People type passwords where addresses belong.
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
}

/** Begins a session for an account whose password was right. */
export async function signIn(tx: Tx, tools: Tools, by: Anonymous, given: SignIn): Promise<void> {
  const { account, columns, isKnownDevice } = given
  const operator = operatorOf(by, account, columns)
  const kept = account.deletesAt !== null && (await keepAccount(tx, tools, by, account))
  const metadata = { amr: columns.amr, ...(kept && { keptAccount: true }) }
  // One statement each, so that none is still to come when another fails.
  await Promise.all([
    // With the epoch the password was checked under: were it changed since, this session is over.
    insertSession(tx, account.id, account.authEpoch, columns),
    noteSignIn(tx, account.id, by.at),
    record(tx, operator, 'USER_LOGIN', { metadata }),
  ])
  if (isKnownDevice || !account.signedInAt) return
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
 * Exchanges a refresh token for the next one; undefined when it is refused. One presented again by
 * somebody who cannot be retrying ends the session, so commit before refusing.
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

/** Two parties hold this session's tokens; which of them is the owner cannot be told. */
async function endReused(tx: Tx, tools: Tools, by: Anonymous, account: Account, session: Session) {
  await endSession(tx, session.sid, { at: by.at, reason: 'reuse' })
  await record(tx, by, 'TOKEN_REUSE_DETECTED', {
    ...about(account),
    outcome: 'failure',
    target: { type: 'session', id: session.sid, name: '' },
  })
  await notifyOwner(tx, tools, by, account, 'session-reuse', 'login')
}

/** The session a refresh token was made for, old or current; undefined for one we never made. */
export async function findTokenSession(
  tx: Tx,
  { secrets }: Tools,
  token: ParsedRefreshToken,
): Promise<string | undefined> {
  const session = await findSessionKey(tx, token.sid)
  return session && authenticate(secrets, session, token) ? session.sid : undefined
}

/** Ends the session, and says so in the log when there was one to end. */
export async function signOut(tx: Tx, by: Anonymous, sid: string): Promise<void> {
  const ended = await endSession(tx, sid, { at: by.at, reason: 'logout' })
  if (!ended) return
  const account = await getAccount(tx, ended.accountId)
  await record(tx, operatorOf(by, account, ended), 'USER_LOGOUT')
}

/**
 * Ends the operator's sessions elsewhere and returns how many. Two sessions that do this to each
 * other at once leave one: the later of them has itself been ended.
 */
export async function signOutOthers(tx: Tx, actor: Operator): Promise<number> {
  await lockAccount(tx, actor.id)
  if (!(await findLiveSession(tx, actor.sessionId, actor.at))) return 0
  const end = { at: actor.at, reason: 'revoked_by_user', except: actor.sessionId } as const
  const sessions = await endSessionsOf(tx, actor.id, end)
  if (sessions > 0) await record(tx, actor, 'SESSION_REVOKED', { metadata: { sessions } })
  return sessions
}

/** Ends one of the operator's sessions; a stranger's is as unknown as one that never was. */
export async function revokeSession(tx: Tx, actor: Operator, sid: string): Promise<void> {
  const end = { at: actor.at, reason: 'revoked_by_user' } as const
  if (!(await endSessionOf(tx, actor.id, sid, end))) notFound()
  await record(tx, actor, 'SESSION_REVOKED', { target: { type: 'session', id: sid, name: '' } })
}

/** Marks the session as confirmed at this moment. */
export async function acceptProof(tx: Tx, actor: Operator, method: ProofMethod): Promise<void> {
  await confirmSession(tx, actor.sessionId, { ...confirmedBy(actor, method), at: actor.at })
  await record(tx, actor, 'REAUTHENTICATED', { metadata: { method } })
}

/** Keeps that somebody signed in could not show to be the owner. */
export async function noteFailedProof(tx: Tx, actor: Operator, method: ProofMethod): Promise<void> {
  await record(tx, actor, 'REAUTHENTICATED', { outcome: 'failure', metadata: { method } })
}
