import type { SecondFactorDemand } from '@stowage/contract/identity/sessions'
import type { ProofMethod } from '@stowage/contract/proof'
import { record } from '../../audit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import type { StoredPassword } from '../../crypto/hashing.ts'
import { fail, notFound } from '../../errors.ts'
import type { Anonymous, Origin, TenantMember } from '../../http/actor.ts'
import { about } from '../../identity/accounts/rules.ts'
import { emailKey } from '../../mail/email-key.ts'
import type { Attempt } from '../../identity/sign-in-attempts/commands.ts'
import {
  authenticate,
  type ParsedRefreshToken,
} from '../../identity/sessions/make-refresh-token.ts'
import { confirmedBy, decideRefresh, idleEnd } from '../../identity/sessions/rules.ts'
import { demandSecondFactor } from '../../identity/sessions/finish-second-step.ts'
import type { SessionColumns } from '../../identity/sessions/queries.ts'
import { findSecondFactors } from '../../identity/two-factor/queries.ts'
import { sendMail } from '../../mail/send.ts'
import { findCredential, lockMember, noteSignIn, strengthenCredential } from '../members/queries.ts'
import {
  confirmSession,
  endSession,
  endSessionsOf,
  findConfirmation,
  findLiveMember,
  findSessionKey,
  insertSession,
  listLiveSessions,
  lockSession,
  rotateSession,
} from './queries.ts'
import { lifetimesOf, type Person, memberOf } from './rules.ts'

/** An anonymous user of an existing platform. */
export type Visitor = Anonymous & { readonly platform: NonNullable<Anonymous['platform']> }

/** Returns the visitor. `findActor` sets the platform of every route under /tenant/:slug. */
export function visitorOf(actor: Anonymous): Visitor {
  const platform = actor.platform ?? notFound('Platform not found')
  return { ...actor, platform }
}

type Known = { id: string; email: string }

/** Returns the event fields of a member who has not signed in. */
export const aboutMember = ({ id, email }: Known) => ({
  actor: { type: 'tenant_user' as const, id },
  email,
})

type Refusal = {
  typed: string
  known: (Known & { firstName: string; status: string }) | undefined
  reason: string
  /** The attempt with the password. Wrong codes are counted separately. */
  attempt?: Attempt
}

/**
 * Records a refused sign-in. Only valid addresses are recorded, because people type passwords into
 * this field.
 */
export async function noteRefusal(
  tx: Tx,
  actor: Visitor,
  context: Context,
  { typed, known, reason, attempt }: Refusal,
): Promise<void> {
  const stranger = emailKey(typed) ? { email: typed } : {}
  const event = { ...(known ? aboutMember(known) : stranger), outcome: 'failure' } as const
  await record(tx, actor, 'TENANT_LOGIN_FAILED', { ...event, metadata: { reason } })
  if (!attempt) return
  if (attempt.pause > 0)
    await record(tx, actor, 'TENANT_LOGIN_LOCKED', {
      ...event,
      metadata: { seconds: attempt.pause },
    })
  if (attempt.warns && known?.status === 'active')
    await notifyMember(tx, actor, context, actor.platform, 'many-failures', known)
}

/** Records the demand for a second factor in the log of the member's account. */
export async function recordCodeDemand(
  tx: Tx,
  actor: Visitor,
  account: { id: string; email: string; authEpoch: number },
): Promise<SecondFactorDemand> {
  await record(tx, { ...actor, platform: null }, 'USER_LOGIN_2FA_REQUIRED', about(account))
  return demandSecondFactor(tx, actor, { account, amr: ['pwd'], platformId: actor.platform.id })
}

type SignIn = {
  memberId: string
  columns: SessionColumns
  /** Set when the stored hash is weaker than configured. */
  newHash?: { weaker: StoredPassword; stronger: StoredPassword } | undefined
  /** When the member's own password was set. */
  provedSince: Date | undefined
  isNewDevice: boolean
}

/** Starts a session. Returns undefined if member or password changed since they were verified. */
export async function startSession(
  tx: Tx,
  actor: Visitor,
  context: Context,
  { memberId, columns, newHash, provedSince, isNewDevice }: SignIn,
): Promise<Person | undefined> {
  const { id: platformId } = actor.platform
  const member = await noteSignIn(tx, platformId, memberId, actor.at)
  if (!member) return undefined
  if (provedSince) {
    const current = await findCredential(tx, platformId, memberId)
    if (member.accountId || current?.changedAt.getTime() !== provedSince.getTime()) return undefined
  }
  if (newHash)
    await strengthenCredential(tx, platformId, memberId, newHash.weaker, newHash.stronger)
  await insertSession(tx, platformId, memberId, columns)
  const by = memberOf(actor, member, columns, actor.platform)
  await record(tx, by, 'TENANT_LOGIN', { metadata: { amr: columns.amr } })
  if (isNewDevice) {
    await record(tx, by, 'NEW_DEVICE_LOGIN')
    await notifyMember(tx, actor, context, actor.platform, 'new-device', member)
  }
  return member
}

export type Grant = {
  member: Person
  session: Pick<SessionColumns, 'sid' | 'counter' | 'authTime' | 'amr' | 'acr'>
  key: Buffer
  issuedAt: Date
}
type Presented = { token: ParsedRefreshToken; keyHash: Buffer | undefined }

/**
 * Exchanges a refresh token. Returns undefined if it is refused. A reused token that cannot be a
 * retry ends the session, so commit before refusing.
 */
export async function refreshSession(
  tx: Tx,
  actor: Visitor,
  context: Context,
  { token, keyHash }: Presented,
): Promise<Grant | undefined> {
  const { id: platformId } = actor.platform
  const session = await lockSession(tx, platformId, token.sid)
  const key = session && authenticate(context.secrets, session, token)
  if (!session || !key) return undefined

  switch (decideRefresh(session, token.counter, keyHash, actor.at)) {
    case 'refuse':
      return undefined
    case 'reuse':
      await endSession(tx, platformId, session.sid, { at: actor.at, reason: 'reuse' })
      await record(tx, actor, 'TOKEN_REUSE_DETECTED', {
        ...aboutMember(session),
        outcome: 'failure',
        target: { type: 'session', id: session.sid, name: '' },
      })
      await notifyMember(tx, actor, context, actor.platform, 'session-reuse', session)
      return undefined
    case 'repeat':
      return { member: session, session, key, issuedAt: session.rotatedAt ?? actor.at }
    case 'rotate': {
      const idleExpiresAt = idleEnd(actor.at, session.expiresAt, lifetimesOf(context.config))
      const rotation = { presented: token.counter, idemHash: keyHash ?? null, idleExpiresAt }
      await rotateSession(tx, platformId, session.sid, { ...rotation, at: actor.at })
      const rotated = { ...session, counter: token.counter + 1 }
      return { member: session, session: rotated, key, issuedAt: actor.at }
    }
  }
}

/** Returns the session of this refresh token, even if it has ended. */
export async function findSessionOf(
  tx: Tx,
  platformId: string,
  { secrets }: Context,
  token: ParsedRefreshToken,
): Promise<string | undefined> {
  const session = await findSessionKey(tx, platformId, token.sid)
  return session && authenticate(secrets, session, token) ? session.sid : undefined
}

/** Ends the session. Records the event if it was active. */
export async function signOut(tx: Tx, actor: Visitor, sid: string): Promise<void> {
  const ended = await endSession(tx, actor.platform.id, sid, { at: actor.at, reason: 'logout' })
  if (ended) await record(tx, memberOf(actor, ended, ended, actor.platform), 'TENANT_LOGOUT')
}

/**
 * Ends the member's other sessions and returns how many. If two sessions do this concurrently, one
 * remains.
 */
export async function signOutOthers(tx: Tx, actor: TenantMember): Promise<number> {
  const { id: platformId } = actor.platform
  await lockMember(tx, platformId, actor.id)
  const live = await listLiveSessions(tx, platformId, actor.id, actor.at)
  if (!live.some(({ sid }) => sid === actor.sessionId)) return 0
  const end = { at: actor.at, reason: 'revoked_by_user', except: actor.sessionId } as const
  await endSessionsOf(tx, platformId, actor.id, end)
  const sessions = live.length - 1
  if (sessions > 0) await record(tx, actor, 'SESSION_REVOKED', { metadata: { sessions } })
  return sessions
}

/** Ends one of the member's sessions. A session of another member is not found. */
export async function revokeSession(tx: Tx, actor: TenantMember, sid: string): Promise<void> {
  const { id: platformId } = actor.platform
  const isOwn = (await findLiveMember(tx, platformId, sid, actor.at))?.id === actor.id
  const end = { at: actor.at, reason: 'revoked_by_user' } as const
  if (!isOwn || !(await endSession(tx, platformId, sid, end))) notFound()
  await record(tx, actor, 'SESSION_REVOKED', { target: { type: 'session', id: sid, name: '' } })
}

/** Returns how the member's session was last confirmed, and the ways to confirm it. */
export async function findMemberProof(
  { db }: Pick<Context, 'db'>,
  { platform, sessionId }: TenantMember,
) {
  const scope = { platformId: platform.id }
  return inTransaction(
    db,
    scope,
    async (tx) => {
      const found = await findConfirmation(tx, platform.id, sessionId)
      const { accountId, ...proof } = found ?? fail('unauthorized')
      const factors =
        accountId && proof.hasSecondFactor ? await findSecondFactors(tx, accountId) : []
      // Members sign in without passkeys, so they confirm without them.
      const codes = factors.filter((factor) => factor !== 'passkey')
      return { ...proof, accountId, methods: codes.length > 0 ? codes : ['password' as const] }
    },
    { readOnly: true },
  )
}

/** Marks the session as just confirmed. */
export async function acceptProof(
  tx: Tx,
  actor: TenantMember,
  acr: string,
  method: ProofMethod,
): Promise<void> {
  const { platform, sessionId, at } = actor
  const confirmed = confirmedBy({ amr: actor.amr, acr }, method)
  await confirmSession(tx, platform.id, sessionId, { ...confirmed, at })
  await record(tx, actor, 'REAUTHENTICATED', { metadata: { method } })
}

/** Records a failed confirmation of a signed-in member. */
export const noteFailedProof = (tx: Tx, actor: TenantMember, method: ProofMethod) =>
  record(tx, actor, 'REAUTHENTICATED', { outcome: 'failure', metadata: { method } })

/** Mails a member when, where and from which device their access changed. */
export function notifyMember(
  tx: Tx,
  { at, ip, userAgent }: Origin,
  context: Pick<Context, 'config' | 'secrets' | 'clock'>,
  platform: { name: string; slug: string },
  template:
    | 'new-device'
    | 'session-reuse'
    | 'many-failures'
    | 'password-changed'
    | 'password-was-reset',
  { email, firstName }: Pick<Person, 'email' | 'firstName'>,
) {
  const link = `${context.config.publicUrl}/${platform.slug}`
  const data = { firstName, at, ip, userAgent, link, platformName: platform.name }
  return sendMail(tx, context, { to: email, template, data })
}
