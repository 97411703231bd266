import { fail } from '../errors.ts'

/** How many may run and wait at once. */
export type Bounds = {
  /** Running, of all keys together. */
  total: number
  /** Running, of one key. */
  each: number
  /** Waiting, of one key. */
  waiting: number
}

type Share = { running: number; waiting: (() => void)[] }

/**
 * Decides who runs next: keys take turns, and within a key the first come is the first served. As long
 * as anything may run, something does. Knows no time.
 */
export function openSchedule({ total, each, waiting }: Bounds) {
  // Only keys that run or wait, the one whose last turn is longest ago first.
  const shares = new Map<string, Share>()
  const counts = { running: 0, waiting: 0 }

  const begin = (key: string, share: Share) => {
    share.running++
    counts.running++
    shares.delete(key)
    shares.set(key, share)
  }
  const forget = (key: string, share: Share) => {
    if (share.running === 0 && share.waiting.length === 0) shares.delete(key)
  }

  return {
    counts: counts as Readonly<typeof counts>,
    /** Calls `start` now or when it is its turn; `refused` when too many wait. */
    ask(key: string, start: () => void): 'started' | 'waiting' | 'refused' {
      const share = shares.get(key) ?? { running: 0, waiting: [] }
      if (counts.running < total && share.running < each) {
        begin(key, share)
        start()
        return 'started'
      }
      if (share.waiting.length >= waiting) return 'refused'
      shares.set(key, share)
      share.waiting.push(start)
      counts.waiting++
      return 'waiting'
    },
    /** For who waits no more. */
    cancel(key: string, start: () => void): void {
      const share = shares.get(key)
      const at = share?.waiting.indexOf(start) ?? -1
      if (!share || at < 0) return
      share.waiting.splice(at, 1)
      counts.waiting--
      forget(key, share)
    },
    /** One of this key has run. */
    leave(key: string): void {
      const share = shares.get(key)
      if (!share) return
      share.running--
      counts.running--
      forget(key, share)
      for (const [next, candidate] of shares) {
        if (candidate.running >= each) continue
        const start = candidate.waiting.shift()
        if (!start) continue
        counts.waiting--
        begin(next, candidate)
        return start()
      }
    },
  }
}

/** Milliseconds somebody waits for a turn, as long as for a connection. */
const patience = 5_000
/** Seconds. */
const retryAfter = 2

/** Turns at a limited resource; `unavailable` for who is over the bounds or waits too long. */
export function openTurnsByKey(bounds: Bounds, waitMillis = patience) {
  const schedule = openSchedule(bounds)
  const refused = { count: 0 }
  const refuse = (): never => {
    refused.count++
    return fail('unavailable', { retryAfter })
  }
  return {
    get running() {
      return schedule.counts.running
    },
    get waiting() {
      return schedule.counts.waiting
    },
    get refused() {
      return refused.count
    },
    /** Waits for a turn of `key`; what it returns ends the turn. */
    async enter(key: string): Promise<() => void> {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const start = () => resolve(true)
      const outcome = schedule.ask(key, start)
      if (outcome === 'refused') refuse()
      if (outcome === 'waiting') {
        const timer = setTimeout(() => {
          schedule.cancel(key, start)
          resolve(false)
        }, waitMillis)
        const isMine = await promise
        clearTimeout(timer)
        if (!isMine) refuse()
      }
      return () => schedule.leave(key)
    },
  }
}

/** Of the connections to one database. */
export type Shares = ReturnType<typeof openTurnsByKey>

/**
 * The shares of a pool of `connections`. A fifth of them is kept for sign-in, session checks and
 * readiness, which take no turn; one key has half at most.
 */
export function sharesOf(connections: number): Bounds {
  const total = Math.max(1, connections - Math.ceil(connections / 5))
  return {
    total,
    each: Math.min(total, Math.max(1, Math.floor(connections / 2))),
    waiting: 20 * connections,
  }
}
