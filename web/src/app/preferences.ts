import { profile } from '@stowage/contract/identity/profile'
import { queryOptions } from '@tanstack/react-query'
import { load, send, useAction } from './api.ts'
import { setFormats } from './format.ts'
import { setTheme, storedTheme } from './theme.ts'

const { preferences: route, savePreferences } = profile

/** Preferences of the operator. Each response also updates the formats and the theme of this browser. */
export const preferences = queryOptions({
  ...load(route, {}),
  queryFn: async ({ signal }) => {
    const reply = await send(route, {}, { signal })
    setFormats(reply.preferences)
    if (storedTheme() !== reply.preferences.theme) setTheme(reply.preferences.theme)
    return reply
  },
})

/** Saves one choice. One after the other, so the last one made is the one that stays. */
export const useSavePreferences = () => useAction(savePreferences, { queue: 'preferences' })
