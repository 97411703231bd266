import { createHash } from 'node:crypto'
import type { SealedEvent } from './chain-queries.ts'

/** The predecessor hash of the first seal in a chain. */
export const genesis = Buffer.alloc(32)

/** A number as written by the database, because a double would round long ones. */
class ExactNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

// The third argument of the standard is missing in TypeScript's library.
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown

/**
 * Returns the text that is sealed for an event: JSON without spaces, object members sorted by
 * UTF-16 code units, strings escaped as JSON.stringify does, numbers with the digits of the
 * database. It does not depend on the PostgreSQL version, time zone or key order. docs/security.md
 * describes it for independent verification.
 */
export function canonicalJson(event: SealedEvent): string {
  const metadata = parse(event.metadata, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? new ExactNumber(source) : value,
  )
  return textOf({ ...event, metadata })
}

/** Returns the SHA-256 of the previous hash and the event. */
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
