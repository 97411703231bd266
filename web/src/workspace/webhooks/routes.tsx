import { deliveries } from '@stowage/contract/workspace/deliveries'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { paged } from '../list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/webhooks',
  component: lazyRouteComponent(() => import('./WebhooksPage.tsx')),
})
const webhook = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/webhooks/$webhookId',
  validateSearch: searchOf(deliveries.list.query.extend(paged)),
  component: lazyRouteComponent(() => import('./WebhookPage.tsx')),
})

export const routes = [list, webhook] as const
