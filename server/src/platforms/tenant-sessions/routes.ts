import type { tenantSessions } from '@stowage/contract/platforms/tenant-sessions'
import { fail } from '../../errors.ts'
import type { Anonymous } from '../../http/actor.ts'
import type { Call, Handlers } from '../../http/mount.ts'
import { emailKey } from '../../identity/accounts/email-key.ts'
import { readAccessToken } from '../../identity/sessions/access-tokens.ts'
import { recogniseDevice } from '../../identity/sessions/device-tokens.ts'
import { parseRefreshToken } from '../../identity/sessions/refresh-tokens.ts'
import { beginSession, issueTokens, retryKeyHash } from '../../identity/sessions/tokens.ts'
import {
  findSessionOf,
  noteRefusal,
  refreshSession,
  signOut,
  startSession,
  type Grant,
  type Visitor,
} from './commands.ts'
import { findCandidate, findPerson } from './queries.ts'
import { lifetimesOf, refuseSignIn, tenantUserOf } from './rules.ts'

/** A token that ended this long ago may still be signed out with, in seconds. */
const signOutGrace = 30 * 86_400

export const tenantSessionHandlers: Handlers<typeof tenantSessions> = {
  async login(call, { body: { email, password } }) {
    const { read, write, hasher, secrets, config, headers } = call
    const actor = visitorOf(call.actor)
    const { platform } = actor
    const address = emailKey(email) ?? ''
    const candidate = await read((db) => findCandidate(db, platform.id, address))
    const { ok, rehash } = await hasher.verify(candidate?.stored, password)
    const refusal = refuseSignIn(candidate, {
      passwordMatches: ok,
      platformStatus: platform.status,
      mustBeVerified: config.requireVerifiedEmail === 'login',
    })
    if (refusal || !candidate?.stored) {
      const { code, reason } = refusal ?? { code: 'invalid_credentials', reason: 'no_password' }
      await write((tx) => noteRefusal(tx, actor, email, candidate, reason))
      fail(code)
    }

    const weaker = candidate.stored
    const device = recogniseDevice(
      secrets,
      { plane: 'tenant', platformId: platform.id, subjectId: candidate.id },
      headers['x-device-token'],
    )
    const { columns, key } = beginSession(secrets, actor, lifetimesOf(config))
    const signIn = {
      memberId: candidate.id,
      columns,
      // The hash of a linked member belongs to the account and is renewed when that signs in.
      newHash:
        rehash && !candidate.account
          ? { weaker, stronger: await hasher.hash(password) }
          : undefined,
      isNewDevice: candidate.hasSignedIn && !device.isKnown,
    }
    const member = await write(async (tx) => {
      const started = await startSession(tx, actor, call, signIn)
      if (!started) await noteRefusal(tx, actor, email, undefined, 'unknown_address')
      return started
    })
    if (!member) fail('invalid_credentials')
    const granted = await grant(call, { member, session: columns, key, issuedAt: actor.at })
    return { ...granted, deviceToken: device.deviceToken }
  },

  async refresh(call, { body }) {
    const actor = visitorOf(call.actor)
    if (!body.refreshToken) fail('refresh_token_required')
    const token = parseRefreshToken(body.refreshToken)
    if (!token) fail('invalid_refresh_token')
    const keyHash = retryKeyHash(call.headers['idempotency-key'])
    const refreshed = await call.write((tx) => refreshSession(tx, actor, call, { token, keyHash }))
    return grant(call, refreshed ?? fail('invalid_refresh_token'))
  },

  async logout(call, { body }) {
    const actor = visitorOf(call.actor)
    const { platform, at } = actor
    const token = body.refreshToken === undefined ? undefined : parseRefreshToken(body.refreshToken)
    const bearer = /^Bearer (\S+)$/i.exec(call.headers.authorization ?? '')?.[1]
    const claims =
      bearer &&
      (await readAccessToken(call, bearer, 'stowage:tenant', at, { expiredFor: signOutGrace }))
    await call.write(async (tx) => {
      const sid = token && (await findSessionOf(tx, platform.id, call, token))
      if (sid) await signOut(tx, actor, sid)
      else if (claims && claims.platformId === platform.id) await signOut(tx, actor, claims.sid)
    })
    return { success: true }
  },

  async me({ read, actor }) {
    const { id, platform } = actor
    const person = await read((db) => findPerson(db, platform.id, id))
    return { user: tenantUserOf(person ?? fail('unauthorized'), platform) }
  },
}

/** The frame finds the platform of every route below /tenant/:slug before it calls a handler. */
function visitorOf(actor: Anonymous): Visitor {
  const platform = actor.platform ?? fail('not_found', { message: 'Platform not found' })
  return { ...actor, platform }
}

async function grant(call: Call, { member, session, key, issuedAt }: Grant) {
  const platform = visitorOf(call.actor as Anonymous).platform
  const tokens = await issueTokens(call, {
    audience: 'stowage:tenant',
    subjectId: member.id,
    session,
    key,
    issuedAt,
    platform: { id: platform.id, slug: platform.slug },
  })
  return { user: tenantUserOf(member, platform), tokens }
}
