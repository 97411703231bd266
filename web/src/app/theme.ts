const themes = ['light', 'dark', 'auto'] as const
export type Theme = (typeof themes)[number]

const key = 'stowage.theme'

/** The theme of this browser; light until somebody chooses. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(key)
  return themes.find((theme) => theme === stored) ?? 'light'
}

/** Applies at once and is kept; other tabs hear of it through storage. */
export function setTheme(theme: Theme) {
  localStorage.setItem(key, theme)
  document.documentElement.dataset['theme'] = theme
}

/** The themes as something to be done. */
export const themeNames: readonly { theme: Theme; name: string }[] = [
  { theme: 'light', name: 'Use the light theme' },
  { theme: 'dark', name: 'Use the dark theme' },
  { theme: 'auto', name: 'Follow the theme of this device' },
]
