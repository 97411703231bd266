import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'

const help = createRoute({
  getParentRoute: () => workspace,
  path: 'help',
  component: lazyRouteComponent(() => import('./HelpPage.tsx')),
})

export const routes = [help] as const
