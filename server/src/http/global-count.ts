import type { RateLimiterAbstract } from 'rate-limiter-flexible'

/** Remaining requests of a limit, and when it resets. */
export type Standing = { limit: number; remaining: number; resetMs: number }

type Count = {
  /** On the clock of `performance.now()`. */
  endsAt: number
  /** Requests allowed by this server, and how many of them the store knows. */
  here: number
  reported: number
  /** Requests allowed by other servers, and by this one before a restart. */
  elsewhere: number
  isReporting: boolean
}

type Size = { points: number; /** Seconds. */ window: number }

/**
 * Counts in memory, so no request waits, and reports to the store after every twentieth of the
 * limit. The store's reply contains the counts of other servers. Each additional server may
 * therefore exceed the limit by a twentieth. Returns the standing, or undefined when the limit is
 * reached.
 */
export function countTogether({ points, window }: Size, store: RateLimiterAbstract) {
  const counts = new Map<string, Count>()
  const part = Math.max(1, Math.floor(points / 20))
  const windowMs = window * 1000
  let sweepAt = performance.now() + windowMs

  function countOf(key: string, now: number): Count {
    if (now >= sweepAt) {
      for (const [old, { endsAt }] of counts) if (now >= endsAt) counts.delete(old)
      sweepAt = now + windowMs
    }
    const known = counts.get(key)
    if (known && now < known.endsAt) return known
    const count = { endsAt: now + windowMs, here: 0, reported: 0, elsewhere: 0, isReporting: false }
    counts.set(key, count)
    return count
  }

  function tell(key: string, count: Count) {
    count.isReporting = true
    const news = count.here - count.reported
    count.reported += news
    store.penalty(key, news).then(
      ({ consumedPoints, msBeforeNext }) => {
        count.elsewhere = Math.max(0, consumedPoints - count.reported)
        count.endsAt = performance.now() + msBeforeNext
        count.isReporting = false
      },
      // Requests that need the store report its outage. Here memory keeps counting.
      () => (count.isReporting = false),
    )
  }

  return (key: string): Standing & { isReached: boolean } => {
    const now = performance.now()
    const count = countOf(key, now)
    const left = points - count.here - count.elsewhere
    const isReached = left <= 0
    if (!isReached) count.here++
    if (count.here - count.reported >= part && !count.isReporting) tell(key, count)
    return {
      isReached,
      limit: points,
      remaining: Math.max(0, left - 1),
      // The difference may slightly exceed the window, which would round up by a second.
      resetMs: Math.round(count.endsAt - now),
    }
  }
}
