import { randomBytes } from 'node:crypto'
import type { Preferences } from '@stowage/contract/identity/profile'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, requireVersion } from '../../errors.ts'
import type { Operator } from '../../http/actor.ts'
import { lockAccount, saveAvatarKey, saveProfile, type Account } from '../accounts/queries.ts'
import { findPreferences, putAvatar, savePreferences } from './queries.ts'
import {
  changePreferences,
  changeProfile,
  defaultPreferences,
  type PreferencesChange,
  type ProfileChange,
} from './rules.ts'

/**
 * Changes what operators say about themselves; gives the account as it then is. Fails with
 * `version_conflict` when the change was made to another version. Nothing new records nothing.
 */
export async function updateProfile(
  tx: Tx,
  actor: Operator,
  change: ProfileChange,
): Promise<Account> {
  const before = (await lockAccount(tx, actor.id)) ?? fail('unauthorized')
  requireVersion(before, change.version)
  const { fields, changed } = changeProfile(before, change)
  if (changed.length === 0) return before
  const account = await saveProfile(tx, actor.id, fields, actor.at)
  await record(tx, actor, 'PROFILE_UPDATED', { metadata: { changed } })
  return account
}

/** Changes some of the settings; gives all of them. Nothing new records nothing. */
export async function updatePreferences(
  tx: Tx,
  actor: Operator,
  change: PreferencesChange,
): Promise<Preferences> {
  // Two changes at once, each of another setting, must both be kept.
  await lockAccount(tx, actor.id)
  const before = (await findPreferences(tx, actor.id)) ?? defaultPreferences
  const { preferences, changed } = changePreferences(before, change)
  if (changed.length === 0) return preferences
  await savePreferences(tx, actor.id, preferences, actor.at)
  await record(tx, actor, 'PREFERENCES_UPDATED', { metadata: { changed } })
  return preferences
}

/** Makes this the operator's picture; gives the new key, which is all that leads to it. */
export async function saveAvatar(
  tx: Tx,
  actor: Operator,
  picture: { png: Buffer; webp: Buffer },
): Promise<string> {
  // 128 bits, 22 characters.
  const key = randomBytes(16).toString('base64url')
  // Of two uploads at once, the account must name the one whose picture stays.
  await lockAccount(tx, actor.id)
  await putAvatar(tx, actor.id, { key, ...picture }, actor.at)
  await saveAvatarKey(tx, actor.id, key, actor.at)
  await record(tx, actor, 'AVATAR_UPDATED')
  return key
}
