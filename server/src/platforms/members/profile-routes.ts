import type { tenantProfile } from '@stowage/contract/platforms/tenant-profile'
import type { Handlers } from '../../http/mount.ts'
import { tenantUserOf } from '../tenant-sessions/rules.ts'
import { updateProfile } from './profile.ts'

export const tenantProfileHandlers: Handlers<typeof tenantProfile> = {
  update: async ({ actor, write }, { body }) => ({
    user: tenantUserOf(await write((tx) => updateProfile(tx, actor, body)), actor.platform),
  }),
}
