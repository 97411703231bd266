import type { passkeys } from '@stowage/contract/identity/passkeys'
import { fail } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { getAccount } from '../accounts/queries.ts'
import { judgeAnswer, openChallenge } from '../passkeys/assertions.ts'
import { requestOptions } from '../passkeys/ceremony.ts'
import { noteRefusal, requirePasskey } from '../passkeys/commands.ts'
import { recognizeDevice } from '../signing-keys/device-tokens.ts'
import { judgeSignIn } from './rules.ts'
import { admit } from './sign-in.ts'

const signIn = { ceremony: 'sign_in', sessionId: null } as const

export const passkeySignInHandlers: Handlers<
  Pick<typeof passkeys, 'beginSignIn' | 'completeSignIn'>
> = {
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
