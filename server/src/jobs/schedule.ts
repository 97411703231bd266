import type { QueueName } from './names.ts'

export type Schedule = Partial<Record<QueueName, string>>

/**
 * Scheduled jobs: cron expressions in UTC. Each takes an empty payload, also runs once when a
 * worker starts, and is safe to repeat.
 */
export const schedule: Schedule = {
  'forget-answers': '20 3 * * *',
  'forget-lanes': '40 3 * * *',
  'forget-sessions': '50 3 * * *',
  'forget-member-sessions': '0 4 * * *',
  'forget-mail-tokens': '10 4 * * *',
  'remove-accounts': '30 4 * * *',
  'purge-platforms': '45 4 * * *',
  'forget-challenges': '50 * * * *',
  'forget-passkey-challenges': '10 * * * *',
  'rotate-signing-keys': '10 * * * *',
  'forget-deliveries': '20 4 * * *',
  'forget-exceptions': '25 4 * * *',
  'sweep-outbox': '*/5 * * * *',
  'expire-reservations': '* * * * *',
  'sweep-backorders': '* * * * *',
  'expire-returns': '35 * * * *',
  // Soon after midnight in every time zone.
  'expire-lots': '2,17,32,47 * * * *',
  'verify-all-books': '15 1 * * *',
  'finish-operations': '* * * * *',
  'forget-outcomes': '15 4 * * *',
}
