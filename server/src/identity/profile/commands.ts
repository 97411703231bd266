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
 * Updates the operator's profile and returns the account. Fails with `version_conflict` for another
 * version. An update without changes records nothing.
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

/** Updates some preferences and returns all of them. An update without changes records nothing. */
export async function updatePreferences(
  tx: Tx,
  actor: Operator,
  change: PreferencesChange,
): Promise<Preferences> {
  // Concurrent changes of different preferences must both be kept.
  await lockAccount(tx, actor.id)
  const before = (await findPreferences(tx, actor.id)) ?? defaultPreferences
  const { preferences, changed } = changePreferences(before, change)
  if (changed.length === 0) return preferences
  await savePreferences(tx, actor.id, preferences, actor.at)
  await record(tx, actor, 'PREFERENCES_UPDATED', { metadata: { changed } })
  return preferences
}

/** Saves the operator's picture and returns its new key, which is the only way to read it. */
export async function saveAvatar(
  tx: Tx,
  actor: Operator,
  picture: { png: Buffer; webp: Buffer },
): Promise<string> {
  // 128 bits, 22 characters.
  const key = randomBytes(16).toString('base64url')
  // Of concurrent uploads, the account's key must match the stored image.
  await lockAccount(tx, actor.id)
  await putAvatar(tx, actor.id, { key, ...picture }, actor.at)
  await saveAvatarKey(tx, actor.id, key, actor.at)
  await record(tx, actor, 'AVATAR_UPDATED')
  return key
}
