import { Layers, type LayerState } from '../parts/Layers.tsx'
import { Scanner } from './scan/Scanner.tsx'
import { useWorkspaceCommands } from './use-workspace-commands.ts'

const load = {
  palette: async () => (await import('./WorkspacePalette.tsx')).WorkspacePalette,
  help: async () => (await import('../help/HelpSheet.tsx')).HelpSheet,
}

export function WorkspaceLayers({ slug, ...state }: LayerState & { slug: string }) {
  useWorkspaceCommands(slug)
  return (
    <>
      <Scanner />
      <Layers {...state} load={load} />
    </>
  )
}
