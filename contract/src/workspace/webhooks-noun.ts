import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'webhook.read': 'view webhooks and their deliveries',
    'webhook.manage': 'manage webhooks',
    'webhook.replay': 'send webhook deliveries again',
  },
  roles: {
    'webhook.*': ['integration'],
  },
} as const satisfies Rights

export const events = () => ({
  /** Events of a webhook itself. Webhooks can't subscribe to them. */
  webhook: { each: {}, types: { test: {}, dead: {} } },
})

export const audit = [
  'WEBHOOK_CREATED',
  'WEBHOOK_UPDATED',
  'WEBHOOK_REMOVED',
  'WEBHOOK_SECRET_ROTATED',
  'WEBHOOK_TESTED',
  'WEBHOOK_REPLAYED',
] as const
