import type { Input } from '@stowage/contract/route'
import type { ListedMember, Member, members } from '@stowage/contract/platforms/members'
import type { tenantProfile } from '@stowage/contract/platforms/member-profile'
import { record } from '../../audit.ts'
import { listPending } from '../../cells/operation-queries.ts'
import { writeOn } from '../../cells/operations.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { enterPlatform, inTransaction } from '../../database/transactions.ts'
import { fail, notFound, requireVersion } from '../../errors.ts'
import type { StoredPassword } from '../../crypto/hashing.ts'
import type { PlatformOperator, TenantMember } from '../../http/actor.ts'
import { findAccount, lockAccount, listMemberships } from '../../identity/accounts/queries.ts'
import { sendMail } from '../../mail/send.ts'
import { findById } from '../directory/queries.ts'
import { endSessionsOfMember, findPerson } from '../tenant-sessions/queries.ts'
import {
  deleteMember,
  insertCredential,
  insertMember,
  listMembers,
  lockMember,
  saveAddress,
  saveRights,
  saveName,
} from './queries.ts'
import { changesOf, listedOf, refusalOf, changeName } from './rules.ts'
import type { Person } from '../tenant-sessions/rules.ts'

type NewMember = Omit<Input<typeof members.create>['body'], 'password'> & {
  emailKey: string
  credential: StoredPassword
}

/**
 * Creates a member with a platform password. An account with the same address is not linked,
 * because an administrator's password must never open an account.
 */
export async function createMember(
  tx: Tx,
  actor: PlatformOperator,
  context: Context,
  { credential, ...person }: NewMember,
): Promise<Member> {
  const { id: platformId } = actor.platform
  const platform = (await findById(tx, platformId)) ?? platformNotFound()
  const member = await insertMember(tx, platformId, {
    ...person,
    id: newId(),
    mustChangePassword: true,
    createdAt: actor.at,
    updatedAt: actor.at,
  })
  await insertCredential(tx, platformId, member.id, { ...credential, changedAt: actor.at })
  await record(tx, actor, 'MEMBER_CREATED', {
    target: targetOf(member),
    metadata: { role: member.role, permissions: member.permissions },
  })
  await sendMail(tx, context, {
    to: member.email,
    template: 'welcome-member',
    data: {
      firstName: member.firstName,
      platformName: platform.name,
      link: `${context.config.publicUrl}/${platform.slug}`,
    },
  })
  return member
}

/** Returns all members except the owner, as the actor may see them. */
export async function showMembers(tx: Tx, actor: PlatformOperator): Promise<ListedMember[]> {
  const rows = await listMembers(tx, actor.platform.id)
  return rows.filter(({ role }) => role !== 'owner').map((row) => listedOf(row, actor.at))
}

/** Removes the member with its sessions and its invitation. */
export async function removeMember(
  tx: Tx,
  actor: PlatformOperator,
  memberId: string,
): Promise<void> {
  const { id: platformId } = actor.platform
  const member = await requireMember(tx, platformId, memberId)
  if (member.role === 'owner') fail('last_owner')
  await deleteMember(tx, platformId, memberId)
  await record(tx, actor, 'MEMBER_REMOVED', {
    target: targetOf(member),
    metadata: { role: member.role },
  })
}

/**
 * Ends all sessions of the member on the platform. Returns false and records the attempt if the
 * target is the owner and the actor is not allowed. The caller commits before refusing.
 */
export async function endSessions(
  tx: Tx,
  actor: PlatformOperator,
  memberId: string,
): Promise<boolean> {
  const { id: platformId, role } = actor.platform
  const member = await requireMember(tx, platformId, memberId)
  const target = targetOf(member)
  if (member.role === 'owner' && role !== 'owner') {
    const denied = { outcome: 'denied', target, metadata: { permission: 'sessions.end' } } as const
    await record(tx, actor, 'ACCESS_DENIED', denied)
    return false
  }
  const sessions = await endSessionsOfMember(tx, platformId, memberId, actor.at)
  if (sessions > 0) await record(tx, actor, 'SESSION_REVOKED', { target, metadata: { sessions } })
  return true
}

/** Updates the given rights. They apply from the member's next request. */
export async function setRights(
  tx: Tx,
  actor: PlatformOperator,
  { memberId, ...wish }: Input<typeof members.setPermissions>['body'],
): Promise<Member> {
  const { id: platformId } = actor.platform
  const member = await requireMember(tx, platformId, memberId)
  const changes = changesOf(member, wish)
  if (!changes.role && !changes.permissions) return member
  const refusal = refusalOf(actor.platform, member, changes)
  if (refusal) fail(refusal)

  const saved = await saveRights(tx, platformId, memberId, {
    role: changes.role?.to ?? member.role,
    permissions: [...(changes.permissions?.to ?? member.permissions)],
    at: actor.at,
  })
  const target = targetOf(member)
  if (changes.role)
    await record(tx, actor, 'MEMBER_ROLE_CHANGED', { target, metadata: changes.role })
  if (changes.permissions)
    await record(tx, actor, 'MEMBER_PERMISSIONS_CHANGED', { target, metadata: changes.permissions })
  return saved
}

/**
 * Updates the address of an account's members in this database. If another member of a platform has the address, the
 * member there keeps the former one. Returns the account and its memberships in other databases.
 */
export async function followAddress(tx: Tx, accountId: string, at: Date) {
  const account = await lockAccount(tx, accountId)
  if (!account) return undefined
  const { email, emailKey } = account
  const memberships = await listMemberships(tx, accountId)
  for (const { platformId, memberId } of memberships.filter(({ cell }) => cell === null)) {
    await enterPlatform(tx, platformId)
    await saveAddress(tx, platformId, memberId, { email, emailKey, at })
  }
  return { account, elsewhere: memberships.filter(({ cell }) => cell !== null) }
}

/**
 * Updates the address of an account's members in every database. Fails with `unavailable` while the account is given a
 * platform in another one.
 */
export async function followEverywhere(context: Context, accountId: string): Promise<void> {
  const at = context.clock.now()
  const followed = await inTransaction(context.control, {}, async (tx) => {
    const isGiven = !context.cells.isOne && (await listPending(tx, accountId)).length > 0
    return isGiven ? fail('unavailable', { retryAfter: 5 }) : followAddress(tx, accountId, at)
  })
  if (!followed || followed.elsewhere.length === 0) return
  const { email, emailKey } = followed.account
  for (const { platformId, memberId } of followed.elsewhere)
    await writeOn(context, platformId, (tx) =>
      saveAddress(tx, platformId, memberId, { email, emailKey, at }),
    )
  // Of two changes, the job of the earlier one may be the later one here.
  const now = await findAccount(context.control, accountId)
  if (now && now.email !== email) await followEverywhere(context, accountId)
}

const platformNotFound = () => notFound('Platform not found')

const requireMember = async (tx: Tx, platformId: string, memberId: string) =>
  (await lockMember(tx, platformId, memberId)) ?? notFound('Member not found')

const targetOf = ({ id, email }: Member) => ({ type: 'member', id, name: email })

/**
 * Updates the member's name on this platform and returns the member. Fails with `version_conflict`
 * for another version. An update without changes records nothing.
 */
export async function updateProfile(
  tx: Tx,
  actor: TenantMember,
  change: Input<typeof tenantProfile.update>['body'],
): Promise<Person> {
  const { id: platformId } = actor.platform
  const find = async () => (await findPerson(tx, platformId, actor.id)) ?? fail('unauthorized')
  await lockMember(tx, platformId, actor.id)
  const before = await find()
  requireVersion(before, change.version)
  const { name, changed } = changeName(before, change)
  if (changed.length === 0) return before
  await saveName(tx, platformId, actor.id, { ...name, at: actor.at })
  await record(tx, actor, 'MEMBER_PROFILE_UPDATED', { metadata: { changed } })
  return find()
}
