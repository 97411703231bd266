/**
 * Every queue. Created by the owner during migration, because the serving role cannot. A `keyed`
 * queue contains at most one waiting or running job per key.
 */
export const queues = {
  'deliver-mail': 'keyed',
  'sweep-outbox': 'keyed',
  'forget-answers': 'keyed',
  'forget-lanes': 'keyed',
  'forget-sessions': 'keyed',
  'forget-member-sessions': 'keyed',
  'forget-mail-tokens': 'keyed',
  'remove-accounts': 'keyed',
  'purge-platforms': 'keyed',
  'follow-address': 'plain',
  'forget-challenges': 'keyed',
  'forget-passkey-challenges': 'keyed',
  'rotate-signing-keys': 'keyed',
  'mail-verification': 'plain',
  'mail-password-reset': 'plain',
  'mail-member-reset': 'plain',
  'load-demo': 'keyed',
  'remove-demo': 'keyed',
  'run-import': 'plain',
  'deliver-webhooks': 'keyed',
  'forget-deliveries': 'keyed',
  'forget-exceptions': 'keyed',
  'verify-books': 'keyed',
  'move-backorders': 'plain',
  'sweep-backorders': 'keyed',
  'run-wave': 'plain',
  'expire-reservations': 'keyed',
  'expire-returns': 'keyed',
  'expire-lots': 'keyed',
  'verify-all-books': 'keyed',
  'finish-operations': 'keyed',
  'forget-outcomes': 'keyed',
  'suspend-undecided': 'plain',
} as const satisfies Record<string, 'plain' | 'keyed'>

export type QueueName = keyof typeof queues

/** The queue library's names of the two kinds. */
export const policies = { plain: 'standard', keyed: 'exclusive' } as const
