import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'channels',
  component: lazyRouteComponent(() => import('./ChannelsPage.tsx')),
})

export const routes = [list] as const
