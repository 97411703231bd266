import type { profile } from '@stowage/contract/identity/profile'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { imageReply, imageTypeFor } from '../../images/reply.ts'
import { getAccount } from '../accounts/queries.ts'
import { avatarUrl, userOf } from '../accounts/rules.ts'
import { saveAvatar, updatePreferences, updateProfile } from './commands.ts'
import { findAvatar, findPreferences } from './queries.ts'
import { defaultPreferences } from './rules.ts'

const keyShape = /^[\w-]{22}$/

export const profileHandlers: Handlers<typeof profile> = {
  me: async ({ db, actor, config }) => ({ user: userOf(await getAccount(db, actor.id), config) }),

  update: async ({ actor, write, config }, { body }) => ({
    user: userOf(await write((tx) => updateProfile(tx, actor, body)), config),
  }),

  saveAvatar: async ({ actor, images, write }, { body }) => {
    const picture = await images.convert(body, 'avatar')
    return { avatarUrl: avatarUrl(await write((tx) => saveAvatar(tx, actor, picture))) }
  },

  avatar: async ({ db, headers }, { params: { avatarKey: key } }) => {
    const type = imageTypeFor(headers.accept)
    const bytes = keyShape.test(key) ? await findAvatar(db, key, type) : undefined
    return imageReply(type, bytes ?? notFound(), {
      name: 'avatar',
      tag: key,
      cache: 'private, max-age=86400, immutable',
    })
  },

  preferences: async ({ db, actor }) => ({
    preferences: (await findPreferences(db, actor.id)) ?? defaultPreferences,
  }),

  savePreferences: async ({ actor, write }, { body }) => ({
    preferences: await write((tx) => updatePreferences(tx, actor, body)),
  }),
}
