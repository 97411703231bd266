import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/api-keys',
  component: lazyRouteComponent(() => import('./ApiKeysPage.tsx')),
})

export const routes = [list] as const
