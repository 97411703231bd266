import type { Bounds, Turns } from '../concurrency/turns.ts'

/** Shares of the connections to one database. */
export type Shares = Turns

/**
 * Returns the shares of a pool of `connections`. One fifth is reserved for sign-in, session checks
 * and readiness, which do not wait for a turn. One key gets at most half.
 */
export function sharesOf(connections: number): Bounds {
  const total = Math.max(1, connections - Math.ceil(connections / 5))
  return {
    total,
    each: Math.min(total, Math.max(1, Math.floor(connections / 2))),
    waiting: 20 * connections,
  }
}
