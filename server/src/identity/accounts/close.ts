import { record } from '../../audit.ts'
import { listPending } from '../../cells/operation-queries.ts'
import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Operator, Origin } from '../../http/actor.ts'
import { sendMail } from '../../mail/send.ts'
import { endSessionsOf, findLiveSession } from '../sessions/queries.ts'
import type { Tools } from '../../context.ts'
import { supersedeMailTokens } from '../mail-tokens/queries.ts'
import { notifyOwner } from '../../mail/notify-owner.ts'
import {
  lockAccount,
  markForDeletion,
  raiseAuthEpoch,
  unmarkForDeletion,
  type Account,
  listMemberships,
} from './queries.ts'
import { deletionAt, ownsPlatform } from './rules.ts'

/**
 * Signs the account out everywhere and schedules its removal in two weeks. Returns the removal
 * time. Fails with `sole_owner` if a platform would be left without an owner, and with
 * `unavailable` while it is being given one.
 */
export async function closeAccount(tx: Tx, tools: Tools, actor: Operator): Promise<Date> {
  const account = await lockAccount(tx, actor.id)
  if (!account || !(await findLiveSession(tx, actor.sessionId, actor.at))) fail('unauthorized')
  // In this order, because an operation ends when its platform is among the memberships.
  if (!tools.cells.isOne && (await listPending(tx, account.id)).length > 0)
    fail('unavailable', { retryAfter: 5 })
  if (ownsPlatform(await listMemberships(tx, account.id))) fail('sole_owner')

  const deletesAt = deletionAt(actor.at)
  await markForDeletion(tx, account.id, deletesAt, actor.at)
  await raiseAuthEpoch(tx, account.id, actor.at)
  await endSessionsOf(tx, account.id, { at: actor.at, reason: 'account_deleted' })
  await supersedeMailTokens(tx, account.id, actor.at, 'change_email')
  await record(tx, actor, 'ACCOUNT_DELETED', { metadata: { deletesAt } })
  const { email, firstName } = account
  const { ip, userAgent, at } = actor
  const link = `${tools.config.publicUrl}/login`
  const data = { firstName, at, ip, userAgent, link, deletesAt }
  await sendMail(tx, tools, { to: email, template: 'account-closing', data })
  return deletesAt
}

/** Cancels a scheduled removal at sign-in. Returns whether there was one. */
export async function keepAccount(
  tx: Tx,
  tools: Tools,
  by: Origin,
  account: Account,
): Promise<boolean> {
  const { id, authEpoch } = account
  if (!(await unmarkForDeletion(tx, id, authEpoch, by.at))) return false
  await notifyOwner(tx, tools, by, account, 'account-kept')
  return true
}
