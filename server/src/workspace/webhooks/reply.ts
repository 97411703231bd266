import type { Webhook } from '@stowage/contract/workspace/webhooks'
import type { WebhookRow } from './queries.ts'

export const toReply = ({ previousUntil, ...row }: WebhookRow, at: Date): Webhook => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  previousUntil: previousUntil && previousUntil > at ? previousUntil.toISOString() : null,
})
