import type { tenantSessions } from '@stowage/contract/platforms/tenant-sessions'
import { hasAccounts, useUpFirst } from '../../cells/operations.ts'
import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Call, Handlers } from '../../http/mount.ts'
import { getAccount } from '../../identity/accounts/queries.ts'
import { findCredential as findAccountCredential } from '../../identity/passwords/queries.ts'
import { readAccessToken } from '../../identity/signing-keys/sign-access-token.ts'
import { parseRefreshToken } from '../../identity/sessions/make-refresh-token.ts'
import { listedOf } from '../../identity/sessions/rules.ts'
import { retryKeyHash } from '../../identity/sessions/issue-tokens.ts'
import {
  acceptCode,
  noteBackupCode,
  noteWrongCode,
  requireCode,
} from '../../identity/two-factor/accept-code.ts'
import { findCredential } from '../members/queries.ts'
import { signInWithCode, signInWithPassword, answer } from './sign-in.ts'
import {
  acceptProof,
  findMemberProof,
  findSessionOf,
  noteFailedProof,
  refreshSession,
  revokeSession,
  signOut,
  signOutOthers,
  visitorOf,
} from './commands.ts'
import { findPerson, listLiveSessions } from './queries.ts'
import { tenantUserOf } from './rules.ts'

/** Seconds an expired token can still be used to sign out. */
const signOutGrace = 30 * 86_400
const mostListed = 100

export const tenantSessionHandlers: Handlers<typeof tenantSessions> = {
  async login(call, { body }) {
    const actor = visitorOf(call.actor)
    if (body.tempToken !== undefined) return signInWithCode(call, actor, body)
    return signInWithPassword(call, actor, body)
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

  async reauthenticate(call, { body }) {
    await ('password' in body
      ? proveByPassword(call, body.password)
      : proveByCode(call, body.token))
    return { success: true, authTime: call.actor.at.toISOString() }
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

type ReauthenticateCall = Call<(typeof tenantSessions)['reauthenticate']>

/** A wrong proof is never a 401, which would sign the member out. */
async function proveByPassword(call: ReauthenticateCall, password: string): Promise<void> {
  const { actor, read, write, hasher } = call
  const { accountId, acr, hasSecondFactor } = await findMemberProof(call, actor)
  // Refused even if right, so passwords cannot be guessed here.
  if (hasSecondFactor) fail('method_not_sufficient')
  const stored = await read((db) =>
    accountId
      ? findAccountCredential(db, accountId)
      : findCredential(db, actor.platform.id, actor.id),
  )
  const { ok } = await hasher.verify(stored, password)
  if (!ok) {
    await write((tx) => noteFailedProof(tx, actor, 'password'))
    fail('invalid_password')
  }
  await write((tx) => acceptProof(tx, actor, acr, 'password'))
}

async function proveByCode(call: ReauthenticateCall, typed: string): Promise<void> {
  const { actor, limits, write, secrets } = call
  const code = requireCode(typed)
  const { accountId, acr, hasSecondFactor } = await findMemberProof(call, actor)
  if (!accountId || !hasSecondFactor) return fail('invalid_code', { isCounted: false })
  await limits.spend('SECOND_FACTOR', accountId)
  const use = async (tx: Tx) => {
    const presented = { accountId, code, purpose: 'step_up', at: actor.at } as const
    const account = await getAccount(tx, accountId)
    return { account, accepted: await acceptCode(tx, secrets, presented) }
  }
  // In a database without accounts, the code is used up first.
  const used = hasAccounts(call) ? undefined : await useUpFirst(call, use)
  const isAccepted = await write(async (tx) => {
    const { account, accepted } = used ?? (await use(tx))
    if (!accepted) await noteWrongCode(tx, actor, account, code)
    if (accepted?.factor === 'backup_code')
      await noteBackupCode(tx, call, actor, account, accepted.remaining)
    if (accepted) await acceptProof(tx, actor, acr, accepted.factor)
    return accepted !== undefined
  })
  if (!isAccepted) fail('invalid_code')
  await limits.refund('SECOND_FACTOR', accountId)
}
