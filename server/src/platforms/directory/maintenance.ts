import { record, system } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { setPlatformStatus } from './queries.ts'

/** What whoever runs the machine may do to a platform. */
export type PlatformChange = 'suspend' | 'restore'

/**
 * Makes the change and records it; false when the platform is so already. While it is suspended its
 * members cannot sign in and their sessions are not accepted. The transaction must be in the scope
 * of the platform.
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
