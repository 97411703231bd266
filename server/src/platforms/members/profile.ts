import type { tenantProfile } from '@stowage/contract/platforms/tenant-profile'
import type { Input } from '@stowage/contract/route'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, requireVersion } from '../../errors.ts'
import type { TenantMember } from '../../http/actor.ts'
import { lockMember, saveName } from './queries.ts'
import { findPerson } from '../tenant-sessions/queries.ts'
import type { Person } from '../tenant-sessions/rules.ts'
import { changeName } from './profile-rules.ts'

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
