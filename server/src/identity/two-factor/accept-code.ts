import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Actor } from '../../http/actor.ts'
import { sendMail } from '../../mail/send.ts'
import type { Secrets } from '../../crypto/secrets.ts'
import { about } from '../accounts/rules.ts'
import type { Tools } from '../../context.ts'
import { backupCodeMacs, renewBatch } from './renew-batch.ts'
import {
  findBatch,
  lockActiveSecret,
  saveActiveSecret,
  saveRenewedBatch,
  useBackupCode,
  useStep,
} from './queries.ts'
import { readCode, type Code } from './rules.ts'
import { stepOf } from './totp.ts'

/** Parses a typed code. Malformed text is refused without counting as an attempt. */
export const requireCode = (typed: string): Code =>
  readCode(typed) ?? fail('invalid_code', { isCounted: false })

type Presented = {
  accountId: string
  code: Code
  /**
   * The code that confirmed an authenticator can still be used to sign in, and for nothing else.
   */
  purpose: 'sign_in' | 'step_up'
  at: Date
}
export type Accepted = { factor: 'totp' } | { factor: 'backup_code'; remaining: number }

/**
 * Consumes a code. Returns undefined if it is wrong or already used. Only one of several concurrent
 * uses is accepted. Call `noteBackupCode` after an accepted backup code and `noteWrongCode` after a
 * refused code.
 */
export async function acceptCode(
  tx: Tx,
  secrets: Secrets,
  { accountId, code, purpose, at }: Presented,
): Promise<Accepted | undefined> {
  if (code.kind === 'backup_code') {
    const macs = backupCodeMacs(secrets, accountId, code.symbols)
    const remaining = await useBackupCode(tx, accountId, macs, at)
    if (remaining === undefined) return undefined
    await renewBackupCodes(tx, secrets, await findBatch(tx, accountId))
    return { factor: 'backup_code', remaining }
  }
  const active = await lockActiveSecret(tx, accountId)
  if (!active) return undefined
  const step = stepOf(openSecret(secrets, accountId, active.secretCipher), code.digits, at)
  if (step === undefined) return undefined
  const isFresh = await useStep(tx, accountId, step, purpose === 'sign_in')
  if (!isFresh) return undefined
  const renewed = secrets.reseal('totp-secret', active.secretCipher, accountId)
  if (renewed) await saveActiveSecret(tx, accountId, renewed)
  return { factor: 'totp' }
}

/**
 * Moves a batch to the current secret. If the copy for display was erased, the remaining codes are
 * unknown and stay under the former secret.
 */
export async function renewBackupCodes(
  tx: Tx,
  secrets: Secrets,
  batch: Awaited<ReturnType<typeof findBatch>>,
): Promise<void> {
  if (!batch?.codesCipher) return
  const renewed = renewBatch(secrets, { ...batch, codesCipher: batch.codesCipher })
  if (renewed) await saveRenewedBatch(tx, renewed)
}

/** Encrypted for this account, so the ciphertext is useless for another. */
export const sealSecret = (secrets: Secrets, accountId: string, secret: Uint8Array) =>
  secrets.seal('totp-secret', secret, accountId)
export const openSecret = (secrets: Secrets, accountId: string, cipher: Uint8Array) =>
  secrets.open('totp-secret', cipher, accountId)

type Owner = { id: string; email: string; firstName: string }

/** Records the use of a backup code and mails the owner how many are left. */
export async function noteBackupCode(
  tx: Tx,
  tools: Tools,
  by: Actor,
  account: Owner,
  remaining: number,
): Promise<void> {
  const { at, ip, userAgent } = by
  await record(tx, by, 'BACKUP_CODE_USED', { ...about(account), metadata: { remaining } })
  const link = `${tools.config.publicUrl}/dashboard/settings?tab=security`
  const data = { firstName: account.firstName, at, ip, userAgent, link, remaining }
  await sendMail(tx, tools, { to: account.email, template: 'backup-code-used', data })
}

/** Records a wrong code in its own transaction before the reply. */
export async function noteWrongCode(
  tx: Tx,
  by: Actor,
  account: { id: string; email: string },
  code: Code,
): Promise<void> {
  const event = { ...about(account), outcome: 'failure', metadata: { factor: code.kind } } as const
  await record(tx, by, 'TWO_FACTOR_FAILED', event)
}
