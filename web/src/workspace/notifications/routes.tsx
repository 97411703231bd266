import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'

const notifications = createRoute({
  getParentRoute: () => workspace,
  path: 'notifications',
  component: lazyRouteComponent(() => import('./WorkspaceNotificationsPage.tsx')),
})

export const routes = [notifications] as const
