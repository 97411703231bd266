import type { directory } from '@stowage/contract/platforms/directory'
import type { Input, Reply } from '@stowage/contract/route'
import { controlCell, type Cell } from '../../cells/cells.ts'
import { listPending } from '../../cells/operation-queries.ts'
import { acrossDatabases, awaitCopies, findRoom } from '../../cells/operations.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transactions.ts'
import { fail } from '../../errors.ts'
import { scopeOf } from '../../http/authorization.ts'
import type { Call } from '../../http/mount.ts'
import type { PlatformOperator } from '../../http/actor.ts'
import { lockAccount, type Account } from '../../identity/accounts/queries.ts'
import { findAccountId } from '../members/queries.ts'
import {
  askFor,
  insertOwned,
  lockCreator,
  plan,
  requireUsable,
  createPlatform,
} from './commands.ts'
import { deleteParkedSlug } from './queries.ts'
import { slugOf } from './rules.ts'
import { mayOwn, transferPlatform } from './transfer.ts'

// Changes of platforms that may be in another database than the accounts and the directory of paths. What several
// databases have to agree on goes through `acrossDatabases`.

/** Creates a platform in the database with the fewest. See `createPlatform`. */
export async function createAnywhere(
  call: Call<typeof directory.create>,
  body: Input<typeof directory.create>['body'],
  quota: number | undefined,
): Promise<Reply<typeof directory.create>> {
  const { actor } = call
  const cell = await findRoom(call)
  await release(call, actor, slugOf(body.name), { to: cell })
  const pending = async (tx: Tx) => (await listPending(tx, actor.id)).map((each) => each.platformId)
  if (cell.name === controlCell)
    return call.writeBy(
      (work) => inTransaction(call.control, scopeOf(actor), work),
      (tx) => createPlatform(tx, actor, body, quota, pending),
    )

  const platform = plan(actor, body.name)
  let account: Account | undefined
  const operation = {
    operationId: newId(),
    kind: 'create',
    cell: cell.name,
    platformId: platform.id,
    accountId: actor.id,
    slug: platform.slug,
  } as const
  const check = async (tx: Tx) => {
    account = await lockCreator(tx, actor, quota, pending)
    await requireFree(tx, actor, platform.slug)
  }
  const scope = { accountId: actor.id, platformId: platform.id }
  return call.writeBy(
    (work) => acrossDatabases(call, { operation, scope, check }, work),
    (tx) => insertOwned(tx, actor, platform, account ?? fail('unauthorized')),
  )
}

/** Runs `work`, which gives the platform another path. */
export async function renameAnywhere<T>(
  call: Pick<Context, 'db' | 'control' | 'cells' | 'clock'> & Pick<Call, 'write'>,
  actor: PlatformOperator,
  slug: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { id: platformId } = actor.platform
  const cell = await call.cells.find({ platformId })
  requireUsable(slug)
  await release(call, actor, slug, { to: cell, platformId })
  // In its own database it needs no one's agreement, and neither does a path it had before.
  const isOwn = (await askFor(call.control, actor, slug, platformId)).standing === 'mine'
  if (call.db === call.control || isOwn) return call.write(work)
  const operation = {
    operationId: newId(),
    kind: 'rename',
    cell: cell.name,
    platformId,
    accountId: null,
    slug,
  } as const
  const check = (tx: Tx) => requireFree(tx, actor, slug)
  return acrossDatabases(call, { operation, scope: scopeOf(actor), check }, work)
}

/** Transfers a platform that is in another database than the accounts. See `transferPlatform`. */
export async function transferElsewhere(
  call: Context & Pick<Call, 'read' | 'write'>,
  actor: PlatformOperator,
  memberId: string,
): Promise<boolean> {
  const { id: platformId } = actor.platform
  const { name } = await call.cells.find({ platformId })
  const accountId = await call.read((db) => findAccountId(db, platformId, memberId))
  // Nothing will change.
  if (accountId === null || memberId === actor.platform.memberId)
    return call.write((tx) => transferPlatform(tx, call, actor, memberId))
  let account: Account | undefined
  const operation = {
    operationId: newId(),
    kind: 'transfer',
    cell: name,
    platformId,
    accountId,
    slug: null,
  } as const
  const check = async (tx: Tx) => {
    account = await lockAccount(tx, accountId)
    if (!mayOwn(account)) fail('role_not_allowed')
  }
  return acrossDatabases(call, { operation, scope: scopeOf(actor), check }, (tx) =>
    transferPlatform(tx, call, actor, memberId, account),
  )
}

type Asker = { id: string; at: Date }

/** Fails with `name_taken`, or with `unavailable` while an earlier attempt of the asker reserves the slug. */
async function requireFree(tx: Tx, asker: Asker, slug: string): Promise<void> {
  if (!(await askFor(tx, asker, slug)).holder) return
  const own = await listPending(tx, asker.id)
  if (own.some((each) => each.slug === slug)) fail('unavailable', { retryAfter: 2 })
  fail('name_taken')
}

type Destination = { to: Pick<Cell, 'db'>; platformId?: string }

/**
 * Releases a former slug of another platform that is in another database than the one that is to get it, so the
 * slug can be reserved.
 */
async function release(
  tools: Pick<Context, 'control' | 'cells'>,
  asker: Asker,
  slug: string,
  { to, platformId }: Destination,
): Promise<void> {
  const { holder, standing } = await askFor(tools.control, asker, slug, platformId)
  if (standing !== 'release' || !holder) return
  const from = await tools.cells.find({ platformId: holder.platformId })
  // The transaction that assigns it does that.
  if (from.db === tools.control && to.db === tools.control) return
  await inTransaction(from.db, { platformId: holder.platformId }, (tx) =>
    deleteParkedSlug(tx, holder.platformId, slug),
  )
  await tools.cells.afterStep('released')
  await awaitCopies(tools, from)
}
