import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { enterPlatform } from '../../database/transactions.ts'
import type { System } from '../../http/actor.ts'
import { listMemberships, type Membership } from '../../identity/accounts/membership-queries.ts'
import { deleteAccount, lockAccount, type Account } from '../../identity/accounts/queries.ts'
import { ownsPlatform } from '../../identity/accounts/rules.ts'
import { deletePlatform } from '../directory/deletion-queries.ts'
import { emptyPlatform } from '../directory/deletion.ts'
import { lockCreation } from '../directory/queries.ts'
import { deleteMember } from '../members/queries.ts'

/**
 * Removes an account that its owner closed, with its memberships, because a member without an
 * account must not keep a role. Skips an account that was kept or became an owner in the meantime.
 */
export async function removeDeleted(tx: Tx, by: System, accountId: string): Promise<void> {
  const account = await lockAccount(tx, accountId)
  if (!account?.deletesAt || account.deletesAt > by.at) return
  const memberships = await listMemberships(tx, account.id)
  if (ownsPlatform(memberships)) return

  for (const membership of memberships) await leave(tx, by, account, membership)
  await remove(tx, by, account, 'deleted_by_owner')
}

/**
 * Removes an account that was never verified, with its platforms, whose slugs become free. The
 * account must be one of `listNeverConfirmed`. Fails with a foreign key if a platform has other
 * data, which then keeps platform and account.
 */
export async function removeUnconfirmed(tx: Tx, by: System, accountId: string): Promise<void> {
  // Prevents new platforms of the account during the removal.
  await lockCreation(tx, accountId)
  const account = await lockAccount(tx, accountId)
  if (!account || account.emailVerifiedAt) return
  const memberships = await listMemberships(tx, account.id)
  if (memberships.some(({ role, hasOthers }) => role !== 'owner' || hasOthers)) return

  for (const { platformId } of memberships) {
    await enterPlatform(tx, platformId)
    await emptyPlatform(tx, platformId)
    await deletePlatform(tx, platformId)
  }
  const platforms = memberships.map(({ slug }) => slug)
  await remove(tx, by, account, 'never_confirmed', platforms)
}

async function leave(
  tx: Tx,
  by: System,
  { email }: Account,
  { platformId, slug, memberId, role }: Membership,
) {
  await enterPlatform(tx, platformId)
  await deleteMember(tx, platformId, memberId)
  await record(tx, by, 'MEMBER_REMOVED', {
    platform: { id: platformId, slug },
    target: { type: 'member', id: memberId, name: email },
    metadata: { role, reason: 'account_deleted' },
  })
}

async function remove(
  tx: Tx,
  by: System,
  { id, email }: Account,
  reason: 'deleted_by_owner' | 'never_confirmed',
  platforms: string[] = [],
) {
  await deleteAccount(tx, id)
  await record(tx, by, 'ACCOUNT_DELETED', {
    target: { type: 'account', id, name: email },
    metadata: { removed: true, reason, ...(platforms.length > 0 && { platforms }) },
  })
}
