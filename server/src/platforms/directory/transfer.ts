import { record } from '../../audit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { PlatformOperator } from '../../http/actor.ts'
import { lockAccount, type Account } from '../../identity/accounts/queries.ts'
import { sendMail } from '../../mail/send.ts'
import { findAccountId, lockMember, saveRights } from '../members/queries.ts'
import { lockOwner } from './delete.ts'
import { lockPlatform } from './queries.ts'

/**
 * Makes a member with an account the owner, and the owner an admin, and mails both. Does nothing if
 * the actor is the target. Returns false and records a denial if the actor is no longer the owner.
 * Fails with `role_not_allowed` for a member without an active account. `locked` is the account the member had, if
 * accounts are in another database and it is locked there.
 */
export async function transferPlatform(
  tx: Tx,
  context: Context,
  actor: PlatformOperator,
  memberId: string,
  locked?: Account,
): Promise<boolean> {
  const { id } = actor.platform
  const platform = (await lockPlatform(tx, id)) ?? notFound('Platform not found')
  const owner = await lockOwner(tx, actor, 'platform.transfer')
  if (!owner) return false
  if (owner.id === memberId) return true

  const member = (await lockMember(tx, id, memberId)) ?? notFound('Member not found')
  const accountId = await findAccountId(tx, id, memberId)
  const account = accountId ? (locked ?? (await lockAccount(tx, accountId))) : undefined
  if (member.status !== 'active' || account?.id !== accountId || !mayOwn(account))
    fail('role_not_allowed')

  // In this order, because a unique index allows one owner.
  await saveRights(tx, id, owner.id, { ...owner, role: 'admin', at: actor.at })
  await saveRights(tx, id, memberId, { ...member, role: 'owner', at: actor.at })
  await record(tx, actor, 'PLATFORM_TRANSFERRED', {
    target: { type: 'member', id: memberId, name: member.email },
    metadata: { from: owner.email, to: member.email },
  })
  const { ip, userAgent, at } = actor
  const facts = { ip, userAgent, at, platformName: platform.name }
  const { publicUrl } = context.config
  await sendMail(tx, context, {
    to: actor.email,
    template: 'ownership-given',
    data: {
      ...facts,
      firstName: owner.firstName,
      to: account.email,
      link: `${publicUrl}/forgot-password`,
    },
  })
  await sendMail(tx, context, {
    to: account.email,
    template: 'ownership-received',
    data: {
      ...facts,
      firstName: account.firstName,
      from: actor.email,
      link: `${publicUrl}/dashboard/platforms/${id}`,
    },
  })
  return true
}

/** Returns whether an account may become the owner of a platform. */
export const mayOwn = (account: Account | undefined): account is Account =>
  account?.status === 'active' && account.deletesAt === null
