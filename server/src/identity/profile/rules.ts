import type { profile, Preferences } from '@stowage/contract/identity/profile'
import type { Input } from '@stowage/contract/route'

const profileFields = ['firstName', 'lastName', 'phone', 'location', 'bio'] as const

export type ProfileFields = Record<(typeof profileFields)[number], string>
export type ProfileChange = Input<typeof profile.update>['body']
export type PreferencesChange = Input<typeof profile.savePreferences>['body']

/** Returns the updated profile and the names of the changed fields. */
export function changeProfile(
  before: ProfileFields,
  change: ProfileChange,
): { fields: ProfileFields; changed: string[] } {
  const fields: ProfileFields = {
    firstName: change.firstName ?? before.firstName,
    lastName: change.lastName ?? before.lastName,
    phone: change.phone ?? before.phone,
    location: change.location ?? before.location,
    bio: change.bio ?? before.bio,
  }
  return { fields, changed: profileFields.filter((name) => fields[name] !== before[name]) }
}

/** Preferences of an account that never changed them. */
export const defaultPreferences: Preferences = {
  notifications: { email: true, push: false, sms: true, marketing: false },
  language: 'en',
  timezone: 'UTC',
  theme: 'light',
}

/** Returns the updated preferences and the paths that changed. */
export function changePreferences(
  before: Preferences,
  change: PreferencesChange,
): { preferences: Preferences; changed: string[] } {
  const { email, push, sms, marketing } = before.notifications
  const preferences: Preferences = {
    notifications: {
      email: change.notifications?.email ?? email,
      push: change.notifications?.push ?? push,
      sms: change.notifications?.sms ?? sms,
      marketing: change.notifications?.marketing ?? marketing,
    },
    language: change.language ?? before.language,
    timezone: change.timezone ?? before.timezone,
    theme: change.theme ?? before.theme,
  }
  const channels = ['email', 'push', 'sms', 'marketing'] as const
  const settings = ['language', 'timezone', 'theme'] as const
  const changed = [
    ...channels
      .filter((name) => preferences.notifications[name] !== before.notifications[name])
      .map((name) => `notifications.${name}`),
    ...settings.filter((name) => preferences[name] !== before[name]),
  ]
  return { preferences, changed }
}
