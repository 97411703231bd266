import type { At, Noun } from '../noun.ts'

export const webhooks = {
  pages: ['settings/webhooks', 'settings/webhooks/$webhookId'],
  routes: () => import('./routes.tsx'),
  paths: (at: At) => ({
    webhooks: at('settings/webhooks'),
    webhook: (id: string) => at(`settings/webhooks/${encodeURIComponent(id)}`),
  }),
  commands: [{ name: 'Webhooks', page: 'settings/webhooks', needs: 'webhook.read' }],
} satisfies Noun
