import type { twoFactor } from '@stowage/contract/identity/two-factor'
import type { Reply } from '@stowage/contract/route'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Operator } from '../../http/actor.ts'
import type { Tools } from '../../context.ts'
import { notifyOwner } from '../../mail/notify-owner.ts'
import { lockAccount, type Account } from '../accounts/queries.ts'
import { confirmSession, dropToOneFactor, findLiveSession } from '../sessions/queries.ts'
import { newBatch, openBatch } from './renew-batch.ts'
import {
  acceptCode,
  noteBackupCode,
  openSecret,
  renewBackupCodes,
  sealSecret,
} from './accept-code.ts'
import {
  activatePendingSecret,
  deleteSecondFactors,
  eraseShownCodes,
  findBatch,
  findPendingSecret,
  listUnusedPositions,
  replaceBatch,
  savePendingSecret,
  findProofMethods,
} from './queries.ts'
import { isShownOnce, pendingMs, shownSince, type Code } from './rules.ts'
import { newSecret, stepOf } from './totp.ts'

/** Returns the secret for a new authenticator. It stays the same until confirmed or expired. */
export async function beginSetup(tx: Tx, tools: Tools, actor: Operator): Promise<Uint8Array> {
  const { isEnabled } = await lockLiveAccount(tx, actor)
  if (isEnabled) fail('already_enabled')
  return issueSecret(tx, tools, actor, 'TWO_FACTOR_SETUP_STARTED')
}

/**
 * Returns the secret for a replacement. The current authenticator works until the new one is
 * confirmed.
 */
export async function beginReset(tx: Tx, tools: Tools, actor: Operator): Promise<Uint8Array> {
  await lockEnabledAccount(tx, actor)
  return issueSecret(tx, tools, actor, 'AUTHENTICATOR_RESET_STARTED')
}

async function issueSecret(
  tx: Tx,
  { secrets }: Tools,
  actor: Operator,
  action: 'TWO_FACTOR_SETUP_STARTED' | 'AUTHENTICATOR_RESET_STARTED',
): Promise<Uint8Array> {
  const { id: accountId, at } = actor
  const waiting = await findPendingSecret(tx, accountId, at)
  if (waiting) return openSecret(secrets, accountId, waiting.secretCipher)
  const secret = newSecret()
  await savePendingSecret(tx, {
    accountId,
    secretCipher: sealSecret(secrets, accountId, secret),
    createdAt: at,
    expiresAt: new Date(at.getTime() + pendingMs),
  })
  await record(tx, actor, action)
  return secret
}

type Verified = Pick<Reply<(typeof twoFactor)['verify']>, 'outcome' | 'backupCodes'>

/**
 * Confirms and activates the pending authenticator, with backup codes if there are none. Without a
 * pending one, a code of the current authenticator confirms the session.
 */
export async function verify(
  tx: Tx,
  tools: Tools,
  actor: Operator,
  code: Code,
): Promise<'nothing_pending' | 'wrong_code' | Verified> {
  const { account, isEnabled } = await lockLiveAccount(tx, actor)
  const waiting = await findPendingSecret(tx, actor.id, actor.at)
  if (!waiting) {
    if (!isEnabled) return 'nothing_pending'
    const factor = await takeCode(tx, tools, actor, account, code)
    if (!factor) return 'wrong_code'
    await raise(tx, actor, factor)
    await record(tx, actor, 'REAUTHENTICATED', { metadata: { amr: [factor] } })
    return { outcome: 'confirmed' }
  }
  const secret = openSecret(tools.secrets, actor.id, waiting.secretCipher)
  const step = code.kind === 'totp' ? stepOf(secret, code.digits, actor.at) : undefined
  if (step === undefined) return 'wrong_code'
  await activatePendingSecret(tx, actor.id, step)
  await raise(tx, actor, 'otp')
  await dropToOneFactor(tx, actor.id, actor.sessionId)
  await record(tx, actor, isEnabled ? 'AUTHENTICATOR_CHANGED' : 'TWO_FACTOR_ENABLED')
  await notifyOwner(
    tx,
    tools,
    actor,
    account,
    isEnabled ? 'authenticator-changed' : 'two-factor-enabled',
  )
  const outcome = isEnabled ? 'changed' : 'enabled'
  if (await findBatch(tx, actor.id)) return { outcome }
  return { outcome, backupCodes: await makeBackupCodes(tx, tools, actor) }
}

/** Marks this session as confirmed by two factors. */
const raise = (tx: Tx, { at, amr, sessionId }: Operator, factor: string) =>
  confirmSession(tx, sessionId, { at, amr: [...amr, factor], acr: 'aal2' })

/**
 * Consumes a code of the signed-in owner. Returns its name in `amr`, or undefined if it is wrong.
 */
async function takeCode(tx: Tx, tools: Tools, actor: Operator, account: Account, code: Code) {
  const given = { accountId: actor.id, code, purpose: 'step_up', at: actor.at } as const
  const accepted = await acceptCode(tx, tools.secrets, given)
  if (accepted?.factor !== 'backup_code') return accepted && 'otp'
  await noteBackupCode(tx, tools, actor, account, accepted.remaining)
  return accepted.factor
}

/**
 * Removes all second factors. The session must be confirmed, or a code given instead. Returns false
 * if that code is wrong.
 */
export async function disable(
  tx: Tx,
  tools: Tools,
  actor: Operator,
  code: Code | undefined,
): Promise<boolean> {
  const { account, isEnabled } = await lockLiveAccount(tx, actor)
  if (isEnabled && code && !(await takeCode(tx, tools, actor, account, code))) return false
  // Enabled after the request was authorized, so no confirmation was demanded.
  if (isEnabled && !code && !actor.hasSecondFactor)
    fail('reauthentication_required', { methods: await findProofMethods(tx, actor.id) })
  await deleteSecondFactors(tx, actor.id)
  if (!isEnabled) return true
  await record(tx, actor, 'TWO_FACTOR_DISABLED')
  await notifyOwner(tx, tools, actor, account, 'two-factor-disabled')
  return true
}

export async function regenerateBackupCodes(
  tx: Tx,
  tools: Tools,
  actor: Operator,
): Promise<string[]> {
  const account = await lockEnabledAccount(tx, actor)
  const codes = await makeBackupCodes(tx, tools, actor)
  await record(tx, actor, 'BACKUP_CODES_REGENERATED')
  await notifyOwner(tx, tools, actor, account, 'backup-codes-regenerated')
  return codes
}

async function makeBackupCodes(tx: Tx, { secrets }: Tools, { id, at }: Operator) {
  const { codes, batch } = newBatch(secrets, id, at)
  await replaceBatch(tx, batch)
  return codes
}

/**
 * Returns the unused codes, or undefined if they may no longer be shown. In that case the copy is
 * erased, so commit.
 */
export async function viewBackupCodes(
  tx: Tx,
  tools: Tools,
  actor: Operator,
  { isKnownDevice }: { isKnownDevice: boolean },
): Promise<{ backupCodes: string[]; remaining: number; generatedAt: string } | undefined> {
  const account = await lockEnabledAccount(tx, actor)
  const batch = await findBatch(tx, actor.id)
  if (!batch?.codesCipher) return undefined
  await renewBackupCodes(tx, tools.secrets, batch)
  const { codesCipher, generatedAt } = batch
  const policy = tools.config.backupCodesView
  const since = shownSince(policy, actor.at)
  const isTooOld = since !== undefined && generatedAt <= since
  if (isTooOld || isShownOnce(policy)) await eraseShownCodes(tx, actor.id)
  if (isTooOld) return undefined
  await record(tx, actor, 'BACKUP_CODES_VIEWED')
  if (!isKnownDevice) await notifyOwner(tx, tools, actor, account, 'backup-codes-viewed')
  const all = openBatch(tools.secrets, { ...batch, codesCipher })
  const unused = new Set(await listUnusedPositions(tx, actor.id))
  const backupCodes = all.filter((_, position) => unused.has(position))
  return { backupCodes, remaining: unused.size, generatedAt: generatedAt.toISOString() }
}

/** Locks the account. Fails if this session has ended in the meantime. */
async function lockLiveAccount(tx: Tx, actor: Operator) {
  const account = await lockAccount(tx, actor.id)
  // Read after the lock, so it sees the changes of the previous lock holder.
  const live = await findLiveSession(tx, actor.sessionId, actor.at)
  if (!account || !live) fail('unauthorized')
  return { account, isEnabled: live.hasSecondFactor }
}

/** Like `hold`, and also requires a second factor and a session confirmed by one. */
async function lockEnabledAccount(tx: Tx, actor: Operator): Promise<Account> {
  const { account, isEnabled } = await lockLiveAccount(tx, actor)
  if (!isEnabled || !actor.hasSecondFactor) fail('not_enabled')
  return account
}
