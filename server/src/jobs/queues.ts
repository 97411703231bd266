type Queue = {
  /**
   * A cron expression in UTC. Such a job takes an empty payload, also runs once when a worker starts, and is safe to
   * repeat.
   */
  schedule?: string
  /** Contains at most one waiting or running job per key. One with a schedule contains one job. */
  isKeyed?: true
  /** About accounts, which only the control database has. */
  isControl?: true
}

const queuesOf = <Name extends string>(queues: Record<Name, Queue>) => queues

/**
 * Every queue: one for each job, with when and where it runs. Created by the owner during migration, because the serving
 * role cannot.
 */
export const queues = queuesOf({
  'deliver-mail': { isKeyed: true },
  'sweep-outbox': { schedule: '*/5 * * * *' },
  'forget-answers': { schedule: '20 3 * * *' },
  'forget-lanes': { schedule: '40 3 * * *' },
  'forget-sessions': { schedule: '50 3 * * *', isControl: true },
  'forget-member-sessions': { schedule: '0 4 * * *' },
  'forget-mail-tokens': { schedule: '10 4 * * *', isControl: true },
  'remove-accounts': { schedule: '30 4 * * *', isControl: true },
  'purge-platforms': { schedule: '45 4 * * *' },
  'follow-address': { isControl: true },
  'forget-challenges': { schedule: '50 * * * *', isControl: true },
  'forget-passkey-challenges': { schedule: '10 * * * *', isControl: true },
  'rotate-signing-keys': { schedule: '10 * * * *', isControl: true },
  'mail-verification': { isControl: true },
  'mail-password-reset': { isControl: true },
  'mail-member-reset': {},
  'load-demo': { isKeyed: true },
  'remove-demo': { isKeyed: true },
  'run-import': {},
  'deliver-webhooks': { isKeyed: true },
  'forget-deliveries': { schedule: '20 4 * * *' },
  'forget-exceptions': { schedule: '25 4 * * *' },
  'verify-books': { isKeyed: true },
  'follow-backorder-default': {},
  'move-backorders': {},
  'sweep-backorders': { schedule: '* * * * *' },
  'run-wave': {},
  'expire-reservations': { schedule: '* * * * *' },
  'expire-returns': { schedule: '35 * * * *' },
  // Soon after midnight in every time zone.
  'expire-lots': { schedule: '2,17,32,47 * * * *' },
  'verify-all-books': { schedule: '15 1 * * *' },
  'finish-operations': { schedule: '* * * * *', isControl: true },
  'forget-outcomes': { schedule: '15 4 * * *' },
  'suspend-undecided': { isControl: true },
})

export type QueueName = keyof typeof queues
