import type { sessions } from '@stowage/contract/identity/sessions'
import type { passkeys } from '@stowage/contract/identity/passkeys'
import type { Config } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Call, Handlers } from '../../http/mount.ts'
import { emailKey } from '../../mail/email-key.ts'
import { findForSignIn, getAccount } from '../accounts/queries.ts'
import { userOf, operatorOf } from '../accounts/rules.ts'
import { strengthenCredential } from '../passwords/queries.ts'
import { readAccessToken } from '../signing-keys/sign-access-token.ts'
import { signInProven, signInWithCode, lifetimesOf } from './sign-in.ts'
import {
  findTokenSession,
  noteRefusal,
  refresh,
  revokeSession,
  signOut,
  signOutOthers,
} from './commands.ts'
import { nobody, recognizeDevice } from '../signing-keys/recognize-device.ts'
import { tryPassword } from '../sign-in-attempts/commands.ts'
import { findLiveSession, listLiveSessions } from './queries.ts'
import { parseRefreshToken } from './make-refresh-token.ts'
import { beginReauthentication, reauthenticate } from './reauthenticate.ts'
import { judgeSignIn, listedOf, type SignInVerdict } from './rules.ts'
import { issueTokens, retryKeyHash } from './issue-tokens.ts'
import { judgeAnswer, openChallenge } from '../passkeys/judge-answer.ts'
import { requestOptions } from '../passkeys/ceremony.ts'
import { notePasskeyRefusal, requirePasskey } from '../passkeys/commands.ts'

const audience = 'stowage:operator'
const monthInSeconds = 30 * 86_400
const mostListed = 100

export const sessionHandlers: Handlers<typeof sessions> = {
  beginReauthentication,
  reauthenticate: (call, { body }) => reauthenticate(call, body),

  async list({ db, actor }) {
    const live = await listLiveSessions(db, actor.id, actor.at, mostListed)
    return { sessions: live.map((session) => listedOf(session, actor.sessionId)) }
  },

  async end({ actor, write }, { params }) {
    await write((tx) => revokeSession(tx, actor, params.sessionId))
    return { success: true }
  },

  endOthers: async ({ actor, write }) => ({
    revoked: await write((tx) => signOutOthers(tx, actor)),
  }),

  async login(call, { body }) {
    if (body.tempToken !== undefined) return signInWithCode(call, body)
    const { db, actor, write, headers, ...tools } = call
    const key = emailKey(body.email)
    const found = key === undefined ? undefined : await findForSignIn(db, key)
    const owner = { plane: 'operator', subjectId: found?.id ?? nobody } as const
    const device = recognizeDevice(tools.secrets, owner, headers['x-device-token'])
    const lane = {
      plane: 'operator',
      address: key ?? body.email,
      device: device.isKnown ? device.deviceToken : undefined,
    } as const
    const guess = { stored: found?.stored, password: body.password }
    const password = await tryPassword({ db, ...tools }, lane, guess, actor.at)
    const { attempt } = password
    const verdict = judgeSignIn(found, password.ok, tools.config.requireVerifiedEmail)
    if (!found || verdict !== 'welcome') {
      const refusal = { typed: body.email, account: found, reason: verdict, attempt }
      await write((tx) => noteRefusal(tx, tools, actor, refusal))
      return refuse(tools.config, verdict)
    }
    const { stored, ...account } = found
    const stronger = password.rehash ? await tools.hasher.hash(body.password) : undefined
    const alongside = async (tx: Tx) => {
      if (stronger && stored) await strengthenCredential(tx, account.id, stored, stronger)
    }
    return signInProven(call, { account, amr: ['pwd'], acr: 'aal1', device, attempt, alongside })
  },

  async refresh({ actor, write, headers, limits, ...tools }, { body }) {
    const token = parseRefreshToken(body.refreshToken || fail('refresh_token_required'))
    // Counted before the token is checked, so too many requests do not end the session.
    if (token) await limits.spend('REFRESH_SESSION', token.sid)
    const keyHash = retryKeyHash(headers['idempotency-key'])
    const lifetimes = lifetimesOf(tools.config)
    const renewed =
      token && (await write((tx) => refresh(tx, tools, actor, { token, keyHash, lifetimes })))
    if (!renewed) fail('invalid_refresh_token')
    const { account, ...grant } = renewed
    const tokens = await issueTokens(tools, { audience, subjectId: account.id, ...grant })
    return { tokens, user: userOf(account, tools.config) }
  },

  async logout(call, { query, body }) {
    const { actor, write } = call
    const bearer = await findBearer(call)
    if (query.scope && bearer?.live) {
      const operator = operatorOf(actor, bearer.live, bearer.live)
      await write((tx) => signOutOthers(tx, operator))
    }
    if (query.scope === 'others') return { success: true }
    const token = parseRefreshToken(body.refreshToken ?? '')
    if (bearer || token)
      await write(async (tx) => {
        const sid = bearer?.sid ?? (token && (await findTokenSession(tx, call, token)))
        if (sid) await signOut(tx, actor, sid)
      })
    return { success: true }
  },
}

function refuse(config: Config, verdict: SignInVerdict): never {
  if (verdict === 'suspended') fail('account_suspended')
  // One message for every refusal, so it reveals nothing about the address.
  if (config.requireVerifiedEmail === 'login')
    fail('invalid_credentials', {
      message: 'Invalid email or password, or the address is not verified yet.',
    })
  fail('invalid_credentials')
}

/**
 * Returns the session of an access token that expired at most a month ago. `live` if it has not
 * expired.
 */
async function findBearer({ actor, headers, ...context }: Call) {
  const [, bearer] = /^Bearer ([\w.-]+)$/i.exec(headers.authorization ?? '') ?? []
  if (!bearer) return undefined
  const expiredFor = monthInSeconds
  const claims = await readAccessToken(context, bearer, audience, actor.at, { expiredFor })
  if (!claims) return undefined
  const isCurrent = claims.exp > actor.at.getTime() / 1000
  const live = isCurrent ? await findLiveSession(context.db, claims.sid, actor.at) : undefined
  return { sid: claims.sid, live }
}

const byPasskey = { ceremony: 'sign_in', sessionId: null } as const

export const passkeySignInHandlers: Handlers<
  Pick<typeof passkeys, 'beginSignIn' | 'completeSignIn'>
> = {
  async beginSignIn({ actor, config, write }) {
    const { id, challenge } = await write((tx) => openChallenge(tx, byPasskey, actor.at))
    return { challengeId: id, options: await requestOptions(config, challenge, 'preferred') }
  },

  async completeSignIn(call, { body: { challengeId, response } }) {
    const { actor, db, write, headers, ...tools } = call
    const answer = { purpose: byPasskey, challengeId, given: response }
    const judgement = await judgeAnswer(call, answer)
    const accountId = judgement.isRight ? judgement.credential.accountId : judgement.accountId
    if (!accountId) fail('passkey_rejected')
    const account = await getAccount(db, accountId)
    const verdict = judgement.isRight
      ? judgeSignIn(account, true, tools.config.requireVerifiedEmail)
      : judgement.reason
    if (!judgement.isRight || verdict !== 'welcome') {
      await write((tx) => notePasskeyRefusal(tx, tools, actor, account, verdict))
      return refusePasskey(verdict)
    }
    const { credential, isUserVerified } = judgement
    const owner = { plane: 'operator', subjectId: account.id } as const
    return signInProven(call, {
      account,
      amr: ['passkey'],
      // With user verification a passkey is two factors, without it one.
      acr: isUserVerified ? 'aal2' : 'aal1',
      device: recognizeDevice(tools.secrets, owner, headers['x-device-token']),
      alongside: (tx) => requirePasskey(tx, account.id, credential.id),
    })
  },
}

function refusePasskey(verdict: string): never {
  if (verdict === 'suspended') fail('account_suspended')
  // The caller has a valid passkey and may learn what is missing.
  if (verdict === 'unverified')
    fail('passkey_rejected', { message: 'Please verify your email address first.' })
  fail('passkey_rejected')
}
