import { useRouter } from '@tanstack/react-router'
import { useCommands } from '../parts/keys.ts'
import { paths } from '../app/paths.ts'
import { signOut } from '../platforms/tenant-sessions/sign-out.ts'
import { setTheme, themeNames } from '../app/theme.ts'
import { groups } from './places.ts'
import { useCan } from './rights.ts'
import { usePaths } from './warehouses.ts'

/** What can be done from every page of a workspace. */
export function useWorkspaceCommands(slug: string) {
  const router = useRouter()
  const place = (name: string, href: string, keys?: string) => ({
    name,
    section: 'Go to' as const,
    run: () => void router.navigate({ href }),
    ...(keys !== undefined && { keys }),
  })
  const to = usePaths()
  const { can } = useCan()
  const open = groups.flatMap(({ places }) =>
    places.filter(({ needs }) => needs === undefined || can(needs)),
  )
  useCommands([
    ...open.map(({ name, href, keys }) => place(name, href(to), keys)),
    ...(can('stock.read') ? [place('Stock grid', to.grid(), 'g e')] : []),
    place('Team', paths.workspaceTeam(slug)),
    place('Notifications', paths.workspaceNotifications(slug)),
    place('Settings', paths.workspaceSettings(slug), 'g s'),
    ...themeNames.map(({ theme, name }) => ({
      name,
      section: 'Everywhere' as const,
      run: () => setTheme(theme),
    })),
    { name: 'Sign out', section: 'Everywhere', run: () => signOut(slug) },
  ])
}
