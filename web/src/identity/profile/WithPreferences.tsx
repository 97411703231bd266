import type { Preferences } from '@stowage/contract/identity/profile'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { preferences } from '../../app/preferences.ts'
import { Reading } from '../../parts/Reading.tsx'

/** Loads what was chosen, and says so while it is missing. */
export function WithPreferences({ children }: { children: (chosen: Preferences) => ReactNode }) {
  const chosen = useQuery(preferences)
  if (chosen.data) return children(chosen.data.preferences)
  return <Reading of={chosen} fallback="Failed to load your settings" />
}
