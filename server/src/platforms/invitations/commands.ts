import type { Member } from '@stowage/contract/platforms/members'
import { record } from '../../audit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound } from '../../errors.ts'
import type { StoredPassword } from '../../crypto/hashing.ts'
import type { Anonymous, PlatformOperator } from '../../http/actor.ts'
import { newMailToken } from '../../identity/mail-tokens/commands.ts'
import { lockAccountByKey } from '../../identity/accounts/queries.ts'
import { sendMail } from '../../mail/send.ts'
import { findById } from '../directory/queries.ts'
import {
  insertCredential,
  insertInvited,
  lockMember,
  saveJoined,
  type Joining,
} from '../members/queries.ts'
import { findInvited, saveInvitation, consumeInvitation } from './queries.ts'
import { expiryOf, joinsByAccount } from './rules.ts'

/**
 * Mails an invitation without checking whether the address has an account. Inviting a pending
 * member again invalidates the earlier link. Fails with `member_exists` for a member who has
 * joined.
 */
export async function inviteMember(
  tx: Tx,
  actor: PlatformOperator,
  context: Context,
  address: { email: string; emailKey: string },
): Promise<void> {
  const { id: platformId } = actor.platform
  const platform = (await findById(tx, platformId)) ?? notFound('Platform not found')
  const id = newId()
  const member = await insertInvited(tx, platformId, { id, ...address, at: actor.at })
  if (member.status !== 'invited') fail('member_exists')

  const { token, tokenHash } = newMailToken('invitation')
  const expiresAt = expiryOf(actor.at)
  await saveInvitation(tx, platformId, member.id, { tokenHash, createdAt: actor.at, expiresAt })
  await record(tx, actor, 'MEMBER_INVITED', {
    target: { type: 'member', id: member.id, name: member.email },
    metadata: { expiresAt, again: member.id !== id },
  })
  await sendMail(tx, context, {
    to: member.email,
    template: 'invitation',
    data: {
      platformName: platform.name,
      link: `${context.config.publicUrl}/${platform.slug}?invite=${token}`,
    },
    notAfter: expiresAt,
  })
}

/** An anonymous user of an existing platform. */
type Visitor = Anonymous & { readonly platform: NonNullable<Anonymous['platform']> }

/** Input of the invited user. Ignored if the address has a verified account. */
type InvitedPerson = { firstName: string; lastName: string; credential: StoredPassword | undefined }

/**
 * Makes the invited user a member, once. Returns undefined for an invalid token. Links the verified
 * account of the address, otherwise the member gets a password of this platform. Returns
 * `needs_password` without changes if none was given.
 */
export async function acceptInvitation(
  tx: Tx,
  actor: Visitor,
  tokenHash: Buffer,
  { credential, ...names }: InvitedPerson,
): Promise<{ member: Member; isLinked: boolean } | 'needs_password' | undefined> {
  const { id: platformId } = actor.platform
  const invited = await findInvited(tx, platformId, tokenHash, actor.at)
  // Lock order: account, member, then dependent rows.
  const account = invited && (await lockAccountByKey(tx, invited.emailKey))
  if (!invited || !(await lockMember(tx, platformId, invited.id))) return undefined
  const owner = joinsByAccount(account) ? account : undefined
  if (!owner && !credential) return 'needs_password'
  if (!(await consumeInvitation(tx, platformId, tokenHash, actor.at))) return undefined

  const joining: Joining = owner
    ? { accountId: owner.id, firstName: owner.firstName, lastName: owner.lastName }
    : { accountId: null, ...names }
  const member = await saveJoined(tx, platformId, invited.id, { ...joining, at: actor.at })
  if (!owner && credential)
    await insertCredential(tx, platformId, member.id, { ...credential, changedAt: actor.at })
  const isLinked = owner !== undefined
  await record(tx, actor, 'MEMBER_JOINED', {
    actor: { type: 'tenant_user', id: member.id },
    email: member.email,
    target: { type: 'member', id: member.id, name: member.email },
    metadata: { role: member.role, linked: isLinked },
  })
  return { member, isLinked }
}
