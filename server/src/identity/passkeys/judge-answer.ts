import { randomBytes } from 'node:crypto'
import { record } from '../../audit.ts'
import type { Context, Tools } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import type { Anonymous, Operator, Origin } from '../../http/actor.ts'
import { sendMail } from '../../mail/send.ts'
import { about } from '../accounts/rules.ts'
import { lockAccount } from '../accounts/queries.ts'
import {
  deleteChallenges,
  insertChallenge,
  consumeChallenge,
  type Ceremony,
} from './ceremony-queries.ts'
import { readAssertion, type SubmittedCredential } from './ceremony.ts'
import { findCounter, findCredential, saveUse, type Credential } from './queries.ts'
import { challengeLifetimeMs, isCopy } from './rules.ts'

/** Stores a new challenge. Within a session it replaces the previous one. */
export async function openChallenge(tx: Tx, purpose: Ceremony, at: Date) {
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = new Date(at.getTime() + challengeLifetimeMs)
  const id = newId()
  if (purpose.sessionId) await deleteChallenges(tx, purpose)
  await insertChallenge(tx, purpose, { id, challenge, expiresAt })
  return { id, challenge }
}

type SignInCall = Context & {
  actor: Anonymous | Operator
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** A passkey assertion and the expected account. Without one, the assertion must name it. */
export type Answer = {
  purpose: Ceremony
  challengeId: string
  given: SubmittedCredential
  ownerId?: string
}

export type Judgement =
  | { isRight: true; credential: Credential; isUserVerified: boolean }
  | { isRight: false; reason: 'no_challenge' | 'unknown' | 'wrong' | 'copy'; accountId?: string }

/**
 * Verifies an assertion. The challenge is consumed first, whatever the result. A valid assertion
 * updates the passkey's counter. A counter that did not increase indicates a cloned key, which is
 * recorded and mailed to the owner.
 */
export async function judgeAnswer(call: SignInCall, answer: Answer): Promise<Judgement> {
  const { actor, write, ...context } = call
  const { purpose, challengeId, given, ownerId } = answer
  const challenge = await write((tx) =>
    consumeChallenge(tx, purpose, { id: challengeId, at: actor.at }),
  )
  if (!challenge) return { isRight: false, reason: 'no_challenge' }
  const credential = await findCredential(context.db, given.id)
  if (!credential || (ownerId && credential.accountId !== ownerId))
    return { isRight: false, reason: 'unknown' }
  const { accountId } = credential
  const shown = await readAssertion(context.config, challenge, credential, given)
  if (!shown || !isHandleOf(credential, shown.handle, ownerId !== undefined))
    return { isRight: false, reason: 'wrong', accountId }
  const use = await write((tx) => notePasskeyUse(tx, context, actor, credential, shown))
  if (use !== 'counted') return { isRight: false, reason: use, accountId }
  return { isRight: true, credential, isUserVerified: shown.isUserVerified }
}

/** An authenticator may omit the user handle if the request listed the allowed passkeys. */
const isHandleOf = ({ handle }: Credential, shown: unknown, mayBeAbsent: boolean) =>
  shown === handle.toString('base64url') || (mayBeAbsent && (shown ?? null) === null)

async function notePasskeyUse(
  tx: Tx,
  tools: Tools,
  by: Anonymous | Operator,
  { id, accountId }: Credential,
  shown: { counter: number; backedUp: boolean },
): Promise<'counted' | 'copy' | 'unknown'> {
  const account = await lockAccount(tx, accountId)
  const passkey = await findCounter(tx, id)
  // Removed during verification.
  if (!account || !passkey) return 'unknown'
  if (!isCopy(passkey, shown.counter)) {
    await saveUse(tx, id, { counter: shown.counter, backedUp: shown.backedUp, at: by.at })
    return 'counted'
  }
  await record(tx, by, 'PASSKEY_CLONE_SUSPECTED', {
    ...about(account),
    outcome: 'failure',
    target: { type: 'passkey', id, name: passkey.name },
  })
  await sendMail(tx, tools, {
    to: account.email,
    template: 'passkey-copied',
    data: passkeyNotice(tools, by, account.firstName, passkey.name),
  })
  return 'copy'
}

/** Returns the fields of every mail about a passkey. */
export const passkeyNotice = (
  { config }: Tools,
  { at, ip, userAgent }: Origin,
  firstName: string,
  passkeyName: string,
) => ({
  firstName,
  at,
  ip,
  userAgent,
  passkeyName,
  link: `${config.publicUrl}/dashboard/settings?tab=security`,
})
