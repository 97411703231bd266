import type { At } from '../noun.ts'

export const webhookPaths = (at: At) => ({
  webhooks: at('settings/webhooks'),
  webhook: (id: string) => at(`settings/webhooks/${encodeURIComponent(id)}`),
})
