import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** Milliseconds that a reply may be late after its statement must have ended. */
const margin = 2_000

/** Returns the longest wait for the reply of a statement limited to `millis`. 0 is no limit. */
export const longestSilence = (millis: number): number => (millis > 0 ? millis + margin : 0)

/** The outcome of the statement is unknown. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

type Internals = {
  connection: { stream: Socket }
  _activeQuery: unknown
  _sentQueryQueue: readonly unknown[]
}

/**
 * Ends a connection whose reply is overdue. PostgreSQL's own timeouts do not apply while the server
 * is frozen or unreachable. Returns a function to change the limit in milliseconds.
 */
export function endWhenSilent(client: pg.PoolClient, usual: number): (millis: number) => void {
  // The driver has no public API for pending queries. Idle connections may be silent.
  const waits = client as unknown as Internals
  const isWaiting = () => Boolean(waits._activeQuery) || waits._sentQueryQueue.length > 0
  const { stream } = waits.connection
  stream.on('timeout', () => {
    // What is sent from now on is not overdue yet.
    if (!isWaiting()) return
    const { bytesRead } = stream
    // After a blocked event loop, timers run before received data is read.
    setImmediate(() => {
      if (isWaiting() && stream.bytesRead === bytesRead)
        stream.destroy(new DatabaseSilent('The database sends no answer'))
    })
  })
  let limit = 0
  const set = (millis: number) => {
    if (millis === limit) return
    limit = millis
    stream.setTimeout(millis)
  }
  set(usual)
  return set
}

/** SQLSTATE of a write on a standby. */
const readOnly = '25006'

/**
 * Ends connections whose server refuses to write: it was the primary before, and the next connection may lead to the
 * new one.
 */
export function endWhenDemoted(pool: pg.Pool): void {
  const demoted = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: EventEmitter }
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnly) demoted.add(client)
    })
  })
  // By then the transaction has failed with the reason. The pool does not keep what is ending.
  pool.on('release', (_, client) => {
    if (demoted.has(client)) void (client as unknown as pg.Client).end()
  })
}
