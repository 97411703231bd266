import { createHash, randomBytes } from 'node:crypto'
import type { SecondFactorDemand } from '@stowage/contract/identity/sessions'
import { record } from '../../audit.ts'
import { hasAccounts, useUpFirst, writeAccounts } from '../../cells/operations.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { Failure, fail } from '../../errors.ts'
import type { Anonymous, Origin } from '../../http/actor.ts'
import type { Limits } from '../../http/limits.ts'
import { about } from '../accounts/rules.ts'
import { notifyOwner } from '../../mail/notify-owner.ts'
import { lockAccount, type Account } from '../accounts/queries.ts'
import {
  acceptCode,
  noteBackupCode,
  noteWrongCode,
  requireCode,
} from '../two-factor/accept-code.ts'
import { findSecondFactors } from '../two-factor/queries.ts'
import type { Code } from '../two-factor/rules.ts'
import {
  closeChallenges,
  countAttempt,
  countAttemptsSince,
  findChallenge,
  insertChallenge,
  passChallenge,
} from './challenge-queries.ts'

const lifetimeSeconds = 300
const warningAt = 3
const warningWindowMs = 3_600_000

/** Returns the hash by which a second step is found. The token itself is not stored. */
const challengeHash = (tempToken: string) =>
  createHash('sha256').update(`login_2fa\0${tempToken}`).digest()

type FirstStep = {
  account: { id: string; authEpoch: number }
  /** The methods of the first step. */
  amr: string[]
  /** The platform of the sign-in, null for operators. */
  platformId: string | null
}

/** Returns the reply to a right first step of a user with a second factor. */
export async function demandSecondFactor(
  tx: Tx,
  { at, ip, userAgent }: Origin,
  { account, amr, platformId }: FirstStep,
): Promise<SecondFactorDemand> {
  const plane = platformId ? 'tenant' : 'operator'
  const scope = { accountId: account.id, plane, platformId } as const
  await closeChallenges(tx, { ...scope, at })
  const tempToken = randomBytes(32).toString('base64url')
  await insertChallenge(tx, {
    ...scope,
    tokenHash: challengeHash(tempToken),
    amr,
    authEpoch: account.authEpoch,
    createdAt: at,
    expiresAt: new Date(at.getTime() + lifetimeSeconds * 1000),
    ip,
    userAgent,
  })
  const factors = await findSecondFactors(tx, account.id)
  // Passkeys belong to accounts and are not accepted on a platform's sign-in.
  const methods = platformId ? factors.filter((factor) => factor !== 'passkey') : factors
  return { requiresTwoFactor: true, tempToken, expiresIn: lifetimeSeconds, methods }
}

type SignInCall = Context & {
  actor: Anonymous
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  limits: Limits
}

/** A pending second step: its account and the code to verify. */
export type SecondStep = {
  account: Account
  /** The methods of both steps. */
  amr: string[]
  code: Code
  tokenHash: Buffer
  /** Codes tried in this sign-in, and for this account in the last hour. */
  attempts: number
  lately: number
}

/**
 * Finds the pending sign-in and counts the code before it is verified. Fails with
 * `login_challenge_expired`, `account_suspended`, or `invalid_code` for a malformed code.
 */
export async function openSecondStep(
  call: SignInCall,
  { tempToken, twoFactorToken }: { tempToken: string; twoFactorToken: string },
): Promise<SecondStep> {
  const code = requireCode(twoFactorToken)
  const tokenHash = challengeHash(tempToken)
  const isHere = hasAccounts(call)
  const count = async (tx: Tx) => {
    const counted = await countCode(tx, call, tokenHash)
    if ('refusal' in counted && isHere) await noteRefused(tx, call.actor, counted)
    return counted
  }
  const opened = await (isHere ? call.write(count) : writeAccounts(call, count))
  if ('refusal' in opened) {
    if (!isHere) await call.write((tx) => noteRefused(tx, call.actor, opened))
    fail(opened.refusal)
  }
  const { amr, ...found } = opened
  await call.limits.spend('SECOND_FACTOR', found.account.id)
  const factor = code.kind === 'totp' ? 'otp' : 'backup_code'
  return { ...found, amr: [...amr, factor], code, tokenHash }
}

/**
 * Returns how many codes one sign-in may try. Without a limit this exceeds what its counter can
 * hold.
 */
const mostAttempts = ({ config }: Pick<SignInCall, 'config'>) =>
  config.allowances.SECOND_FACTOR_CHALLENGE || 2 ** 31 - 1

async function countCode(tx: Tx, call: SignInCall, tokenHash: Buffer) {
  const by = call.actor
  const challenge = await findChallenge(tx, tokenHash, by.platform?.id ?? null)
  const account = challenge && (await lockAccount(tx, challenge.accountId))
  // A changed password or a closed account invalidates pending sign-ins.
  if (account?.status !== 'active' || account.authEpoch !== challenge?.authEpoch)
    return refusalOf(account)
  const attempts = await countAttempt(tx, tokenHash, { at: by.at, most: mostAttempts(call) })
  if (attempts === undefined) return refusalOf(account)
  const since = new Date(by.at.getTime() - warningWindowMs)
  const lately = await countAttemptsSince(tx, account.id, since)
  return { account, amr: challenge.amr, attempts, lately }
}

const refusalOf = (account: Account | undefined) => ({
  account,
  refusal:
    account?.status === 'suspended'
      ? ('account_suspended' as const)
      : ('login_challenge_expired' as const),
})

async function noteRefused(
  tx: Tx,
  by: Anonymous,
  { account, refusal }: ReturnType<typeof refusalOf>,
): Promise<void> {
  const metadata = { reason: refusal === 'account_suspended' ? 'suspended' : 'challenge_expired' }
  // A platform's audit log must not contain account ids.
  const event = { ...(account && !by.platform && about(account)), metadata }
  const action = by.platform ? 'TENANT_LOGIN_FAILED' : 'USER_LOGIN_FAILED'
  await record(tx, by, action, { ...event, outcome: 'failure' })
}

type Finish<T> = {
  /**
   * Starts the session and runs `alongside` in the same transaction. `alongside` throws for a wrong
   * code.
   */
  begin: (alongside: (tx: Tx) => Promise<void>) => Promise<T>
  /** Additional effects of a wrong code. */
  alsoNote?: (tx: Tx) => Promise<void>
}

/**
 * Verifies the code and starts the session in one transaction. Records a wrong code. If the session is in another
 * database than the accounts, the code is used up first.
 */
export async function finishSecondStep<T extends object>(
  call: SignInCall,
  step: SecondStep,
  { begin, alsoNote }: Finish<T>,
): Promise<T & { backupCodesRemaining?: number }> {
  const { account } = step
  const isHere = hasAccounts(call)
  let remaining: number | undefined
  const use = async (tx: Tx) => void (remaining = await useUp(tx, call, step))
  try {
    if (!isHere) await useUpFirst(call, use)
    const result = await begin(isHere ? use : async () => {})
    await call.limits.refund('SECOND_FACTOR', account.id)
    return remaining === undefined ? result : { ...result, backupCodesRemaining: remaining }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'login_challenge_expired') {
      await call.write((tx) => noteRefused(tx, call.actor, refusalOf(account)))
      throw error
    }
    if (error.code !== 'invalid_code') throw error
  }
  if (!isHere) await writeAccounts(call, (tx) => noteFailure(tx, call, step))
  await call.write(async (tx) => {
    if (isHere) await noteFailure(tx, call, step)
    await alsoNote?.(tx)
  })
  fail(step.attempts < mostAttempts(call) ? 'invalid_code' : 'login_challenge_expired')
}

/** Consumes challenge and code together. Returns how many backup codes are left if it was one. */
async function useUp(tx: Tx, call: SignInCall, { account, tokenHash, code }: SecondStep) {
  const { at } = call.actor
  const now = await lockAccount(tx, account.id)
  const isSame = now?.status === 'active' && now.authEpoch === account.authEpoch
  if (!isSame || !(await passChallenge(tx, tokenHash, at))) fail('login_challenge_expired')
  const given = { accountId: account.id, code, purpose: 'sign_in', at } as const
  const accepted = (await acceptCode(tx, call.secrets, given)) ?? fail('invalid_code')
  if (accepted.factor === 'totp') return undefined
  await noteBackupCode(tx, call, ofAccount(call.actor), account, accepted.remaining)
  return accepted.remaining
}

async function noteFailure(tx: Tx, call: SignInCall, step: SecondStep) {
  const { account, lately, code } = step
  await noteWrongCode(tx, ofAccount(call.actor), account, code)
  if (lately === warningAt) await notifyOwner(tx, call, call.actor, account, 'wrong-codes')
}

/** A second factor belongs to the account on every platform, so its events do too. */
const ofAccount = (by: Anonymous): Anonymous => ({ ...by, platform: null })
