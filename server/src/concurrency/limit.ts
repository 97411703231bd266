import { fail } from '../errors.ts'

type Most = { running: number; waiting: number; /** Seconds. */ retryAfter: number }

/** Running and waiting work of a limited queue, for the metrics. */
export type Load = { readonly running: number; readonly waiting: number }

/**
 * Returns a function that runs at most `running` tasks and queues at most `waiting` more, first in,
 * first out. Further tasks fail with `unavailable`.
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
        // A finished task passes its slot on, so `running` does not change.
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
