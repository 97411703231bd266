import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Anonymous, Operator } from '../../http/actor.ts'
import { enqueue } from '../../jobs/queue.ts'
import { sendMail } from '../../mail/send.ts'
import { about, judgeVerification } from './rules.ts'
import { issueMailToken } from '../mail-tokens/commands.ts'
import type { Tools } from '../../context.ts'
import { noticeRegistration, type Confirmation } from './commands.ts'
import { markEarlierSignInMethods } from '../two-factor/remove-earlier-sign-in-methods.ts'
import { requireEmailKey } from '../../mail/email-key.ts'
import { addressChanged } from './jobs.ts'
import { consumeMailToken, findMailToken, supersedeMailTokens } from '../mail-tokens/queries.ts'
import { notifyOwner } from '../../mail/notify-owner.ts'
import { findAccountByKey, lockAccount, saveEmail, type Account } from './queries.ts'

type Address = { email: string; emailKey: string }

/**
 * Mails a confirmation to the new address and a notice to the current one. Both are sent whether or
 * not the new address has an account, so nothing reveals it. Requesting the current address cancels
 * an earlier request.
 */
export async function requestEmailChange(
  tx: Tx,
  tools: Tools,
  actor: Operator,
  { email, emailKey }: Address,
): Promise<void> {
  const account = (await lockAccount(tx, actor.id)) ?? fail('unauthorized')
  await supersedeMailTokens(tx, account.id, actor.at, 'change_email')
  if (emailKey === account.emailKey) return
  await record(tx, actor, 'EMAIL_CHANGE_REQUESTED', { metadata: { to: email } })
  await notifyOwner(tx, tools, actor, account, 'email-change-requested')

  const holder = await findAccountByKey(tx, emailKey)
  if (holder?.status === 'active') return noticeRegistration(tx, tools, actor, holder)
  if (holder) return
  const waiting = { newEmail: email }
  const issued = await issueMailToken(tx, account.id, 'change_email', actor.at, waiting)
  await sendMail(tx, tools, {
    id: issued.mailId,
    to: email,
    template: 'confirm-new-email',
    data: { link: `${tools.config.publicUrl}/verify-email?token=${issued.token}` },
    notAfter: issued.expiresAt,
  })
}

/**
 * Changes the account's address to the one a token was mailed to. Returns undefined for an invalid
 * token. Sessions stay valid, and sign-in methods stay until the password is reset. An account
 * without a verified address is treated as in `verifyEmail`. Fails with the constraint
 * `accounts_email_key_key` if another account has the address by now.
 */
export async function confirmEmailChange(
  tx: Tx,
  tools: Tools,
  by: Anonymous,
  { tokenHash, sessionOf, suspendPlatforms }: Confirmation,
): Promise<Account | undefined> {
  const accountId = (await findMailToken(tx, tokenHash))?.accountId
  const account = accountId && (await lockAccount(tx, accountId))
  // Read again under the lock, because a later request may have replaced it.
  const token = await findMailToken(tx, tokenHash)
  if (!account || !token?.pendingEmail || account.status === 'deleted') return undefined
  const verdict = judgeVerification(token, account, by.at)
  if (verdict === 'refuse') return undefined
  if (verdict === 'repeat') return account

  await consumeMailToken(tx, tokenHash, by.at)
  // The former mailbox may no longer belong to the owner.
  await supersedeMailTokens(tx, account.id, by.at)
  const email = token.pendingEmail
  const address = { email, emailKey: requireEmailKey(email) }
  const changed = await saveEmail(tx, account.id, address, by.at)
  await record(tx, by, 'EMAIL_CHANGED', {
    ...about(changed),
    metadata: { from: account.email, to: email },
  })
  await notifyOwner(tx, tools, by, account, 'email-changed', 'login')
  await enqueue(tx, addressChanged, { accountId: account.id })
  await markEarlierSignInMethods(tx, tools, changed)
  if (!account.emailVerifiedAt && sessionOf !== account.id)
    await suspendPlatforms(tx, tools, by, changed)
  return changed
}
