import { record, system } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { setPlatformStatus } from './queries.ts'

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
