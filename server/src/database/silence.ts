import type { Socket } from 'node:net'
import type pg from 'pg'

/** Milliseconds an answer may take to arrive once its statement must have ended. */
const margin = 2_000

/** How long a connection may owe an answer to a statement that may run for `millis`; 0 is no limit. */
export const longestSilence = (millis: number): number => (millis > 0 ? millis + margin : 0)

/** Without a word from the server nobody knows whether the statement had an effect. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

type Internals = {
  connection: { stream: Socket }
  _activeQuery: unknown
  _sentQueryQueue: readonly unknown[]
}

/**
 * Ends a connection whose server sends nothing while it owes an answer. The server's own timeouts end
 * nothing while it is frozen or out of reach. Returns how the limit is changed, in milliseconds.
 */
export function endWhenSilent(client: pg.PoolClient, usual: number): (millis: number) => void {
  // The driver has no public word for what it waits for; idle connections are silent for good reason.
  const waits = client as unknown as Internals
  const { stream } = waits.connection
  stream.on('timeout', () => {
    const { bytesRead } = stream
    // After an event loop that was blocked, timers run before what has arrived is read.
    setImmediate(() => {
      const isWaiting = waits._activeQuery || waits._sentQueryQueue.length > 0
      if (isWaiting && stream.bytesRead === bytesRead)
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
