import type { BaseLogger } from 'pino'
import { isUnavailable } from '../database/transactions.ts'

const sameErrorAgainMs = 60_000

/** Logs one line when the database becomes unavailable and one when it is back. */
export function watchOutage(log: BaseLogger, { who, what }: { who: string; what: string }) {
  let isAway = false
  let last = { message: '', at: 0 }
  return {
    /** Call after a failed statement. */
    note(error: unknown) {
      if (isAway || !isUnavailable(error)) return
      isAway = true
      log.warn(
        { err: error },
        `The ${who} cannot reach the database; ${what} wait until it is back`,
      )
    },
    /** Call after a successful statement. */
    over() {
      if (!isAway) return
      isAway = false
      log.info(`The ${who} has the database back`)
    },
    /** Logs other errors, each at most once a minute. */
    report(error: unknown) {
      if (isAway) return
      const message = messageOf(error)
      const now = performance.now()
      if (message === last.message && now - last.at < sameErrorAgainMs) return
      last = { message, at: now }
      log.error({ err: error }, `${who} error`)
    },
  }
}

/** The queue library reports plain objects as well as errors. */
export const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error)
