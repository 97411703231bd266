import { Layers, type LayerState } from '../parts/Layers.tsx'
import { useDashboardCommands } from './use-dashboard-commands.ts'

const load = {
  palette: async () => (await import('./DashboardPalette.tsx')).DashboardPalette,
  help: async () => (await import('../help/HelpSheet.tsx')).HelpSheet,
}

export function DashboardLayers(state: LayerState) {
  useDashboardCommands()
  return <Layers {...state} load={load} />
}
