import { go } from '../app/navigation.ts'
import { setTheme, themeNames } from '../app/theme.ts'
import { useCommands } from '../parts/keys.ts'
import { signOut } from '../platforms/tenant-sessions/sign-out.ts'
import { railGroups, type Command, type Noun } from './noun.ts'
import { nouns } from './nouns.ts'
import { useCan } from './rights.ts'
import { usePaths } from './warehouses.ts'

/** The pages of the rail in its order, then the others. */
const pages: readonly Command[] = [
  ...railGroups.flatMap((name) =>
    nouns.flatMap((noun: Noun) => noun.rail?.filter(({ group }) => group === name) ?? []),
  ),
  ...nouns.flatMap((noun: Noun) => noun.commands ?? []),
]

/** What can be done from every page of a workspace. */
export function useWorkspaceCommands(slug: string) {
  const to = usePaths()
  const { whyRight } = useCan()
  useCommands([
    ...pages
      .filter(({ needs }) => needs === undefined || !whyRight(needs))
      .map(({ name, page, search, keys }) => ({
        name,
        section: 'Go to' as const,
        run: () => go(to.at(page, search)),
        ...(keys !== undefined && { keys }),
      })),
    ...themeNames.map(({ theme, name }) => ({
      name,
      section: 'Everywhere' as const,
      run: () => setTheme(theme),
    })),
    { name: 'Sign out', section: 'Everywhere', run: () => signOut(slug) },
  ])
}
