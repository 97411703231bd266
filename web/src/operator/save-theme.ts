import { profile } from '@stowage/contract/identity/profile'
import type { QueryClient } from '@tanstack/react-query'
import { send } from '../api.ts'
import { preferences } from '../preferences.ts'
import type { Theme } from '../theme.ts'

/** Keeps the theme for the account. Rejects with ApiError. */
export async function saveTheme(queries: QueryClient, theme: Theme) {
  await send(profile.savePreferences, { body: { theme } })
  await queries.invalidateQueries({ queryKey: preferences.queryKey })
}
