import { profile } from '@stowage/contract/identity/profile'
import { fetchChanged, send } from '../app/api.ts'
import type { Theme } from '../app/theme.ts'

/** Keeps the theme for the account. Rejects with ApiError. */
export async function saveTheme(theme: Theme) {
  await send(profile.savePreferences, { body: { theme } })
  await fetchChanged(profile.savePreferences)
}
