import type { profile } from '@stowage/contract/identity/profile'
import type { Handlers } from '../../http/mount.ts'
import { getAccount } from '../accounts/queries.ts'
import { userOf } from '../accounts/rules.ts'
import { updatePreferences, updateProfile } from './commands.ts'
import { findPreferences } from './queries.ts'
import { defaultPreferences } from './rules.ts'

export const profileHandlers: Handlers<typeof profile> = {
  me: async ({ db, actor }) => ({ user: userOf(await getAccount(db, actor.id)) }),

  update: async ({ actor, write }, { body }) => ({
    user: userOf(await write((tx) => updateProfile(tx, actor, body))),
  }),

  preferences: async ({ db, actor }) => ({
    preferences: (await findPreferences(db, actor.id)) ?? defaultPreferences,
  }),

  savePreferences: async ({ actor, write }, { body }) => ({
    preferences: await write((tx) => updatePreferences(tx, actor, body)),
  }),
}
