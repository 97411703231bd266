import type { Writable } from 'node:stream'
import type pg from 'pg'
import { beginSpan, endWith, isTracing, nameStatement } from '../telemetry/spans.ts'
import { endWhenSilent } from './silence.ts'

type Ways = {
  /** Milliseconds the server may take to reply. 0 is no limit. */
  usualSilence: number
  /** The same for the current statement, if different. */
  silence: () => number | undefined
  /** Hears why a statement failed, before who awaits it. */
  onFailure: (error: unknown) => void
  /** Returns the prepared statement name for a text. Undefined: none may be prepared. */
  nameOf: ((text: string) => string | undefined) | undefined
}

/**
 * Sends all statements of one event loop turn in one packet, prepared ones by name. Ends a
 * connection whose reply is overdue.
 */
export function sendTogether(
  client: pg.PoolClient,
  { usualSilence, silence, onFailure, nameOf }: Ways,
) {
  const allowSilence = endWhenSilent(client, usualSilence)
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let isCorked = false
  const sendInTurn = (...args: unknown[]) => {
    const [text, values] = args
    allowSilence(silence() ?? usualSilence)
    const name = typeof text === 'string' ? nameOf?.(text) : undefined
    if (!isCorked) {
      isCorked = true
      stream.cork()
      process.nextTick(() => {
        isCorked = false
        stream.uncork()
      })
    }
    // Libraries name their statements themselves.
    const sent =
      name !== undefined
        ? query({ name, text, values })
        : nameOf
          ? query(...args)
          : query(unnamed(text), ...args.slice(1))
    if (sent instanceof Promise) sent.catch(onFailure)
    return traced(text, sent)
  }
  client.query = sendInTurn as typeof client.query
}

const unnamed = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'name' in statement
    ? { ...statement, name: undefined }
    : statement

/** Measures a statement that was just sent. Statements with a callback are those of the job queue itself. */
function traced(text: unknown, sent: unknown): unknown {
  if (!isTracing() || typeof text !== 'string' || !(sent instanceof Promise)) return sent
  const span = beginSpan('client', nameStatement(text), { 'db.system.name': 'postgresql' })
  return span ? endWith(span, sent) : sent
}
