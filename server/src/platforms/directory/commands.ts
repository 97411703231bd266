import { randomBytes } from 'node:crypto'
import type { Input, Reply } from '@stowage/contract/route'
import type { directory } from '@stowage/contract/platforms/directory'
import { record, system } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { enterPlatform } from '../../database/transactions.ts'
import { fail, notFound, requireVersion } from '../../errors.ts'
import type { Operator, PlatformOperator } from '../../http/actor.ts'
import { lockAccount, type Account } from '../../identity/accounts/queries.ts'
import { findLiveSession } from '../../identity/sessions/queries.ts'
import { deleteLogo } from '../logos/queries.ts'
import { insertMember } from '../members/queries.ts'
import {
  deleteParkedSlug,
  findFree,
  findHolder,
  insertPlatform,
  insertSlug,
  listOwned,
  listSlugs,
  lockCreation,
  lockPlatform,
  parkSlug,
  saveLogoKey,
  savePlatform,
  setPlatformStatus,
} from './queries.ts'
import {
  isOwnLogo,
  numberedSlugs,
  parkedAt,
  randomSlug,
  refusalOf,
  slugOf,
  slugAvailability,
  summaryOf,
  type Holder,
} from './rules.ts'

type Asker = { id: string; at: Date }

/** Returns whether a name is available. Only creating the platform decides. */
export async function checkName(
  db: Db,
  asker: Asker,
  name: string,
): Promise<Reply<typeof directory.checkName>> {
  const slug = slugOf(name)
  const refusal = refusalOf(slug)
  if (refusal === 'invalid')
    return { available: false, slug, reason: refusal, suggestion: randomSlug(randomBytes(6)) }
  if (refusal) return { available: false, slug, reason: refusal }
  const { standing } = await askFor(db, asker, slug)
  if (standing !== 'taken') return { available: true, slug }
  const suggestion = await findFree(db, numberedSlugs(slug))
  return { available: false, slug, reason: 'taken', ...(suggestion && { suggestion }) }
}

/** Returns a platform to create. Fails with `name_invalid` or `name_reserved`. */
export function plan({ at }: Operator, name: string) {
  const slug = slugOf(name)
  requireUsable(slug)
  return { id: newId(), name, slug, createdAt: at }
}

/**
 * Creates a platform owned by the actor. If two requests use the same slug, the unique index
 * refuses one. `quota` is the maximum number of platforms the actor may own.
 */
export async function createPlatform(
  tx: Tx,
  actor: Operator,
  { name }: Input<typeof directory.create>['body'],
  quota: number | undefined,
  listPending?: ListPending,
) {
  const platform = plan(actor, name)
  return insertOwned(tx, actor, platform, await lockCreator(tx, actor, quota, listPending))
}

/** Lists the ids of platforms that are being created in other databases. */
type ListPending = (tx: Tx) => Promise<string[]>

/**
 * Locks and returns the actor's account. Fails with `quota` if it owns as many platforms as it may.
 */
export async function lockCreator(
  tx: Tx,
  actor: Operator,
  quota: number | undefined,
  listPending: ListPending = async () => [],
) {
  if (quota !== undefined) {
    await lockCreation(tx, actor.id)
    // In this order, because a platform that is not pending any more is owned.
    const pending = await listPending(tx)
    const owned = await listOwned(tx, actor.id)
    if (new Set([...owned, ...pending]).size >= quota) fail('quota')
  }
  // A concurrent first verification of the address would suspend this platform and end this
  // session.
  const account = await lockAccount(tx, actor.id)
  if (!account || !(await findLiveSession(tx, actor.sessionId, actor.at))) fail('unauthorized')
  return account
}

/** Inserts a planned platform with its owner. */
export async function insertOwned(
  tx: Tx,
  actor: Operator,
  platform: ReturnType<typeof plan>,
  account: Pick<Account, 'email' | 'emailKey' | 'firstName' | 'lastName'>,
) {
  const { name, slug } = platform
  await enterPlatform(tx, platform.id)
  await assignSlug(tx, actor, platform.id, slug)
  await insertPlatform(tx, { platformId: platform.id, name, slug, at: actor.at })
  await insertMember(tx, platform.id, {
    id: newId(),
    email: account.email,
    emailKey: account.emailKey,
    firstName: account.firstName,
    lastName: account.lastName,
    accountId: actor.id,
    role: 'owner',
    createdAt: actor.at,
    updatedAt: actor.at,
  })
  await record(tx, actor, 'PLATFORM_CREATED', {
    platform,
    target: { type: 'platform', id: platform.id, name },
  })
  return { platform: summaryOf(platform) }
}

type Change = Input<typeof directory.update>['body']

/**
 * Updates name and slug, or removes the logo. The former slug redirects for a while. An update
 * without changes records nothing.
 */
export async function updatePlatform(
  tx: Tx,
  actor: PlatformOperator,
  change: Change,
  publicUrl: string,
): Promise<void> {
  const { id } = actor.platform
  const before = (await lockPlatform(tx, id)) ?? notFound('Platform not found')
  requireVersion(before, change.version)
  if (change.logoUrl && !isOwnLogo(change.logoUrl, await listSlugs(tx, id), publicUrl))
    fail('logo_url_not_allowed')

  const { name = before.name, slug = before.slug } = change
  const isLogoRemoved = change.logoUrl === null && before.logoKey !== null
  const changed = [
    ...(name === before.name ? [] : ['name']),
    ...(slug === before.slug ? [] : ['slug']),
    ...(isLogoRemoved ? ['logo'] : []),
  ]
  if (changed.length === 0) return
  if (slug !== before.slug) {
    requireUsable(slug)
    await parkSlug(tx, id, before.slug, parkedAt(actor.at))
    await assignSlug(tx, actor, id, slug)
  }
  if (isLogoRemoved) {
    await deleteLogo(tx, id)
    await saveLogoKey(tx, id, null, actor.at)
  }
  if (name !== before.name || slug !== before.slug)
    await savePlatform(tx, id, { name, slug, at: actor.at })

  const about = { platform: { id, slug }, target: { type: 'platform', id, name } }
  await record(tx, actor, 'PLATFORM_UPDATED', { ...about, metadata: { changed } })
  if (slug !== before.slug)
    await record(tx, actor, 'PLATFORM_SLUG_CHANGED', {
      ...about,
      metadata: { from: before.slug, to: slug },
    })
}

export function requireUsable(slug: string) {
  const refusal = refusalOf(slug)
  if (refusal === 'invalid') fail('name_invalid', { suggestion: randomSlug(randomBytes(6)) })
  if (refusal === 'reserved') fail('name_reserved')
}

/** Returns who holds a slug and what that means for the asker, or for a platform. */
export async function askFor(db: Db, { id, at }: Asker, slug: string, platformId?: string) {
  const holder = await findHolder(db, slug)
  return { holder, standing: slugAvailability(holder, { platformId, accountId: id, at }) }
}

/** Assigns the slug to the platform. The transaction must be in the platform's scope. */
async function assignSlug(tx: Tx, asker: Asker, platformId: string, slug: string) {
  const { holder, standing } = await askFor(tx, asker, slug, platformId)
  if (standing === 'taken') fail('name_taken')
  if (standing === 'mine') {
    const current = { releasedAt: null, resolvesUntil: null, closedUntil: null }
    // Another platform of the owner may have taken it a moment ago.
    if (!(await parkSlug(tx, platformId, slug, current))) fail('name_taken')
    return
  }
  if (standing === 'release') await releaseSlug(tx, holder, platformId, slug)
  // The primary key refuses the slower of two requests.
  await insertSlug(tx, platformId, slug)
}

/** Row-level security shows the former slug only to a transaction of its platform. */
async function releaseSlug(tx: Tx, holder: Holder | undefined, platformId: string, slug: string) {
  if (!holder) return
  await enterPlatform(tx, holder.platformId)
  await deleteParkedSlug(tx, holder.platformId, slug)
  await enterPlatform(tx, platformId)
}

/** The changes an administrator can make to a platform. */
export type PlatformChange = 'suspend' | 'restore'

/**
 * Makes the change and records it. Returns false if there is nothing to change. Members of a
 * suspended platform cannot sign in and their sessions are refused. The transaction must be in the
 * platform's scope.
 */
export async function changePlatform(
  tx: Tx,
  change: PlatformChange,
  platformId: string,
  at: Date,
): Promise<boolean> {
  const moved =
    change === 'suspend'
      ? await setPlatformStatus(tx, platformId, 'active', 'suspended', at)
      : await setPlatformStatus(tx, platformId, 'suspended', 'active', at)
  if (!moved) return false
  const { id, name, slug } = moved
  const event = { platform: { id, slug }, target: { type: 'platform', id, name } }
  const action = change === 'suspend' ? 'PLATFORM_SUSPENDED' : 'PLATFORM_RESTORED'
  await record(tx, system(at), action, event)
  return true
}
