import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { StoredPassword } from '../../crypto/hashing.ts'
import type { Anonymous, Operator } from '../../http/actor.ts'
import { sendMail } from '../../mail/send.ts'
import { about } from '../accounts/rules.ts'
import { issueMailToken } from '../mail-tokens/commands.ts'
import type { Tools } from '../../context.ts'
import {
  removeEarlierSignInMethods,
  type SuspendPlatforms,
} from '../two-factor/remove-earlier-sign-in-methods.ts'
import {
  claimNotice,
  consumeMailToken,
  findMailToken,
  listPlatformsOfEmail,
  listRecentTokens,
  supersedeMailTokens,
} from '../mail-tokens/queries.ts'
import { notifyOwner } from '../../mail/notify-owner.ts'
import { confirmEmail, lockAccount, lockAccountByKey, raiseAuthEpoch } from '../accounts/queries.ts'
import { countedSince, mayMail, onePerSecond } from '../accounts/rules.ts'
import { endSessionsOf, findLiveSession, keepSession } from '../sessions/queries.ts'
import { findCredential, saveCredential } from './queries.ts'

// Matches the limit of reset mails to an account: three per hour.
const platformsMailEveryMs = 20 * 60_000

/**
 * Mails an account a reset link, and a member without an account the sign-in pages of the
 * platforms. Sends nothing to unknown addresses.
 */
export async function mailReset(tx: Tx, tools: Tools, by: Anonymous, emailKey: string) {
  const account = await lockAccountByKey(tx, emailKey)
  if (!account || account.status === 'deleted') return mailPlatforms(tx, tools, by, emailKey)
  const sizes = [onePerSecond, ...tools.config.allowances.FORGOT_ADDRESS]
  const since = countedSince(sizes, by.at)
  const recent = await listRecentTokens(tx, account.id, 'reset_password', since)
  if (!mayMail(sizes, recent, by.at)) return

  await supersedeMailTokens(tx, account.id, by.at, 'reset_password')
  const issued = await issueMailToken(tx, account.id, 'reset_password', by.at)
  await sendMail(tx, tools, {
    id: issued.mailId,
    to: account.email,
    template: 'reset-password',
    data: {
      firstName: account.firstName,
      link: `${tools.config.publicUrl}/reset-password?token=${issued.token}`,
    },
    notAfter: issued.expiresAt,
  })
  await record(tx, by, 'PASSWORD_RESET_REQUESTED', about(account))
}

async function mailPlatforms(tx: Tx, tools: Tools, by: Anonymous, emailKey: string) {
  const platforms = await listPlatformsOfEmail(tx, emailKey)
  if (platforms.length === 0) return
  const quietSince = new Date(by.at.getTime() - platformsMailEveryMs)
  const notice = { emailKey, kind: 'platforms', sentAt: by.at } as const
  if (!(await claimNotice(tx, notice, quietSince))) return
  const { publicUrl } = tools.config
  await sendMail(tx, tools, {
    to: emailKey,
    template: 'your-platforms',
    data: {
      platforms: platforms.map(({ name, slug }) => ({ name, link: `${publicUrl}/${slug}` })),
    },
  })
}

type Reset = { tokenHash: Buffer; stored: StoredPassword; suspendPlatforms: SuspendPlatforms }

/**
 * Sets the password with a mailed token, once. Returns false for an invalid token. Ends sessions,
 * pending sign-ins and pending registrations (`judgeVerification`), because the token proves access
 * to the mailbox. Passkeys and authenticators stay unless they were added before the address was
 * verified. If this verifies the address, earlier platforms are suspended.
 */
export async function resetPassword(
  tx: Tx,
  tools: Tools,
  by: Anonymous,
  { tokenHash, stored, suspendPlatforms }: Reset,
): Promise<boolean> {
  const accountId = (await findMailToken(tx, tokenHash))?.accountId
  const account = accountId && (await lockAccount(tx, accountId))
  if (!account || account.status === 'deleted') return false
  if (!(await consumeMailToken(tx, tokenHash, by.at))) return false

  await saveCredential(tx, account.id, stored, by.at)
  await removeEarlierSignInMethods(tx, account)
  await confirmEmail(tx, account.id, by.at)
  await raiseAuthEpoch(tx, account.id, by.at)
  await endSessionsOf(tx, account.id, { at: by.at, reason: 'password_change' })
  // The request may come from someone who had access before.
  await supersedeMailTokens(tx, account.id, by.at, 'change_email')
  await record(tx, by, 'PASSWORD_RESET', about(account))
  await notifyOwner(tx, tools, by, account, 'password-was-reset')
  if (!account.emailVerifiedAt) await suspendPlatforms(tx, tools, by, account)
  return true
}

type NewPassword = {
  stored: StoredPassword
  /** When the password given as the current one was set. */
  provedSince: Date
}

/**
 * Replaces the password after the current one was verified. Ends every other session, reset link
 * and pending sign-in. Returns false if the password was changed during the verification.
 */
export async function changePassword(
  tx: Tx,
  tools: Tools,
  actor: Operator,
  { stored, provedSince }: NewPassword,
): Promise<boolean> {
  const account = await lockAccount(tx, actor.id)
  // The session may have ended while the current password was verified.
  if (!account || !(await findLiveSession(tx, actor.sessionId, actor.at))) fail('unauthorized')
  const current = await findCredential(tx, account.id)
  if (current?.changedAt.getTime() !== provedSince.getTime()) return false

  await saveCredential(tx, account.id, stored, actor.at)
  const end = { at: actor.at, reason: 'password_change', except: actor.sessionId } as const
  await endSessionsOf(tx, account.id, end)
  await keepSession(tx, actor.sessionId, await raiseAuthEpoch(tx, account.id, actor.at))
  await supersedeMailTokens(tx, account.id, actor.at, 'reset_password')
  await supersedeMailTokens(tx, account.id, actor.at, 'change_email')
  await record(tx, actor, 'PASSWORD_CHANGED')
  await notifyOwner(tx, tools, actor, account, 'password-changed')
  return true
}

/** Records a wrong current password of a signed-in user. */
export async function noteWrongPassword(tx: Tx, actor: Operator): Promise<void> {
  await record(tx, actor, 'PASSWORD_CHANGED', {
    outcome: 'failure',
    metadata: { reason: 'wrong_password' },
  })
}
