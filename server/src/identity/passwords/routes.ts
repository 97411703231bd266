import type { passwords } from '@stowage/contract/identity/passwords'
import { fail } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { SuspendPlatforms } from '../two-factor/remove-earlier-sign-in-methods.ts'
import { requireEmailKey } from '../../mail/email-key.ts'
import { originForJob } from '../../http/job-origin.ts'
import { findMailToken } from '../mail-tokens/queries.ts'
import { mailTokenHash } from '../mail-tokens/commands.ts'
import { getAccount } from '../accounts/queries.ts'
import { isUsable } from '../accounts/rules.ts'
import { changePassword, noteWrongPassword, resetPassword } from './commands.ts'
import { mailPasswordReset } from './jobs.ts'
import { isSamePassword, requireAcceptable } from './require-acceptable.ts'
import { findCredential } from './queries.ts'

const noLink = 'Invalid or missing reset token'
const deadLink = 'Invalid or expired reset token. Please request a new password reset.'

export const passwordHandlers = (
  suspendPlatforms: SuspendPlatforms,
): Handlers<typeof passwords> => ({
  async forgot({ actor, write }, { body }) {
    const job = { emailKey: requireEmailKey(body.email), origin: originForJob(actor) }
    await write((tx) => enqueue(tx, mailPasswordReset, job))
    return { message: 'Password reset instructions have been sent to your email address.' }
  },

  async change({ db, actor, write, confirm, ...tools }, { body }) {
    // The current password is one factor. A user with two must confirm both.
    if (actor.hasSecondFactor) await confirm()
    const current = await findCredential(db, actor.id)
    const { ok } = await tools.hasher.verify(current, body.currentPassword)
    const refuse = async () => {
      await write((tx) => noteWrongPassword(tx, actor))
      return fail('invalid_password')
    }
    if (!current || !ok) return refuse()
    await requireAcceptable(tools, body.newPassword, actor)
    if (isSamePassword(body.newPassword, body.currentPassword)) fail('password_unchanged')
    const change = {
      stored: await tools.hasher.hash(body.newPassword),
      provedSince: current.changedAt,
    }
    if (!(await write((tx) => changePassword(tx, tools, actor, change)))) return refuse()
    return { message: 'Password updated successfully.' }
  },

  async reset({ db, actor, write, ...tools }, { body }) {
    if (body.token === '') fail('invalid_token', { message: noLink })
    const tokenHash = mailTokenHash('reset_password', body.token)
    const token = tokenHash && (await findMailToken(db, tokenHash))
    if (!token || !isUsable(token, actor.at)) fail('invalid_token', { message: deadLink })
    // Checked before the token is used, so the user can try another password with the same link.
    await requireAcceptable(tools, body.password, await getAccount(db, token.accountId))
    const stored = await tools.hasher.hash(body.password)
    const change = { tokenHash: token.tokenHash, stored, suspendPlatforms }
    const isSet = await write((tx) => resetPassword(tx, tools, actor, change))
    if (!isSet) fail('invalid_token', { message: deadLink })
    return {
      message: 'Password reset successfully! You can now sign in with your new password.',
    }
  },
})
