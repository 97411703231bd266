import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'

const team = createRoute({
  getParentRoute: () => workspace,
  path: 'team',
  component: lazyRouteComponent(() => import('./WorkspaceTeamPage.tsx')),
})

export const routes = [team] as const
