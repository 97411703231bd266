import type { tenantPasswords } from '@stowage/contract/platforms/tenant-passwords'
import { fail } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { requireEmailKey } from '../../mail/email-key.ts'
import { originForJob } from '../../http/job-origin.ts'
import { mailTokenHash } from '../../identity/mail-tokens/commands.ts'
import { isSamePassword, requireAcceptable } from '../../identity/passwords/require-acceptable.ts'
import { enqueue } from '../../jobs/queue.ts'
import { findCredential } from '../members/queries.ts'
import { visitorOf } from '../tenant-sessions/commands.ts'
import { findPerson } from '../tenant-sessions/queries.ts'
import { changePassword, noteWrongPassword, resetPassword, resetPurpose } from './commands.ts'
import { mailMemberReset } from './jobs.ts'
import { findToken } from './queries.ts'

const noLink = 'Invalid or missing reset token'
const deadLink = 'Invalid or expired reset token. Please request a new password reset.'

export const tenantPasswordHandlers: Handlers<typeof tenantPasswords> = {
  async change(call, { body }) {
    const { actor, read, write, hasher } = call
    const { id: platformId, slug: platformSlug } = actor.platform
    const person = await read((db) => findPerson(db, platformId, actor.id))
    if (person?.accountId) fail('account_password')
    const current = await read((db) => findCredential(db, platformId, actor.id))
    const { ok } = await hasher.verify(current, body.currentPassword)
    const refuse = async () => {
      await write((tx) => noteWrongPassword(tx, actor))
      return fail('invalid_password')
    }
    if (!current || !ok) return refuse()
    await requireAcceptable(call, body.newPassword, { email: actor.email, platformSlug })
    if (isSamePassword(body.newPassword, body.currentPassword)) fail('password_unchanged')
    const stored = await hasher.hash(body.newPassword)
    const change = { stored, provedSince: current.changedAt }
    if (!(await write((tx) => changePassword(tx, call, actor, change)))) return refuse()
    return { message: 'Password updated successfully.' }
  },

  async forgot({ actor, write }, { body }) {
    const emailKey = requireEmailKey(body.email)
    const { id: platformId } = visitorOf(actor).platform
    const job = { platformId, emailKey, origin: originForJob(actor) }
    await write((tx) => enqueue(tx, mailMemberReset, job))
    return { message: 'Password reset instructions have been sent to your email address.' }
  },

  async reset(call, { body }) {
    const { read, write, hasher } = call
    const actor = visitorOf(call.actor)
    const { platform, at } = actor
    if (body.token === '') fail('invalid_token', { message: noLink })
    const tokenHash = mailTokenHash(resetPurpose, body.token)
    const member = tokenHash && (await read((db) => findToken(db, platform.id, tokenHash, at)))
    if (!member) fail('invalid_token', { message: deadLink })
    // Checked before the link is used, so the user can try another password with it.
    const person = { email: member.email, platformSlug: platform.slug }
    await requireAcceptable(call, body.password, person)
    const stored = await hasher.hash(body.password)
    if (!(await write((tx) => resetPassword(tx, call, actor, tokenHash, stored))))
      fail('invalid_token', { message: deadLink })
    return {
      message: 'Password reset successfully! You can now sign in with your new password.',
    }
  },
}
