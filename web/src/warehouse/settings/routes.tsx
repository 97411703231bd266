import { z } from 'zod'
import { searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage(
    'settings',
    z.object({ tab: z.string().optional() }),
    () => import('./WorkspaceSettingsPage.tsx'),
  ),
] as const
