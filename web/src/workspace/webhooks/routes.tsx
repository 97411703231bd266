import { deliveries } from '@stowage/contract/workspace/webhook-deliveries'
import { paged } from '../list-search.ts'
import { page, searchPage } from '../routes.tsx'

export const routes = [
  page('settings/webhooks', () => import('./WebhooksPage.tsx')),
  searchPage(
    'settings/webhooks/$webhookId',
    deliveries.list.query.extend(paged),
    () => import('./WebhookPage.tsx'),
  ),
] as const
