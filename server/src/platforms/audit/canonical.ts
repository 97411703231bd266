import { createHash } from 'node:crypto'

/** What the first seal of a chain is chained to. */
export const genesis = Buffer.alloc(32)

/** The chain of events outside any platform. */
export const ownChain = '00000000-0000-0000-0000-000000000000'

/** One row of the log, every column, in shapes that lose nothing of it. */
export type SealedEvent = {
  id: string
  /** Microseconds since 1970; a JavaScript date has milliseconds only. */
  createdAt: string
  action: string
  outcome: string
  actorType: string
  actorId: string | null
  actorEmail: string | null
  platformId: string | null
  platformSlug: string | null
  targetType: string | null
  targetId: string | null
  targetName: string | null
  ip: string | null
  userAgent: string | null
  requestId: string
  sessionId: string | null
  amr: (string | null)[] | null
  /** JSON text. */
  metadata: string
}

/** A number exactly as the database wrote it: a double would round long ones. */
class ExactNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

// The standard's third argument; the compiler's library does not know it yet.
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown

/**
 * The one text an event is sealed as: JSON without spaces, the members of each object sorted by
 * their UTF-16 code units, strings escaped as JSON.stringify does, numbers in the digits the
 * database has. It depends on the values alone: no version of PostgreSQL, time zone or order of
 * keys changes it. docs/security.md describes it for whoever checks seals with a program of theirs.
 */
export function canonicalJson(event: SealedEvent): string {
  const metadata = parse(event.metadata, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? new ExactNumber(source) : value,
  )
  return textOf({ ...event, metadata })
}

/** SHA-256 over the hash before and the event. */
export const sealHash = (prev: Uint8Array, event: SealedEvent): Buffer =>
  createHash('sha256').update(prev).update(canonicalJson(event)).digest()

function textOf(value: unknown): string {
  if (value instanceof ExactNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${textOf(member)}`)
  return `{${members.join(',')}}`
}
