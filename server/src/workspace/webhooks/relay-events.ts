import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transactions.ts'
import { enqueue } from '../../jobs/queue.ts'
import { startRounds } from '../../jobs/rounds.ts'
import { committedUpTo } from '../events/committed.ts'
import { listAtWork, lockWebhooks } from './queries.ts'
import { insertDeliveries, listDue } from './delivery-queries.ts'
import { deliverWebhooks } from './jobs.ts'

const eventsAtOnce = 500

type Tools = Pick<Context, 'db' | 'clock' | 'log'>

/**
 * Makes deliveries of new events, for all webhooks of all platforms, and enqueues a job for each webhook
 * with a due delivery. Several processes may do this at the same time.
 */
export async function relayEvents({ db, clock, log }: Tools): Promise<void> {
  const at = clock.now()
  const work = await listAtWork(db, at)
  const newest = work.map(({ newest: no }) => BigInt(no ?? 0)).reduce((a, b) => (a > b ? a : b), 0n)
  // Asked once for all platforms, before their events are read.
  const upTo = newest > 0n ? await committedUpTo(db, newest) : 0n
  const relay = (platformId: string, hasNew: boolean) =>
    relayPage({ db }, platformId, { upTo: hasNew ? upTo : 0n, at }).catch((error: unknown) => {
      log.warn({ err: error, platformId }, 'Webhooks could not be prepared')
      return false
    })
  // Platforms take turns, so one with many events does not delay those of the others.
  let waiting = [...Map.groupBy(work, (row) => row.platformId)].map(
    ([platformId, rows]) => [platformId, rows.some(({ newest: no }) => no !== null)] as const,
  )
  while (waiting.length > 0) {
    const further: typeof waiting = []
    for (const one of waiting) if (await relay(...one)) further.push(one)
    waiting = further
  }
}

/** Makes deliveries of the next events of a platform. Returns whether there may be more. */
const relayPage = (
  { db }: Pick<Tools, 'db'>,
  platformId: string,
  { upTo, at }: { upTo: bigint; at: Date },
): Promise<boolean> =>
  inTransaction(db, { platformId }, async (tx) => {
    if (upTo > 0n) await lockWebhooks(tx, platformId)
    const more =
      upTo > 0n && (await insertDeliveries(tx, platformId, { upTo, most: eventsAtOnce, at }))
    const due = await listDue(tx, platformId, at)
    await enqueue(tx, deliverWebhooks, ...due.map((webhookId) => ({ platformId, webhookId })))
    return more
  })

/** Relays events every second in this process until `stop`. A lost database is retried. */
export const startRelay = (context: Tools) =>
  startRounds(context.log, { who: 'webhook relay', what: 'webhooks' }, () => relayEvents(context))
