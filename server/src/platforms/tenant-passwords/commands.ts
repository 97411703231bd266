import { record } from '../../audit.ts'
import { hasAccounts } from '../../cells/operations.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { StoredPassword } from '../../crypto/hashing.ts'
import type { Anonymous, TenantMember } from '../../http/actor.ts'
import { newMailToken } from '../../identity/mail-tokens/commands.ts'
import { lockAccount } from '../../identity/accounts/queries.ts'
import { countedSince, linkLifetime, mayMail, onePerSecond } from '../../identity/accounts/rules.ts'
import { mailReset as mailAccountReset } from '../../identity/passwords/commands.ts'
import { sendMail } from '../../mail/send.ts'
import { findById } from '../directory/queries.ts'
import { findCredential, lockMember, replaceCredential } from '../members/queries.ts'
import { aboutMember, notifyMember, type Visitor } from '../tenant-sessions/commands.ts'
import { endSessionsOf, findLiveMember, findPerson } from '../tenant-sessions/queries.ts'
import {
  deleteTokens,
  endTokens,
  findRequester,
  findToken,
  insertToken,
  listRecentTokens,
} from './queries.ts'

/** A reset link with this purpose can only set a member's password. */
export const resetPurpose = 'reset_member_password'

type Tools = Pick<Context, 'config' | 'secrets' | 'clock' | 'cells' | 'db' | 'control'>

/**
 * Mails a reset link to the member with this address, or for a linked member a reset link of the
 * account. Sends nothing to other addresses. Returns the account of a linked member if it is in another database and
 * gets its mail there, by `mailLinked`.
 */
export async function mailReset(
  tx: Tx,
  tools: Tools,
  by: Anonymous,
  platformId: string,
  emailKey: string,
): Promise<string | undefined> {
  const member = await findRequester(tx, platformId, emailKey)
  if (!member) return undefined
  if (member.accountId !== null) {
    if (!hasAccounts(tools)) return member.accountId
    await mailLinked(tx, tools, by, member.accountId)
    return undefined
  }
  // Of two concurrent requests, the second must see the first link.
  await lockMember(tx, platformId, member.id)
  const sizes = [onePerSecond, ...tools.config.allowances.FORGOT_ADDRESS]
  const since = countedSince(sizes, by.at)
  const recent = await listRecentTokens(tx, platformId, member.id, since)
  if (!mayMail(sizes, recent, by.at)) return undefined

  await endTokens(tx, platformId, member.id, by.at)
  await deleteTokens(tx, platformId, member.id, since)
  const { token, tokenHash } = newMailToken(resetPurpose)
  const expiresAt = new Date(by.at.getTime() + linkLifetime.reset_password)
  const issued = { tokenHash, memberId: member.id, createdAt: by.at, expiresAt }
  await insertToken(tx, platformId, issued)
  const { email, firstName, platformName, platformSlug } = member
  const link = `${tools.config.publicUrl}/${platformSlug}?reset=${token}`
  await sendMail(tx, tools, {
    to: email,
    template: 'reset-member-password',
    data: { firstName, platformName, link },
    notAfter: expiresAt,
  })
  const platform = { id: platformId, slug: platformSlug }
  await record(tx, by, 'PASSWORD_RESET_REQUESTED', { ...aboutMember(member), platform })
  return undefined
}

/** Mails a reset link of an account. */
export async function mailLinked(tx: Tx, tools: Tools, by: Anonymous, accountId: string) {
  const account = await lockAccount(tx, accountId)
  if (account) await mailAccountReset(tx, tools, by, account.emailKey)
}

/**
 * Sets the password with a mailed link, once, and ends all sessions of the member. Returns false
 * for an invalid link.
 */
export async function resetPassword(
  tx: Tx,
  tools: Tools,
  by: Visitor,
  tokenHash: Buffer,
  stored: StoredPassword,
): Promise<boolean> {
  const { id: platformId } = by.platform
  const memberId = (await findToken(tx, platformId, tokenHash, by.at))?.id
  if (memberId === undefined || !(await lockMember(tx, platformId, memberId))) return false
  // Read again under the lock, because the link may have been used or replaced.
  const member = await findToken(tx, platformId, tokenHash, by.at)
  if (!member) return false

  await endTokens(tx, platformId, member.id, by.at)
  await replaceCredential(tx, platformId, member.id, stored, by.at)
  await endSessionsOf(tx, platformId, member.id, { at: by.at, reason: 'password_change' })
  await record(tx, by, 'PASSWORD_RESET', aboutMember(member))
  await notifyMember(tx, by, tools, by.platform, 'password-was-reset', member)
  return true
}

type NewPassword = {
  stored: StoredPassword
  /** When the password given as the current one was set. */
  provedSince: Date
}

/**
 * Replaces the password after the current one was verified. Ends every other session and reset
 * link. Returns false if the password was changed during the verification.
 */
export async function changePassword(
  tx: Tx,
  tools: Tools,
  actor: TenantMember,
  { stored, provedSince }: NewPassword,
): Promise<boolean> {
  const { id: platformId } = actor.platform
  await lockMember(tx, platformId, actor.id)
  // The session may have ended while the current password was verified.
  if (!(await findLiveMember(tx, platformId, actor.sessionId, actor.at))) fail('unauthorized')
  const person = (await findPerson(tx, platformId, actor.id)) ?? fail('unauthorized')
  if (person.accountId !== null) fail('account_password')
  const current = await findCredential(tx, platformId, actor.id)
  if (current?.changedAt.getTime() !== provedSince.getTime()) return false

  await replaceCredential(tx, platformId, actor.id, stored, actor.at)
  const end = { at: actor.at, reason: 'password_change', except: actor.sessionId } as const
  await endSessionsOf(tx, platformId, actor.id, end)
  await endTokens(tx, platformId, actor.id, actor.at)
  await record(tx, actor, 'TENANT_PASSWORD_CHANGED')
  const platform = (await findById(tx, platformId)) ?? notFound()
  await notifyMember(tx, actor, tools, platform, 'password-changed', person)
  return true
}

/** Records a wrong current password of a signed-in member. */
export async function noteWrongPassword(tx: Tx, actor: TenantMember): Promise<void> {
  await record(tx, actor, 'TENANT_PASSWORD_CHANGED', {
    outcome: 'failure',
    metadata: { reason: 'wrong_password' },
  })
}
