import type { tenantSessions } from '@stowage/contract/platforms/tenant-sessions'
import type { Input } from '@stowage/contract/route'
import { hasAccounts, writeAccounts } from '../../cells/operations.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Platform } from '../../http/actor.ts'
import type { Call } from '../../http/mount.ts'
import { emailKey } from '../../mail/email-key.ts'
import { nobody, recognizeDevice } from '../../identity/signing-keys/recognize-device.ts'
import { clearLane, tryPassword } from '../../identity/sign-in-attempts/commands.ts'
import { finishSecondStep, openSecondStep } from '../../identity/sessions/finish-second-step.ts'
import { beginSession, issueTokens } from '../../identity/sessions/issue-tokens.ts'
import {
  recordCodeDemand,
  noteRefusal,
  startSession,
  type Grant,
  type Visitor,
} from './commands.ts'
import { findCandidate, findLinked } from './queries.ts'
import { admit, lifetimesOf, tenantUserOf, type Facts } from './rules.ts'

type LoginCall = Call<typeof tenantSessions.login>
type Body = Input<typeof tenantSessions.login>['body']
type Candidate = NonNullable<Awaited<ReturnType<typeof findCandidate>>>

/** Signs in with a password, or demands the second factor if the member's account has one. */
export async function signInWithPassword(
  call: LoginCall,
  actor: Visitor,
  { email, password }: Extract<Body, { password: string }>,
) {
  const { read, write, hasher } = call
  const { platform } = actor
  const address = emailKey(email)
  const candidate = await read((db) => findCandidate(db, platform.id, address ?? ''))
  const device = deviceOf(call, platform, candidate?.id ?? nobody)
  const lane = {
    plane: 'tenant',
    platformId: platform.id,
    address: address ?? email,
    device: device.isKnown ? device.deviceToken : undefined,
  } as const
  const guess = { stored: candidate?.stored, password }
  const { ok, rehash, attempt } = await tryPassword(call, lane, guess, actor.at)
  const admission = admit(candidate, factsOf(call, actor, ok))
  if (admission.code !== 'admitted') {
    const refusal = { typed: email, known: candidate, reason: admission.reason, attempt }
    await write((tx) => noteRefusal(tx, actor, call, refusal))
    fail(admission.code)
  }

  const { member } = admission
  const { account, stored: weaker } = member
  if (account?.hasSecondFactor) {
    const demand = (tx: Tx) => recordCodeDemand(tx, actor, { ...account, email: member.email })
    if (hasAccounts(call))
      return write(async (tx) => {
        await clearLane(tx, attempt)
        return demand(tx)
      })
    const demanded = await writeAccounts(call, demand)
    await write((tx) => clearLane(tx, attempt))
    return demanded
  }

  // A linked member's hash belongs to the account and is renewed at its next sign-in.
  const isWeak = rehash && weaker && !account
  const newHash = isWeak ? { weaker, stronger: await hasher.hash(password) } : undefined
  const alongside = (tx: Tx) => clearLane(tx, attempt)
  const proof = { amr: ['pwd'], acr: 'aal1', newHash, alongside } as const
  const signedIn = await begin(call, actor, member, device, proof)
  if (signedIn) return signedIn
  const gone = { typed: email, known: undefined, reason: 'changed_meanwhile', attempt }
  await write((tx) => noteRefusal(tx, actor, call, gone))
  fail('invalid_credentials')
}

/** Completes the sign-in of a member whose account has a second factor. */
export async function signInWithCode(
  call: LoginCall,
  actor: Visitor,
  typed: Extract<Body, { tempToken: string }>,
) {
  const { platform } = actor
  const step = await openSecondStep(call, typed)
  const { amr, account } = step
  const found = await call.read((db) => findLinked(db, platform.id, account.id))
  const admission = admit(found, factsOf(call, actor, true))
  if (admission.code !== 'admitted') {
    const refusal = { typed: account.email, known: found, reason: admission.reason }
    await call.write((tx) => noteRefusal(tx, actor, call, refusal))
    // The password was right, but the membership has ended.
    fail(admission.code === 'invalid_credentials' ? 'login_challenge_expired' : admission.code)
  }
  const { member } = admission
  const device = deviceOf(call, platform, member.id)
  const wrong = { typed: account.email, known: member, reason: 'wrong_code' }
  return finishSecondStep(call, step, {
    begin: async (alongside) => {
      const signedIn = await begin(call, actor, member, device, { amr, acr: 'aal2', alongside })
      return signedIn ?? fail('login_challenge_expired')
    },
    alsoNote: (tx) => noteRefusal(tx, actor, call, wrong),
  })
}

const factsOf = ({ config }: Context, { platform }: Visitor, passwordMatches: boolean): Facts => ({
  passwordMatches,
  platformStatus: platform.status,
  mustBeVerified: config.requireVerifiedEmail === 'login',
})

function deviceOf({ secrets, headers }: LoginCall, { id }: Platform, subjectId: string) {
  const owner = { plane: 'tenant', platformId: id, subjectId } as const
  return recognizeDevice(secrets, owner, headers['x-device-token'])
}

type Proof = Pick<Parameters<typeof startSession>[3], 'newHash'> & {
  amr: readonly string[]
  acr: 'aal1' | 'aal2'
  /** Runs in the transaction that starts the session. */
  alongside: (tx: Tx) => Promise<void>
}

/** Starts the session. Returns undefined if the proof is no longer valid. */
async function begin(
  call: LoginCall,
  actor: Visitor,
  { id: memberId, hasSignedIn, provedSince }: Candidate,
  device: { isKnown: boolean; deviceToken: string },
  { amr, acr, newHash, alongside }: Proof,
) {
  const { secrets, config, write } = call
  const proved = { amr: [...amr], acr }
  const { columns, key } = beginSession(secrets, actor, lifetimesOf(config), proved)
  const isNewDevice = hasSignedIn && !device.isKnown
  const signIn = { memberId, columns, newHash, provedSince, isNewDevice }
  const member = await write(async (tx) => {
    const started = await startSession(tx, actor, call, signIn)
    if (started) await alongside(tx)
    return started
  })
  if (!member) return undefined
  const grant = { member, session: columns, key, issuedAt: actor.at }
  return { ...(await answer(call, actor.platform, grant)), deviceToken: device.deviceToken }
}

/** Signs the tokens. Done after the commit, because signing waits for a thread. */
export async function answer(context: Context, { id, slug }: Platform, grant: Grant) {
  const { member, session, key, issuedAt } = grant
  const platform = { id, slug }
  const subject = { audience: 'stowage:tenant', subjectId: member.id } as const
  const tokens = await issueTokens(context, { ...subject, session, key, issuedAt, platform })
  return { user: tenantUserOf(member, platform), tokens }
}
