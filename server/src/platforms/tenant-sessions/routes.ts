import type { tenantSessions } from '@stowage/contract/platforms/tenant-sessions'
import { fail } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { readAccessToken } from '../../identity/sessions/access-tokens.ts'
import { parseRefreshToken } from '../../identity/sessions/refresh-tokens.ts'
import { listedOf } from '../../identity/sessions/rules.ts'
import { retryKeyHash } from '../../identity/sessions/tokens.ts'
import { admitWithCode, admitWithPassword, answer } from './admission.ts'
import {
  findSessionOf,
  refreshSession,
  revokeSession,
  signOut,
  signOutOthers,
  visitorOf,
} from './commands.ts'
import { findPerson, listLiveSessions } from './queries.ts'
import { tenantUserOf } from './rules.ts'

/** How long an expired token can still be used to sign out, in seconds. */
const signOutGrace = 30 * 86_400
const mostListed = 100

export const tenantSessionHandlers: Handlers<typeof tenantSessions> = {
  async login(call, { body }) {
    const actor = visitorOf(call.actor)
    if (body.tempToken !== undefined) return admitWithCode(call, actor, body)
    return admitWithPassword(call, actor, body)
  },

  async refresh(call, { body }) {
    const actor = visitorOf(call.actor)
    if (!body.refreshToken) fail('refresh_token_required')
    const token = parseRefreshToken(body.refreshToken)
    if (!token) fail('invalid_refresh_token')
    // Counted before the token is checked, so too many requests do not end the session.
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
      // A session of another platform is not found here.
      else if (claims) await signOut(tx, actor, claims.sid)
    })
    return { success: true }
  },

  async me({ read, actor }) {
    const { id, platform } = actor
    const person = await read((db) => findPerson(db, platform.id, id))
    return { user: tenantUserOf(person ?? fail('unauthorized'), platform) }
  },

  async list({ read, actor }) {
    const { id, platform, at, sessionId } = actor
    const live = await read((db) => listLiveSessions(db, platform.id, id, at))
    return { sessions: live.slice(0, mostListed).map((session) => listedOf(session, sessionId)) }
  },

  async end({ actor, write }, { params }) {
    await write((tx) => revokeSession(tx, actor, params.sessionId))
    return { success: true }
  },

  endOthers: async ({ actor, write }) => ({
    revoked: await write((tx) => signOutOthers(tx, actor)),
  }),
}
