import type { Writable } from 'node:stream'
import type pg from 'pg'
import { endWhenSilent } from './silence.ts'

type Ways = {
  /** Milliseconds the server may owe an answer; 0 is no limit. */
  usualSilence: number
  /** The same for what is asked now, where it is another time. */
  silence: () => number | undefined
  /** The name under which a connection keeps the plan of a statement. */
  nameOf: (text: string) => string | undefined
}

/**
 * Everything asked of a connection in one turn of the event loop leaves in one packet, and what is
 * prepared under its name. A connection that owes an answer for too long is ended.
 */
export function sendTogether(client: pg.PoolClient, { usualSilence, silence, nameOf }: Ways) {
  const allowSilence = endWhenSilent(client, usualSilence)
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let isHeld = false
  const held = (...args: unknown[]) => {
    const [text, values] = args
    allowSilence(silence() ?? usualSilence)
    const name = typeof text === 'string' ? nameOf(text) : undefined
    if (!isHeld) {
      isHeld = true
      stream.cork()
      process.nextTick(() => {
        isHeld = false
        stream.uncork()
      })
    }
    return name === undefined ? query(...args) : query({ name, text, values })
  }
  client.query = held as typeof client.query
}
