import { lazy } from 'react'
import { Layers, type LayerState } from '../parts/Layers.tsx'
import type { Noun } from './noun.ts'
import { nounAt, nouns } from './nouns.ts'
import { Scanner } from './scan/Scanner.tsx'
import { useWorkspaceCommands } from './use-workspace-commands.ts'

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
