import { fail } from './errors.ts'

type Most = { running: number; waiting: number; /** Seconds. */ retryAfter: number }

/** How much of the process is at work, for the metrics. */
export type Load = { readonly running: number; readonly waiting: number }

/**
 * Lets so much work run at once and so much wait, first come first served. One more than that fails
 * with `unavailable`.
 */
export function limitConcurrency(
  most: Most,
): Load & { run<T>(work: () => Promise<T>): Promise<T> } {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    get running() {
      return running
    },
    get waiting() {
      return waiting.length
    },
    async run(work) {
      if (running >= most.running) {
        if (waiting.length >= most.waiting) fail('unavailable', { retryAfter: most.retryAfter })
        // The one that finishes hands its place on, so `running` does not change.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}

/**
 * Lets so much work run at the same time, and of it so much for each key, such as a platform. Nothing
 * waits: more than that fails with `rate_limited` for a key that uses its share, else with `unavailable`.
 */
export function limitConcurrencyByKey({
  running,
  each,
  retryAfter,
}: Omit<Most, 'waiting'> & { each: number }) {
  const counts = new Map<string, number>()
  let total = 0
  return {
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const own = counts.get(key) ?? 0
      if (own >= each) fail('rate_limited', { retryAfter })
      if (total >= running) fail('unavailable', { retryAfter })
      counts.set(key, own + 1)
      total += 1
      try {
        return await work()
      } finally {
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
        total -= 1
      }
    },
  }
}
