import type { Preferences } from '@stowage/contract/identity/profile'
import type { Db, Tx } from '../../database/connect.ts'

type Avatar = { key: string; png: Buffer; webp: Buffer }

/** Inserts or replaces the account's picture. */
export async function putAvatar(tx: Tx, accountId: string, avatar: Avatar, at: Date) {
  const values = { ...avatar, createdAt: at }
  await tx
    .insertInto('identity.avatars')
    .values({ accountId, ...values })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(values))
    .execute()
}

/** Returns the image for a key in one of its two formats. */
export async function findAvatar(db: Db, key: string, type: 'png' | 'webp') {
  const row = await db
    .selectFrom('identity.avatars')
    .select(type)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.[type]
}

/** Returns the saved preferences, or undefined if none were saved. */
export async function findPreferences(db: Db, accountId: string): Promise<Preferences | undefined> {
  const row = await db
    .selectFrom('identity.preferences')
    .selectAll()
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!row) return undefined
  const { notifyEmail, notifyPush, notifySms, notifyMarketing, language, timezone, theme } = row
  return {
    notifications: {
      email: notifyEmail,
      push: notifyPush,
      sms: notifySms,
      marketing: notifyMarketing,
    },
    language,
    timezone,
    theme,
  }
}

/** Inserts or updates all preferences. */
export async function savePreferences(
  tx: Tx,
  accountId: string,
  { notifications, language, timezone, theme }: Preferences,
  at: Date,
) {
  const values = {
    notifyEmail: notifications.email,
    notifyPush: notifications.push,
    notifySms: notifications.sms,
    notifyMarketing: notifications.marketing,
    language,
    timezone,
    theme,
    updatedAt: at,
  }
  await tx
    .insertInto('identity.preferences')
    .values({ accountId, ...values })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(values))
    .execute()
}
