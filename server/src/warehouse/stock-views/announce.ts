import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transactions.ts'
import { startRounds } from '../../jobs/rounds.ts'
import { insertEvents } from '../../workspace/events/queries.ts'
import { listPlatformsToAnnounce, takeChanges, tryLockAnnouncement } from './announce-queries.ts'
import { availableEvent } from './announce-rules.ts'

/** Milliseconds for which changes are collected from the first on. */
const bundleMillis = 1_000
/** Changes of one platform that are taken before others have their turn. */
const mostAtOnce = 500

type Tools = Pick<Context, 'db' | 'clock' | 'log'>
type Options = { age?: number; most?: number; signal?: AbortSignal }

/**
 * Records an event for each stock level whose available quantity differs from what it was when its first change that was
 * not announced was made. Platforms take turns, so one with many changes does not delay the others. Several
 * processes may do this at the same time: each change is announced by one of them.
 */
export async function announceAvailable(
  tools: Tools,
  { age = bundleMillis, most = mostAtOnce, signal }: Options = {},
): Promise<void> {
  let hasMore = true
  while (hasMore && !signal?.aborted) {
    hasMore = false
    for (const platformId of await listPlatformsToAnnounce(tools.db, age)) {
      if (signal?.aborted) return
      try {
        if (await announceOf(tools, platformId, most)) hasMore = true
      } catch (error) {
        tools.log.warn({ err: error, platformId }, 'Changes of stock could not be announced')
      }
    }
  }
}

/** Announces the first changes of a platform. Returns whether there may be more for this process. */
const announceOf = ({ db, clock }: Tools, platformId: string, most: number): Promise<boolean> =>
  inTransaction(db, { platformId }, async (tx) => {
    if (!(await tryLockAnnouncement(tx, platformId))) return false
    const levels = await takeChanges(tx, platformId, most)
    const events = levels.flatMap((level) => availableEvent(level, clock.now()) ?? [])
    await insertEvents(tx, platformId, events)
    return levels.reduce((sum, { changes }) => sum + changes, 0) === most
  })

/** Announces changes every second in this process until `stop`. A lost database is retried. */
export const startAnnouncing = (tools: Tools) =>
  startRounds(tools.log, { who: 'announcement of stock', what: 'events' }, (signal) =>
    announceAvailable(tools, { signal }),
  )
