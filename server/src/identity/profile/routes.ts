import type { profile } from '@stowage/contract/identity/profile'
import type { Handlers } from '../../http/mount.ts'
import { getAccount } from '../accounts/queries.ts'
import { userOf } from '../accounts/rules.ts'

export const profileHandlers: Handlers<typeof profile> = {
  me: async ({ db, actor }) => ({ user: userOf(await getAccount(db, actor.id)) }),
}
