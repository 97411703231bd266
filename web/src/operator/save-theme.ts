import { profile } from '@stowage/contract/identity/profile'
import type { QueryClient } from '@tanstack/react-query'
import { send } from '../app/api.ts'
import { preferences } from '../app/preferences.ts'
import type { Theme } from '../app/theme.ts'

/** Keeps the theme for the account. Rejects with ApiError. */
export async function saveTheme(queries: QueryClient, theme: Theme) {
  await send(profile.savePreferences, { body: { theme } })
  await queries.invalidateQueries({ queryKey: preferences.queryKey })
}
