import type { SecondFactorDemand, SignedIn } from '@stowage/contract/identity/sessions'
import { record } from '../../audit.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { Anonymous } from '../../http/actor.ts'
import type { Call } from '../../http/mount.ts'
import { about } from '../accounts/rules.ts'
import type { Account } from '../accounts/queries.ts'
import { userOf } from '../accounts/rules.ts'
import { signIn } from './commands.ts'
import { clearLane, type Attempt } from '../sign-in-attempts/commands.ts'
import type { Lifetimes } from './rules.ts'
import { recognizeDevice } from '../signing-keys/recognize-device.ts'
import { demandSecondFactor, finishSecondStep, openSecondStep } from './finish-second-step.ts'
import { beginSession, issueTokens } from './issue-tokens.ts'

/** A user who proved to own the account. */
export type Proven = {
  account: Account
  /** The methods used: `pwd`, `otp`, `backup_code`, `passkey`. */
  amr: string[]
  /** `aal2` means two factors. */
  acr: 'aal1' | 'aal2'
  device: { isKnown: boolean; deviceToken: string }
  /** The attempt with the password, which no longer counts as failed. */
  attempt?: Attempt
  /** Runs first in the transaction that starts the session, for example to consume a challenge. */
  alongside?: (tx: Tx) => Promise<void>
}

type SignInCall = Context & {
  actor: Anonymous
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export const lifetimesOf = (config: Config): Lifetimes => ({
  idle: config.sessionIdleSeconds,
  absolute: config.sessionAbsoluteSeconds,
})

/**
 * Starts a session, or demands the second factor if the account has one and only one factor was
 * given.
 */
export async function signInProven(
  { actor, write, ...context }: SignInCall,
  proven: Proven,
): Promise<SignedIn | SecondFactorDemand> {
  const { account, amr, acr, device, attempt, alongside } = proven
  if (account.hasSecondFactor && acr === 'aal1')
    return write(async (tx) => {
      // Also cleared if a second factor is still due, because that step does not ask for the password
      // again.
      if (attempt) await clearLane(tx, attempt)
      await alongside?.(tx)
      await record(tx, actor, 'USER_LOGIN_2FA_REQUIRED', about(account))
      return demandSecondFactor(tx, actor, { account, amr, platformId: null })
    })

  const begun = beginSession(context.secrets, actor, lifetimesOf(context.config), { amr, acr })
  const { columns, key } = begun
  await write(async (tx) => {
    await alongside?.(tx)
    await signIn(tx, context, actor, { account, columns, isKnownDevice: device.isKnown, attempt })
  })
  const grant = { subjectId: account.id, session: columns, key, issuedAt: actor.at }
  const tokens = await issueTokens(context, { audience: 'stowage:operator', ...grant })
  return { tokens, user: userOf(account, context.config), deviceToken: device.deviceToken }
}

/** Completes a sign-in with a code. Fails as `openSecondStep` does. */
export async function signInWithCode(
  call: Call & { actor: Anonymous },
  typed: { tempToken: string; twoFactorToken: string },
): Promise<SignedIn | SecondFactorDemand> {
  const step = await openSecondStep(call, typed)
  const { account, amr } = step
  const owner = { plane: 'operator', subjectId: account.id } as const
  const device = recognizeDevice(call.secrets, owner, call.headers['x-device-token'])
  return finishSecondStep(call, step, {
    begin: (alongside) => signInProven(call, { account, amr, acr: 'aal2', device, alongside }),
  })
}
