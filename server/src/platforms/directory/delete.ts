import { record, system } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { PlatformOperator } from '../../http/actor.ts'
import { deleteLogo } from '../logos/queries.ts'
import { deleteMembers, lockMember } from '../members/queries.ts'
import { endAllSessions } from '../tenant-sessions/queries.ts'
import { deleteCalls } from './usage-queries.ts'
import {
  deletePlatform,
  emptyRow,
  emptyWarehouse,
  latestClosure,
  lockDeleted,
  lockPlatform,
  markDeleted,
  parkSlug,
} from './queries.ts'
import { closedAt, purgeAt } from './rules.ts'

/**
 * Hides the platform, ends its members' sessions and reserves its slug. Its data is purged later.
 * Returns false and records a denial if the actor no longer owns it. Fails with `validation_failed`
 * if `typed` is not its slug.
 */
export async function deleteOwnPlatform(
  tx: Tx,
  actor: PlatformOperator,
  typed: string,
): Promise<boolean> {
  const { id } = actor.platform
  const platform = (await lockPlatform(tx, id)) ?? notFound('Platform not found')
  if (!(await lockOwner(tx, actor, 'platform.delete'))) return false
  const { name, slug } = platform
  if (typed !== slug) {
    failField('slug', 'Type the path of the platform to delete it')
  }
  const { at } = actor
  await markDeleted(tx, id, { by: actor.id, purgesAt: purgeAt(at), at })
  await parkSlug(tx, id, slug, closedAt(at))
  await endAllSessions(tx, id, { at, reason: 'platform_deleted' })
  await record(tx, actor, 'PLATFORM_DELETED', {
    platform: { id, slug },
    target: { type: 'platform', id, name },
    metadata: { purgesAt: purgeAt(at) },
  })
  return true
}

/**
 * Locks and returns the actor's membership. Returns undefined and records a denial unless the actor
 * owns the platform.
 */
export async function lockOwner(
  tx: Tx,
  actor: PlatformOperator,
  permission: 'platform.delete' | 'platform.transfer',
) {
  const member = await lockMember(tx, actor.platform.id, actor.platform.memberId)
  if (member?.role === 'owner') return member
  await record(tx, actor, 'ACCESS_DENIED', { outcome: 'denied', metadata: { permission } })
  return undefined
}

/**
 * Purges the data of a deleted platform, and the platform itself once none of its slugs is
 * reserved. Does nothing if it is not due. The transaction must be in the platform's scope. Fails
 * with a foreign key if unknown data references the platform.
 */
export async function purgePlatform(tx: Tx, platformId: string, at: Date): Promise<void> {
  const platform = await lockDeleted(tx, platformId, at)
  if (!platform) return
  await emptyPlatform(tx, platformId)
  const closedUntil = await latestClosure(tx, platformId)
  if (closedUntil && closedUntil > at) await emptyRow(tx, platformId, closedUntil, at)
  else await deletePlatform(tx, platformId)
  const { slug, name } = platform
  // Purging clears the name, so an empty name means the data is already gone.
  if (name !== '')
    await record(tx, system(at), 'PLATFORM_DELETED', {
      platform: { id: platformId, slug },
      target: { type: 'platform', id: platformId, name },
      metadata: { removed: true },
    })
}

/** Deletes a platform's warehouse, logo, call counts, and members with passwords and sessions. */
export async function emptyPlatform(tx: Tx, platformId: string): Promise<void> {
  await emptyWarehouse(tx, platformId)
  await deleteMembers(tx, platformId)
  await deleteLogo(tx, platformId)
  await deleteCalls(tx, platformId)
}
