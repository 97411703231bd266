import type { AddedPayload, EventArea, EventName } from '@stowage/contract/workspace/event-types'
import { entryOf } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { eventOf, type AuditEntry, type Author, type Described } from '../documents/commands.ts'
import { insertRecords } from '../events/queries.ts'
import type { RecordKind, RecordRow } from './queries.ts'

/** The payload may be left out where the type of event adds none. */
type Payload<Added> = object extends Added ? { payload?: Added } : { payload: Added }

/** What became of a record: what its event adds, and what only the audit entry says. */
export type RecordChange<Area extends EventArea> = {
  [Name in EventName<Area>]: { change: Name; details?: Record<string, unknown> } & Payload<
    AddedPayload<Area, Name>
  >
}[EventName<Area>]

/** Returns what is told of one change of a record: its audit entry and its event. */
export function told<Row extends RecordRow, Area extends EventArea>(
  kind: RecordKind<Row, Area>,
  actor: Author,
  row: Row,
  { change, payload, details }: RecordChange<Area>,
): Described {
  const { type, changes, nameOf, carried } = kind
  const { id, version } = row
  return {
    entry: [
      changes[change],
      { target: { type, id, name: nameOf(row) }, metadata: { ...payload, ...details } },
    ],
    event: eventOf(actor, `${type}.${change}`, { type, id, version }, { ...carried(row), ...payload }),
  }
}

/**
 * Writes what is told of changes, in one statement. `entries` replace the audit entries of the changes where the log has
 * one for all of them, such as that of a file.
 */
export async function tell(
  tx: Tx,
  actor: Author,
  changes: readonly Described[],
  entries: readonly AuditEntry[] = changes.map(({ entry }) => entry),
): Promise<void> {
  if (changes.length + entries.length === 0) return
  await insertRecords(
    tx,
    actor.platform.id,
    changes.map(({ event }) => event),
    entries.map((one) => entryOf(actor, ...one)),
  )
}

/** What a record went through when these fields were written: they changed, or it was archived or restored. */
export function changesOf(
  changed: readonly string[],
  state: string | undefined,
): ({ change: 'updated'; payload: { changed: string[] } } | { change: 'archived' | 'restored' })[] {
  const others = changed.filter((name) => name !== 'state' && name !== 'status')
  const isMoved = others.length < changed.length
  return [
    ...(others.length > 0 || !isMoved
      ? [{ change: 'updated', payload: { changed: others } } as const]
      : []),
    ...(isMoved ? [{ change: state === 'archived' ? 'archived' : 'restored' } as const] : []),
  ]
}

/** What a file wrote of a record whose version was the one of `row`; `changed` is null for one that is new. */
export type FileWrite<Row> = {
  row: Row & { state?: string; status?: string }
  changed: readonly string[] | null
}

/** Writes the events of records that a file wrote, in one statement. The file has an audit entry of its own. */
export async function tellOfFile<Row extends RecordRow, Area extends EventArea>(
  tx: Tx,
  kind: RecordKind<Row, Area>,
  actor: Author,
  written: readonly FileWrite<Row>[],
): Promise<void> {
  const changes = written.flatMap(({ row, changed }) => {
    const after = { ...row, version: row.version + 1 }
    const all = changed ? changesOf(changed, row.state ?? row.status) : [{ change: 'created' }]
    // What files write has all of these changes.
    return all.map((change) => told(kind, actor, after, change as RecordChange<Area>))
  })
  await tell(tx, actor, changes, [])
}
