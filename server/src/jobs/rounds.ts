import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { watchOutage } from './outage.ts'

/** Milliseconds between two rounds. */
const pauseMillis = 1_000

/**
 * Runs `round` every second in this process until `stop`, which waits for the current one. `who` and `what` tell the log
 * what cannot reach the database and what waits for it. A lost database is retried.
 */
export function startRounds(
  log: BaseLogger,
  names: { who: string; what: string },
  round: (signal: AbortSignal) => Promise<void>,
): { stop(): Promise<void> } {
  const outage = watchOutage(log, names)
  const stopping = new AbortController()
  async function rounds({ signal }: AbortController) {
    while (!signal.aborted) {
      try {
        await round(signal)
        outage.over()
      } catch (error) {
        outage.note(error)
        outage.report(error)
      }
      await sleep(pauseMillis, undefined, { signal }).catch(() => {})
    }
  }
  const running = rounds(stopping)
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
