import { record } from '../../audit.ts'
import { listPending } from '../../cells/operation-queries.ts'
import { awaitAllCopies, writeOn } from '../../cells/operations.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { enterPlatform, inTransaction } from '../../database/transactions.ts'
import { fail } from '../../errors.ts'
import type { System } from '../../http/actor.ts'
import {
  deleteAccount,
  getAccount,
  lockAccount,
  markDeleted,
  type Account,
  listMemberships,
  type Membership,
} from '../../identity/accounts/queries.ts'
import { ownsPlatform } from '../../identity/accounts/rules.ts'
import { deletePlatform, lockCreation } from './queries.ts'
import { emptyPlatform } from './delete.ts'
import { deleteMember } from '../members/queries.ts'

type Reason = 'deleted_by_owner' | 'never_confirmed'
/** An account to remove with its memberships; undefined if it is to stay. */
type Departure = { account: Account; memberships: Membership[]; reason: Reason } | undefined

/**
 * Removes an account that its owner closed, with its memberships, because a member without an
 * account must not keep a role. Skips an account that was kept or became an owner in the meantime.
 */
export async function removeDeleted(tx: Tx, by: System, accountId: string): Promise<void> {
  await remove(tx, by, await findDeleted(tx, by, accountId))
}

async function findDeleted(tx: Tx, by: System, accountId: string): Promise<Departure> {
  const account = await lockAccount(tx, accountId)
  if (!account?.deletesAt || account.deletesAt > by.at) return undefined
  const memberships = await listMemberships(tx, account.id)
  if (account.status === 'deleted') return { account, memberships, reason: reasonOf(account) }
  if (ownsPlatform(memberships)) return undefined
  return { account, memberships, reason: 'deleted_by_owner' }
}

/**
 * Removes an account that was never verified, with its platforms, whose slugs become free. The
 * account must be one of `listNeverConfirmed`. Fails with a foreign key if a platform has other
 * data, which then keeps platform and account.
 */
export async function removeUnconfirmed(tx: Tx, by: System, accountId: string): Promise<void> {
  await remove(tx, by, await findUnconfirmed(tx, by, accountId))
}

async function findUnconfirmed(tx: Tx, _by: System, accountId: string): Promise<Departure> {
  // Prevents new platforms of the account during the removal.
  await lockCreation(tx, accountId)
  const account = await lockAccount(tx, accountId)
  if (!account || account.emailVerifiedAt) return undefined
  const memberships = await listMemberships(tx, account.id)
  if (memberships.some(({ role, hasOthers }) => role !== 'owner' || hasOthers)) return undefined
  return { account, memberships, reason: 'never_confirmed' }
}

/**
 * The same where there are several databases. Once the account is marked as deleted nothing can keep it; then it leaves
 * platform after platform, each in its own database, and its row is the last. Repeating it goes on where it ended.
 * Fails with `unavailable` if a database is down.
 */
export async function removeEverywhere(
  context: Context,
  by: System,
  accountId: string,
  find: 'deleted' | 'unconfirmed',
): Promise<void> {
  const { control, cells } = context
  const isMarked = await inTransaction(control, {}, async (tx) => {
    // Before the memberships, among which an operation puts its platform.
    if ((await listPending(tx, accountId)).length > 0) return false
    const found = await (find === 'deleted' ? findDeleted : findUnconfirmed)(tx, by, accountId)
    if (found && found.account.status !== 'deleted')
      await markDeleted(tx, accountId, dueOf(found), by.at)
    return found !== undefined
  })
  if (!isMarked) return
  await cells.afterStep('marked')
  // Whoever joined a platform with this account a moment ago is then among the memberships.
  await awaitAllCopies(context)
  const account = await getAccount(control, accountId)
  const elsewhere = (await listMemberships(control, accountId)).filter(({ cell }) => cell !== null)
  for (const membership of elsewhere) {
    await writeOn(context, membership.platformId, (tx) => leave(tx, by, account, membership))
  }
  await awaitAllCopies(context)
  await inTransaction(control, {}, async (tx) => {
    const found = await findDeleted(tx, by, accountId)
    if (found?.memberships.some(({ cell }) => cell !== null)) fail('unavailable', { retryAfter: 5 })
    await remove(tx, by, found, elsewhere)
  })
}

/** When the removal is due. Also tells why: only an account that was never confirmed is due since it was created. */
const dueOf = ({ account, reason }: NonNullable<Departure>) =>
  reason === 'never_confirmed' ? account.createdAt : (account.deletesAt ?? account.createdAt)
const reasonOf = ({ deletesAt, createdAt }: Account): Reason =>
  deletesAt?.getTime() === createdAt.getTime() ? 'never_confirmed' : 'deleted_by_owner'

/** Removes the membership, or the platform if the account owns it. The transaction is in its database. */
async function leave(
  tx: Tx,
  by: System,
  { email }: Account,
  { platformId, slug, memberId, role }: Membership,
): Promise<void> {
  await enterPlatform(tx, platformId)
  if (role === 'owner') {
    await emptyPlatform(tx, platformId)
    return deletePlatform(tx, platformId)
  }
  if (!(await deleteMember(tx, platformId, memberId))) return
  await record(tx, by, 'MEMBER_REMOVED', {
    platform: { id: platformId, slug },
    target: { type: 'member', id: memberId, name: email },
    metadata: { role, reason: 'account_deleted' },
  })
}

/** `left` are memberships that have ended already. */
async function remove(
  tx: Tx,
  by: System,
  departure: Departure,
  left: readonly Membership[] = [],
): Promise<void> {
  if (!departure) return
  const { account, memberships, reason } = departure
  for (const membership of memberships) await leave(tx, by, account, membership)
  const { id, email } = account
  await deleteAccount(tx, id)
  const platforms =
    reason === 'never_confirmed' ? [...left, ...memberships].map(({ slug }) => slug) : []
  await record(tx, by, 'ACCOUNT_DELETED', {
    target: { type: 'account', id, name: email },
    metadata: { removed: true, reason, ...(platforms.length > 0 && { platforms }) },
  })
}
