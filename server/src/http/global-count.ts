import type { RateLimiterAbstract } from 'rate-limiter-flexible'

/** How a caller stands with one limit: what is left of it, and when it starts anew. */
export type Standing = { limit: number; remaining: number; resetMs: number }

type Count = {
  /** On the clock of `performance.now()`. */
  endsAt: number
  /** What this server has let in, and how much of that the store knows. */
  here: number
  told: number
  /** What other servers have let in, and this one before it was started anew. */
  elsewhere: number
  isTelling: boolean
}

type Size = { points: number; /** Seconds. */ window: number }

/**
 * Counts in memory, so that no request waits for it, and tells the store each twentieth of the
 * limit; the answer says what has been counted elsewhere. Every further server may therefore let a
 * twentieth too many in. Gives the standing, undefined when the limit is reached.
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
    const count = { endsAt: now + windowMs, here: 0, told: 0, elsewhere: 0, isTelling: false }
    counts.set(key, count)
    return count
  }

  function tell(key: string, count: Count) {
    count.isTelling = true
    const news = count.here - count.told
    count.told += news
    store.penalty(key, news).then(
      ({ consumedPoints, msBeforeNext }) => {
        count.elsewhere = Math.max(0, consumedPoints - count.told)
        count.endsAt = performance.now() + msBeforeNext
        count.isTelling = false
      },
      // A store that is away says so to the requests that need it; here the memory goes on counting.
      () => (count.isTelling = false),
    )
  }

  return (key: string): Standing & { isReached: boolean } => {
    const now = performance.now()
    const count = countOf(key, now)
    const left = points - count.here - count.elsewhere
    const isReached = left <= 0
    if (!isReached) count.here++
    if (count.here - count.told >= part && !count.isTelling) tell(key, count)
    return {
      isReached,
      limit: points,
      remaining: Math.max(0, left - 1),
      // The difference of two fractions may exceed the window by a trifle, which rounds up to a second.
      resetMs: Math.round(count.endsAt - now),
    }
  }
}
