import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'

const settings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings',
  validateSearch: searchOf(z.object({ tab: z.string().optional() })),
  component: lazyRouteComponent(() => import('./WorkspaceSettingsPage.tsx')),
})

export const routes = [settings] as const
