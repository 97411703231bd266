import type { tenantSessions } from '@stowage/contract/platforms/tenant-sessions'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import type { Anonymous, Platform } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { emailKey } from '../../identity/accounts/email-key.ts'
import { readAccessToken } from '../../identity/sessions/access-tokens.ts'
import { nobody, recogniseDevice } from '../../identity/sessions/device-tokens.ts'
import { clearLane, tryPassword } from '../../identity/sessions/lanes.ts'
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
import { admit, lifetimesOf, tenantUserOf } from './rules.ts'

const byPassword = { amr: ['pwd'], acr: 'aal1' as const }

/** A token that ended this long ago may still be signed out with, in seconds. */
const signOutGrace = 30 * 86_400

export const tenantSessionHandlers: Handlers<typeof tenantSessions> = {
  async login(call, { body }) {
    if (body.tempToken !== undefined) fail('login_challenge_expired')
    const { email, password } = body
    const { read, write, hasher, secrets, config, headers } = call
    const actor = visitorOf(call.actor)
    const { platform } = actor
    const address = emailKey(email)
    const candidate = await read((db) => findCandidate(db, platform.id, address ?? ''))
    const place = { plane: 'tenant', platformId: platform.id } as const
    const owner = { ...place, subjectId: candidate?.id ?? nobody }
    const device = recogniseDevice(secrets, owner, headers['x-device-token'])
    const lane = {
      ...place,
      address: address ?? email,
      device: device.isKnown ? device.deviceToken : undefined,
    }
    const guess = { stored: candidate?.stored, password }
    const { ok, rehash, attempt } = await tryPassword(call, lane, guess, actor.at)
    const admission = admit(candidate, {
      passwordMatches: ok,
      platformStatus: platform.status,
      mustBeVerified: config.requireVerifiedEmail === 'login',
    })
    if (admission.code !== 'admitted') {
      const refusal = { typed: email, known: candidate, reason: admission.reason, attempt }
      await write((tx) => noteRefusal(tx, actor, call, refusal))
      fail(admission.code)
    }

    const { id: memberId, hasSignedIn, account, stored: weaker } = admission.member
    const { columns, key } = beginSession(secrets, actor, lifetimesOf(config), byPassword)
    // The hash of a linked member belongs to the account, and is renewed when that signs in.
    const isWeak = rehash && weaker && !account
    const signIn = {
      memberId,
      columns,
      newHash: isWeak ? { weaker, stronger: await hasher.hash(password) } : undefined,
      isNewDevice: hasSignedIn && !device.isKnown,
    }
    const member = await write(async (tx) => {
      const started = await startSession(tx, actor, call, signIn)
      const gone = { typed: email, known: undefined, reason: 'unknown_address', attempt }
      await (started ? clearLane(tx, attempt) : noteRefusal(tx, actor, call, gone))
      return started
    })
    if (!member) fail('invalid_credentials')
    const grant = { member, session: columns, key, issuedAt: actor.at }
    return { ...(await answer(call, platform, grant)), deviceToken: device.deviceToken }
  },

  async refresh(call, { body }) {
    const actor = visitorOf(call.actor)
    if (!body.refreshToken) fail('refresh_token_required')
    const token = parseRefreshToken(body.refreshToken)
    if (!token) fail('invalid_refresh_token')
    // Before the token is looked at: what is too much must not end the session.
    await call.limits.spend('REFRESH_SESSION', token.sid)
    const keyHash = retryKeyHash(call.headers['idempotency-key'])
    const grant = await call.write((tx) => refreshSession(tx, actor, call, { token, keyHash }))
    return answer(call, actor.platform, grant ?? fail('invalid_refresh_token'))
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
      // A session of another platform is not found on this one.
      else if (claims) await signOut(tx, actor, claims.sid)
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

/** Signs the tokens, which waits for a thread and is therefore done after the commit. */
async function answer(context: Context, { id, slug }: Platform, grant: Grant) {
  const { member, session, key, issuedAt } = grant
  const platform = { id, slug }
  const subject = { audience: 'stowage:tenant', subjectId: member.id } as const
  const tokens = await issueTokens(context, { ...subject, session, key, issuedAt, platform })
  return { user: tenantUserOf(member, platform), tokens }
}
