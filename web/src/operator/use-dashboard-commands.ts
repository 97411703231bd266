import { useRouter } from '@tanstack/react-router'
import { useCommands } from '../parts/keys.ts'
import { paths } from '../app/paths.ts'
import { setTheme, storedTheme, themeNames, type Theme } from '../app/theme.ts'
import { sidebarEntries } from './sidebar-entries.ts'
import { signOut } from './sign-out.ts'

/** Registers the commands available on every page of the dashboard. */
export function useDashboardCommands() {
  const router = useRouter()
  const go = (href: string) => () => void router.navigate({ href })

  /** Applies at once and is taken back when it could not be saved. */
  const choose = async (theme: Theme) => {
    const before = storedTheme()
    setTheme(theme)
    try {
      const { saveTheme } = await import('./save-theme.ts')
      await saveTheme(theme)
    } catch (error) {
      setTheme(before)
      throw error
    }
  }
  useCommands([
    ...sidebarEntries.map(({ name, href, keys }) => ({
      name,
      section: 'Go to' as const,
      run: go(href),
      ...(keys !== undefined && { keys }),
    })),
    { name: 'Add a platform', section: 'Everywhere', run: go(paths.newPlatform) },
    ...themeNames.map(({ theme, name }) => ({
      name,
      section: 'Everywhere' as const,
      waits: true,
      run: () => choose(theme),
    })),
    { name: 'Sign out', section: 'Everywhere', run: signOut },
  ])
}
