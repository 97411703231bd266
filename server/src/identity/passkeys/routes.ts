import type { passkeys } from '@stowage/contract/identity/passkeys'
import { fail } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { getAccount } from '../accounts/queries.ts'
import { admit } from '../sign-in/commands.ts'
import { recognizeDevice } from '../tokens/device-tokens.ts'
import { judgeSignIn } from '../sessions/rules.ts'
import { judgeAnswer, openChallenge } from '../passkey-ceremonies/assertions.ts'
import { nameOf } from '../passkey-ceremonies/authenticators.ts'
import {
  creationOptions,
  readRegistration,
  requestOptions,
} from '../passkey-ceremonies/ceremony.ts'
import { consumeChallenge } from '../passkey-ceremonies/queries.ts'
import {
  addPasskey,
  beginRegistration,
  noteFailedRegistration,
  noteRefusal,
  remove,
  rename,
  requirePasskey,
} from './commands.ts'
import { listPasskeys } from './queries.ts'
import { deviceTypeOf, passkeyOf, transportsOf } from './rules.ts'

const signIn = { ceremony: 'sign_in', sessionId: null } as const

export const passkeyHandlers: Handlers<typeof passkeys> = {
  list: async ({ db, actor }) => ({
    passkeys: (await listPasskeys(db, actor.id)).map(passkeyOf),
  }),

  async beginRegistration({ actor, config, write }) {
    const options = await creationOptions(config, await write((tx) => beginRegistration(tx, actor)))
    return { ...options, options }
  },

  async completeRegistration({ actor, write, ...tools }, { body: { response, name } }) {
    const purpose = { ceremony: 'register', sessionId: actor.sessionId } as const
    const challenge = await write((tx) => consumeChallenge(tx, purpose, { at: actor.at }))
    if (!challenge) fail('registration_failed')
    const credential = await readRegistration(tools.config, challenge, response)
    if (!credential) {
      await write((tx) => noteFailedRegistration(tx, actor))
      return fail('registration_failed')
    }
    const hints = hintsOf(response)
    const deviceType = deviceTypeOf({ ...hints, userAgent: actor.userAgent })
    const passkey = {
      ...credential,
      deviceType,
      transports: hints.transports,
      name: name ?? nameOf(credential.aaguid, deviceType),
    }
    return {
      verified: true,
      passkey: await write((tx) => addPasskey(tx, tools, actor, passkey)),
      message: 'Passkey registered successfully!',
    }
  },

  rename: async ({ actor, write }, { params, body }) => ({
    passkey: await write((tx) => rename(tx, actor, params.passkeyId, body.name)),
  }),

  async remove({ actor, write, ...tools }, { params }) {
    await write((tx) => remove(tx, tools, actor, params.passkeyId))
    return { success: true, message: 'Passkey removed successfully!' }
  },

  async beginSignIn({ actor, config, write }) {
    const { id, challenge } = await write((tx) => openChallenge(tx, signIn, actor.at))
    return { challengeId: id, options: await requestOptions(config, challenge, 'preferred') }
  },

  async completeSignIn(call, { body: { challengeId, response } }) {
    const { actor, db, write, headers, ...tools } = call
    const answer = { purpose: signIn, challengeId, given: response }
    const judgement = await judgeAnswer(call, answer)
    const accountId = judgement.isRight ? judgement.credential.accountId : judgement.accountId
    if (!accountId) fail('passkey_rejected')
    const account = await getAccount(db, accountId)
    const verdict = judgement.isRight
      ? judgeSignIn(account, true, tools.config.requireVerifiedEmail)
      : judgement.reason
    if (!judgement.isRight || verdict !== 'welcome') {
      await write((tx) => noteRefusal(tx, tools, actor, account, verdict))
      return refuse(verdict)
    }
    const { credential, isUserVerified } = judgement
    const owner = { plane: 'operator', subjectId: account.id } as const
    return admit(call, {
      account,
      amr: ['passkey'],
      // With user verification a passkey is two factors, without it one.
      acr: isUserVerified ? 'aal2' : 'aal1',
      device: recognizeDevice(tools.secrets, owner, headers['x-device-token']),
      alongside: (tx) => requirePasskey(tx, account.id, credential.id),
    })
  },
}

function refuse(verdict: string): never {
  if (verdict === 'suspended') fail('account_suspended')
  // The caller has a valid passkey and may learn what is missing.
  if (verdict === 'unverified')
    fail('passkey_rejected', { message: 'Please verify your email address first.' })
  fail('passkey_rejected')
}

function hintsOf({ authenticatorAttachment, response }: Record<string, unknown>) {
  // A parsed registration has a response. Its transports are unsigned and may be any value.
  const { transports } = response as { transports?: unknown }
  return { attachment: authenticatorAttachment, transports: transportsOf(transports) }
}
