import type { sessions } from '@stowage/contract/identity/sessions'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Operator } from '../../http/actor.ts'
import type { Call } from '../../http/mount.ts'
import { getAccount } from '../accounts/queries.ts'
import { judgeAnswer, openChallenge } from '../passkeys/judge-answer.ts'
import { requestOptions, type SubmittedCredential } from '../passkeys/ceremony.ts'
import { listPasskeys } from '../passkeys/queries.ts'
import { findCredential } from '../passwords/queries.ts'
import {
  acceptCode,
  noteBackupCode,
  noteWrongCode,
  requireCode,
} from '../two-factor/accept-code.ts'
import { findProofMethods } from '../two-factor/queries.ts'
import { acceptProof, noteFailedProof } from './commands.ts'

type ReauthenticateCall = Call<typeof sessions.reauthenticate>

/** Returns how the owner of a session can confirm to be using it, with a challenge for a passkey. */
export async function beginReauthentication({
  db,
  actor,
  config,
  write,
}: Call<typeof sessions.beginReauthentication>) {
  const methods = await findProofMethods(db, actor.id)
  if (!methods.includes('passkey')) return { methods }
  const passkeys = await listPasskeys(db, actor.id)
  const { id, challenge } = await write((tx) => openChallenge(tx, purposeOf(actor), actor.at))
  const options = await requestOptions(config, challenge, 'required', passkeys)
  return { methods, challengeId: id, options }
}

/**
 * Confirms that the owner is using a session. A wrong proof is never a 401, which would sign the
 * owner out. The route counts failures before the proof is verified.
 */
export async function reauthenticate(
  call: ReauthenticateCall,
  body: Input<typeof sessions.reauthenticate>['body'],
) {
  if ('password' in body) await byPassword(call, body.password)
  else if ('token' in body) await byCode(call, body.token)
  else await byPasskey(call, body.challengeId, body.response)
  return { success: true, authTime: call.actor.at.toISOString() } as const
}

const purposeOf = ({ sessionId }: Operator) => ({ ceremony: 'reauthenticate', sessionId }) as const

async function byPassword(
  { db, actor, hasher, write }: ReauthenticateCall,
  password: string,
): Promise<void> {
  // Refused even if right, so passwords cannot be guessed here.
  if (actor.hasSecondFactor) fail('method_not_sufficient')
  const { ok } = await hasher.verify(await findCredential(db, actor.id), password)
  if (!ok) {
    await write((tx) => noteFailedProof(tx, actor, 'password'))
    return fail('invalid_password')
  }
  await write((tx) => acceptProof(tx, actor, 'password'))
}

async function byCode(
  { actor, limits, write, ...tools }: ReauthenticateCall,
  typed: string,
): Promise<void> {
  const code = requireCode(typed)
  if (!actor.hasSecondFactor) fail('invalid_code', { isCounted: false })
  await limits.spend('SECOND_FACTOR', actor.id)
  const prove = async (tx: Tx) => {
    const presented = { accountId: actor.id, code, purpose: 'step_up', at: actor.at } as const
    const accepted = await acceptCode(tx, tools.secrets, presented)
    if (!accepted) {
      await noteWrongCode(tx, actor, actor, code)
      return false
    }
    if (accepted.factor === 'backup_code')
      await noteBackupCode(tx, tools, actor, await getAccount(tx, actor.id), accepted.remaining)
    await acceptProof(tx, actor, accepted.factor)
    return true
  }
  if (!(await write(prove))) fail('invalid_code')
  await limits.refund('SECOND_FACTOR', actor.id)
}

async function byPasskey(
  call: ReauthenticateCall,
  challengeId: string,
  given: SubmittedCredential,
): Promise<void> {
  const { actor, write } = call
  const answer = { purpose: purposeOf(actor), challengeId, given, ownerId: actor.id }
  const judgement = await judgeAnswer(call, answer)
  if (!judgement.isRight || !judgement.isUserVerified) {
    await write((tx) => noteFailedProof(tx, actor, 'passkey'))
    return fail('invalid_code', { message: 'The passkey was not accepted. Please try again.' })
  }
  await write((tx) => acceptProof(tx, actor, 'passkey'))
}
