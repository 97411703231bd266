import { lazy } from 'react'
import { Layers, type LayerState } from '../parts/Layers.tsx'
import { type Noun, railGroups, type Command } from './noun.ts'
import { nounAt, nouns } from './nouns.ts'
import { Scanner } from './scan/Scanner.tsx'
import { go } from '../app/navigation.ts'
import { setTheme, themeNames } from '../app/theme.ts'
import { useCommands } from '../parts/keys.ts'
import { signOut } from '../platforms/tenant-sessions/sign-out.ts'
import { useCan } from './rights.ts'
import { usePaths } from './warehouses.ts'

const load = {
  palette: async () => (await import('./WorkspacePalette.tsx')).WorkspacePalette,
  help: async () => (await import('../help/HelpSheet.tsx')).HelpSheet,
}

const [linkCode] = nouns.flatMap((noun: Noun) => noun.linkCode ?? [])
if (!linkCode) throw new Error('No noun takes unknown codes')
const LinkDialog = lazy(linkCode)
const screenAt = (pathname: string) => nounAt(pathname)?.pages[0]

export function WorkspaceLayers({ slug, ...state }: LayerState & { slug: string }) {
  useWorkspaceCommands(slug)
  return (
    <>
      <Scanner screenAt={screenAt} linkDialog={LinkDialog} />
      <Layers {...state} load={load} />
    </>
  )
}

/** The pages of the rail in its order, then the others. */
const pages: readonly Command[] = [
  ...railGroups.flatMap((name) =>
    nouns.flatMap((noun: Noun) => noun.rail?.filter(({ group }) => group === name) ?? []),
  ),
  ...nouns.flatMap((noun: Noun) => noun.commands ?? []),
]

/** Registers the commands available on every page of a workspace. */
function useWorkspaceCommands(slug: string) {
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
