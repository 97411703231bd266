import type { AddedPayload, EventName } from '@stowage/contract/workspace/event-types'
import { entryOf, recordAll } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, requireVersion } from '../../errors.ts'
import type { ActorInScope } from '../../http/actor.ts'
import { insertEvents, insertEventWithEntry, type NewEvent } from '../events/queries.ts'
import { insertDocuments } from './list-queries.ts'
import {
  insertDocument,
  lockDocument,
  updateDocument,
  updateDocuments,
  type DocumentArea,
  type DocumentKind,
  type DocumentRow,
  type RecordedKind,
  type Scoped,
  type Values,
} from './queries.ts'

/** Fails with `invalid_transition` for a state that cannot follow, and names those that can. */
export function assertTransition<State extends string>(
  type: string,
  transitions: Record<State, readonly State[]>,
  from: State,
  to: State,
): void {
  const allowed = transitions[from]
  if (!allowed.includes(to)) refuseTransition({ type, from, to, allowed })
}

/** Fails with `invalid_transition`. */
export const refuseTransition = (blocker: {
  type: string
  from: string
  to: string
  allowed: readonly string[]
}): never => fail('invalid_transition', { blockers: [blocker] })

/** Fails with `invalid_transition` for a document that cannot get into this state from where it is. */
export const refuseStep = <State extends string>(
  { type, transitions }: { type: string; transitions: Record<State, readonly State[]> },
  { state: from }: { state: State },
  to: string,
): never => refuseTransition({ type, from, to, allowed: transitions[from] })

/**
 * Locks a document for a transition and returns it with its lines; without a version, whichever it has.
 * Fails with `not_found`, `version_conflict` or `invalid_transition`.
 */
export async function lockForTransition<Row extends DocumentRow, Line>(
  tx: Tx,
  kind: DocumentKind<Row, Line>,
  actor: Scoped,
  documentId: string,
  version: number | undefined,
  to: Row['state'],
): Promise<{ before: Row; lines: Line[] }> {
  const { row: before, lines } = await lockDocument(tx, kind, actor, documentId)
  requireVersion(before, version)
  assertTransition<Row['state']>(kind.type, kind.transitions, before.state, to)
  return { before, lines }
}

/**
 * Locks a document that can still be edited and returns it with its lines; without a version, whichever
 * it has. Fails with `not_found`, `version_conflict` or, in any other state, `invalid_transition`.
 */
export async function lockForEdit<Row extends DocumentRow, Line>(
  tx: Tx,
  kind: DocumentKind<Row, Line>,
  actor: Scoped,
  documentId: string,
  version: number | undefined,
): Promise<{ before: Row; lines: Line[] }> {
  const { row: before, lines } = await lockDocument(tx, kind, actor, documentId)
  requireVersion(before, version)
  if (before.state !== kind.editable) refuseStep<Row['state']>(kind, before, kind.editable)
  return { before, lines }
}

/** What the audit entry and the event both say (`payload`), and what only the audit entry says. */
export type Recorded<Payload = object> = {
  payload: Payload & Located
  details?: Record<string, unknown>
}
type Located = { warehouseId?: string | null }

/** The payload may be left out where the type of event needs none. */
type MaybeRecorded<Payload> = object extends Payload
  ? { recorded?: Partial<Recorded<Payload>> }
  : { recorded: Recorded<Payload> }

type Author = ActorInScope

/** A change of a document and what is recorded of it: the payload that its type of event adds. */
export type Change<Area extends DocumentArea> = {
  [Name in EventName<Area>]: { change: Name } & MaybeRecorded<AddedPayload<Area, Name>>
}[EventName<Area>]

/**
 * Inserts a document that was just made, with its audit entry and its event. With `then` it was also changed at once,
 * and both are recorded for its first version.
 */
export async function createDocument<Row extends DocumentRow, Line, Area extends DocumentArea>(
  tx: Tx,
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  made: { row: Row; lines: readonly Line[]; then?: Change<Area> | undefined } & Change<Area>,
): Promise<void> {
  const { row, lines, then } = made
  await Promise.all([
    insertDocument(tx, kind, actor.platform.id, row, lines),
    recordChange(tx, kind, actor, row, made),
    then && recordChange(tx, kind, actor, row, then),
  ])
}

/** Inserts documents that were just made, each with its audit entry and its event, in a few statements. */
export async function createDocuments<Row extends DocumentRow, Line, Area extends DocumentArea>(
  tx: Tx,
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  made: { documents: readonly { row: Row; lines: readonly Line[] }[] } & Change<Area>,
): Promise<void> {
  const { documents } = made
  if (documents.length === 0) return
  const rows = documents.map(({ row }) => row)
  await Promise.all([
    insertDocuments(tx, kind, actor, documents),
    ...recordChanges(tx, kind, actor, rows, () => made),
  ])
}

/**
 * Changes a locked document and returns it as it is afterwards, with its next version: `values` are
 * written and returned, `computed` are expressions of SQL that are only written. The row, its audit entry
 * and its event leave at once, so that they can be awaited together with the effect of the change.
 */
export async function changeDocument<Row extends DocumentRow, Line, Area extends DocumentArea>(
  tx: Tx,
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  before: Row,
  change: { values: Partial<Row>; computed?: Values<Row> } & Change<Area>,
): Promise<Row> {
  const { values, computed } = change
  const after = { ...before, ...values, version: before.version + 1 }
  await Promise.all([
    updateDocument(tx, kind, actor, before.id, { ...values, ...computed }),
    recordChange(tx, kind, actor, after, change),
  ])
  return after
}

/**
 * Changes locked documents in the same way, each with its audit entry and its event, in a few statements.
 * Returns them as they are afterwards.
 */
export async function changeDocuments<Row extends DocumentRow, Line, Area extends DocumentArea>(
  tx: Tx,
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  before: readonly Row[],
  { values, changeOf }: { values: Partial<Row>; changeOf: (row: Row) => Change<Area> },
): Promise<Row[]> {
  if (before.length === 0) return []
  const after = before.map((row) => ({ ...row, ...values, version: row.version + 1 }))
  const ids = before.map(({ id }) => id)
  await Promise.all([
    updateDocuments(tx, kind, actor, ids, values),
    ...recordChanges(tx, kind, actor, after, changeOf),
  ])
  return after
}

type AnyChange<Area extends DocumentArea> = {
  change: EventName<Area>
  recorded?: Partial<Recorded>
}

/** Writes the audit entry and the event of one change. */
function recordChange<Row extends DocumentRow, Line, Area extends DocumentArea>(
  tx: Tx,
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  row: Row,
  change: AnyChange<Area>,
): Promise<void> {
  const { action, entry, event } = describeChange(kind, actor, row, change)
  return insertEventWithEntry(tx, actor.platform.id, event, entryOf(actor, action, entry))
}

/** The same of one change to several documents; statements to be awaited together. */
function recordChanges<Row extends DocumentRow, Line, Area extends DocumentArea>(
  tx: Tx,
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  rows: readonly Row[],
  changeOf: (row: Row) => AnyChange<Area>,
): Promise<void>[] {
  const described = rows.map((row) => describeChange(kind, actor, row, changeOf(row)))
  const byAction = Map.groupBy(described, ({ action }) => action)
  return [
    ...[...byAction].map(([action, some]) =>
      recordAll(
        tx,
        actor,
        action,
        some.map(({ entry }) => entry),
      ),
    ),
    insertEvents(
      tx,
      actor.platform.id,
      described.map(({ event }) => event),
    ),
  ]
}

/** Returns the audit entry and the event of one change. */
function describeChange<Row extends DocumentRow, Line, Area extends DocumentArea>(
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  row: Row,
  { change, recorded: { payload, details } = {} }: AnyChange<Area>,
) {
  const { id, number, version } = row
  const repeated = kind.recorded(row)
  const origin = { actor: { type: actor.type, id: actor.id }, requestId: actor.requestId }
  const event = {
    type: `${kind.type}.${change}`,
    subject: { type: kind.type, id, version },
    payload: { number, ...repeated, ...payload, ...origin },
    at: actor.at,
  }
  return {
    action: kind.changes[change],
    entry: {
      target: { type: kind.type, id, name: number },
      metadata: { ...repeated, ...payload, ...details },
    },
    // Whoever named the change gave what its type adds, and the kind what all have: `Change` and `recorded`.
    event: event as NewEvent,
  }
}
