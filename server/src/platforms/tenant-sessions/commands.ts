import type { SecondFactorDemand } from '@stowage/contract/identity/sessions'
import { record } from '../../audit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { StoredPassword } from '../../hashing.ts'
import { notFound } from '../../errors.ts'
import type { Anonymous, Origin, TenantMember } from '../../http/actor.ts'
import { about } from '../../identity/accounts/commands.ts'
import { emailKey } from '../../identity/accounts/email-key.ts'
import type { Attempt } from '../../identity/sessions/lanes.ts'
import { authenticate, type ParsedRefreshToken } from '../../identity/sessions/refresh-tokens.ts'
import { decideRefresh, idleEnd } from '../../identity/sessions/rules.ts'
import { demandSecondFactor } from '../../identity/sessions/second-step.ts'
import type { SessionColumns } from '../../identity/sessions/tokens.ts'
import { sendMail } from '../../mail/send.ts'
import { findCredential, lockMember, noteSignIn, strengthenCredential } from '../members/queries.ts'
import { memberOf } from './member.ts'
import {
  endSession,
  endSessionsOf,
  findLiveMember,
  findSessionKey,
  insertSession,
  listLiveSessions,
  lockSession,
  rotateSession,
} from './queries.ts'
import { lifetimesOf, type Person } from './rules.ts'

/** Somebody at the door of a platform that exists. */
export type Visitor = Anonymous & { readonly platform: NonNullable<Anonymous['platform']> }

/** The frame finds the platform of every route below /tenant/:slug before it calls a handler. */
export function visitorOf(actor: Anonymous): Visitor {
  const platform = actor.platform ?? notFound('Platform not found')
  return { ...actor, platform }
}

type Known = { id: string; email: string }

/** What a member does before or without proving to be one is still the member's own event. */
export const aboutMember = ({ id, email }: Known) => ({
  actor: { type: 'tenant_user' as const, id },
  email,
})

type Refusal = {
  typed: string
  known: (Known & { firstName: string; status: string }) | undefined
  reason: string
  /** Of the password; a wrong code is counted elsewhere. */
  attempt?: Attempt
}

/** A refused sign-in. What was typed is kept only if it is an address: people mix up the fields. */
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

/** A right password of somebody whose account has a second factor: the log of the account tells it. */
export async function askForCode(
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
  /** The stored hash and a stronger one of the same password, when it has become too weak. */
  newHash?: { weaker: StoredPassword; stronger: StoredPassword } | undefined
  /** When the member’s own password that was given had been set. */
  provedSince: Date | undefined
  isNewDevice: boolean
}

/** Begins a session; undefined when member or password have changed since that was checked. */
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
 * Exchanges a refresh token; undefined refuses it. One that comes back from somebody who cannot be
 * retrying ends the session, so the caller must commit before it refuses.
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

/** The session that made this refresh token, whether or not it is over. */
export async function findSessionOf(
  tx: Tx,
  platformId: string,
  { secrets }: Context,
  token: ParsedRefreshToken,
): Promise<string | undefined> {
  const session = await findSessionKey(tx, platformId, token.sid)
  return session && authenticate(secrets, session, token) ? session.sid : undefined
}

/** Ends the session, and says so in the log when there was one to end. */
export async function signOut(tx: Tx, actor: Visitor, sid: string): Promise<void> {
  const ended = await endSession(tx, actor.platform.id, sid, { at: actor.at, reason: 'logout' })
  if (ended) await record(tx, memberOf(actor, ended, ended, actor.platform), 'TENANT_LOGOUT')
}

/**
 * Ends the member's sessions elsewhere and returns how many. Two sessions that do this to each
 * other at once leave one: the later of them has itself been ended.
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

/** Ends one of the member's sessions; a stranger's is as unknown as one that never was. */
export async function revokeSession(tx: Tx, actor: TenantMember, sid: string): Promise<void> {
  const { id: platformId } = actor.platform
  const isOwn = (await findLiveMember(tx, platformId, sid, actor.at))?.id === actor.id
  const end = { at: actor.at, reason: 'revoked_by_user' } as const
  if (!isOwn || !(await endSession(tx, platformId, sid, end))) notFound()
  await record(tx, actor, 'SESSION_REVOKED', { target: { type: 'session', id: sid, name: '' } })
}

/** Tells a member when, where and by which device something happened to their access. */
export function notifyMember(
  tx: Tx,
  { at, ip, userAgent }: Origin,
  context: Pick<Context, 'config' | 'secrets' | 'clock'>,
  platform: { name: string; slug: string },
  template:
    'new-device' | 'session-reuse' | 'many-failures' | 'password-changed' | 'password-was-reset',
  { email, firstName }: Pick<Person, 'email' | 'firstName'>,
) {
  const link = `${context.config.publicUrl}/${platform.slug}`
  const data = { firstName, at, ip, userAgent, link, platformName: platform.name }
  return sendMail(tx, context, { to: email, template, data })
}
