import type { Noun } from '../noun.ts'
import { webhookPaths } from './paths.ts'

export const webhooks = {
  pages: ['settings/webhooks', 'settings/webhooks/$webhookId'],
  routes: () => import('./routes.tsx'),
  paths: webhookPaths,
  commands: [{ name: 'Webhooks', page: 'settings/webhooks', needs: 'webhook.read' }],
} satisfies Noun
