import type { SecondFactorDemand } from '@stowage/contract/identity/sessions'
import { record } from '../../audit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { StoredPassword } from '../../hashing.ts'
import type { Anonymous } from '../../http/actor.ts'
import { about } from '../../identity/accounts/commands.ts'
import { emailKey } from '../../identity/accounts/email-key.ts'
import type { Attempt } from '../../identity/sessions/lanes.ts'
import { authenticate, type ParsedRefreshToken } from '../../identity/sessions/refresh-tokens.ts'
import { decideRefresh, idleEnd } from '../../identity/sessions/rules.ts'
import { demandSecondFactor } from '../../identity/sessions/second-step.ts'
import type { SessionColumns } from '../../identity/sessions/tokens.ts'
import { sendMail } from '../../mail/send.ts'
import { noteSignIn, strengthenCredential } from '../members/queries.ts'
import { memberOf } from './member.ts'
import { endSession, findSessionKey, insertSession, lockSession, rotateSession } from './queries.ts'
import { lifetimesOf, type Person } from './rules.ts'

/** Somebody at the door of a platform that exists. */
export type Visitor = Anonymous & { readonly platform: NonNullable<Anonymous['platform']> }

type Known = { id: string; email: string }

/** What a member does before or without proving to be one is still the member's own event. */
const aboutMember = ({ id, email }: Known) => ({
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
    await notify(tx, actor, context, 'many-failures', known)
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
  isNewDevice: boolean
}

/** Begins a session; undefined when the member was removed since the password was checked. */
export async function startSession(
  tx: Tx,
  actor: Visitor,
  context: Context,
  { memberId, columns, newHash, isNewDevice }: SignIn,
): Promise<Person | undefined> {
  const { id: platformId } = actor.platform
  const member = await noteSignIn(tx, platformId, memberId, actor.at)
  if (!member) return undefined
  if (newHash)
    await strengthenCredential(tx, platformId, memberId, newHash.weaker, newHash.stronger)
  await insertSession(tx, platformId, memberId, columns)
  const by = memberOf(actor, member, columns, actor.platform)
  await record(tx, by, 'TENANT_LOGIN', { metadata: { amr: columns.amr } })
  if (isNewDevice) {
    await record(tx, by, 'NEW_DEVICE_LOGIN')
    await notify(tx, actor, context, 'new-device', member)
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
      await notify(tx, actor, context, 'session-reuse', session)
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

function notify(
  tx: Tx,
  { at, ip, userAgent, platform }: Visitor,
  context: Context,
  template: 'new-device' | 'session-reuse' | 'many-failures',
  { email, firstName }: Pick<Person, 'email' | 'firstName'>,
) {
  const link = `${context.config.publicUrl}/${platform.slug}`
  const data = { firstName, at, ip, userAgent, link, platformName: platform.name }
  return sendMail(tx, context, { to: email, template, data })
}
