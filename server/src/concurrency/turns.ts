import { fail } from '../errors.ts'

/** Limits of running and waiting work. */
export type Bounds = {
  /** Running in total. */
  total: number
  /** Running per key. */
  each: number
  /** Waiting per key. */
  waiting: number
}

type Share = { running: number; waiting: (() => void)[] }

/**
 * Decides which task runs next: keys take turns, and tasks of one key run first in, first out. Does
 * not depend on time.
 */
export function openSchedule({ total, each, waiting }: Bounds) {
  // Only keys with running or waiting tasks, the least recently served first.
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
    /** Calls `start` now or later. Returns `refused` if too many wait. */
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
    /** Removes a waiting task. */
    cancel(key: string, start: () => void): void {
      const share = shares.get(key)
      const at = share?.waiting.indexOf(start) ?? -1
      if (!share || at < 0) return
      share.waiting.splice(at, 1)
      counts.waiting--
      forget(key, share)
    },
    /** Reports that a task of this key has ended. */
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

/** Milliseconds to wait for a turn, the same as for a connection. */
const waitMs = 5_000
/** Seconds. */
const retryAfter = 2

/** Limits a resource by key. Fails with `unavailable` if too many wait or the wait is too long. */
export function openTurnsByKey(bounds: Bounds, waitMillis = waitMs) {
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
    /** Waits for a turn of `key`. Returns the function that ends it. */
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

/** Turns at one resource. */
export type Turns = ReturnType<typeof openTurnsByKey>
