import { record, system } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { PlatformOperator } from '../../http/actor.ts'
import { deleteLogo } from '../logos/queries.ts'
import { deleteMembers, lockMember } from '../members/queries.ts'
import { endAllSessions } from '../tenant-sessions/queries.ts'
import { deleteCalls } from '../usage/queries.ts'
import {
  deletePlatform,
  emptyRow,
  emptyWarehouse,
  latestClosure,
  lockDeleted,
  markDeleted,
} from './deletion-queries.ts'
import { lockPlatform, parkSlug } from './queries.ts'
import { closedAt, purgeAt } from './rules.ts'

/**
 * Hides the platform at once and for good, ends the sessions of its members and closes its path.
 * What is in it is removed later. False, with a denial in the log, when the actor is no longer its
 * owner. Fails with `validation_failed` when `typed` is not its path.
 */
export async function deleteOwnPlatform(
  tx: Tx,
  actor: PlatformOperator,
  typed: string,
): Promise<boolean> {
  const { id } = actor.platform
  const platform = (await lockPlatform(tx, id)) ?? notFound('Platform not found')
  if (!(await holdOwner(tx, actor, 'platform.delete'))) return false
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

/** The actor's membership, held until commit; undefined, with a denial in the log, unless it owns. */
export async function holdOwner(
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
 * Removes what is in a deleted platform, and the platform itself once none of its paths is closed
 * to others any more. Leaves one alone that is not due. The transaction must be in the scope of the
 * platform. Fails with a foreign key while something it does not know hangs on the platform.
 */
export async function purgePlatform(tx: Tx, platformId: string, at: Date): Promise<void> {
  const platform = await lockDeleted(tx, platformId, at)
  if (!platform) return
  await emptyPlatform(tx, platformId)
  const closedUntil = await latestClosure(tx, platformId)
  if (closedUntil && closedUntil > at) await emptyRow(tx, platformId, closedUntil, at)
  else await deletePlatform(tx, platformId)
  const { slug, name } = platform
  // The name goes with what is in it, so that it is gone the second time.
  if (name !== '')
    await record(tx, system(at), 'PLATFORM_DELETED', {
      platform: { id: platformId, slug },
      target: { type: 'platform', id: platformId, name },
      metadata: { removed: true },
    })
}

/**
 * Removes the warehouse of a platform, its logo, its counted calls, and its members with passwords
 * and sessions.
 */
export async function emptyPlatform(tx: Tx, platformId: string): Promise<void> {
  await emptyWarehouse(tx, platformId)
  await deleteMembers(tx, platformId)
  await deleteLogo(tx, platformId)
  await deleteCalls(tx, platformId)
}
