import { entryOf, recordAll } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, requireVersion } from '../../errors.ts'
import type { ActorInScope } from '../../http/actor.ts'
import { insertEvents, insertEventWithEntry } from '../events/queries.ts'
import { insertDocuments } from './list-queries.ts'
import {
  insertDocument,
  lockDocument,
  updateDocument,
  updateDocuments,
  type DocumentKind,
  type DocumentRow,
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
  const { type, transitions, editable } = kind
  const from: Row['state'] = before.state
  if (from !== editable) refuseTransition({ type, from, to: editable, allowed: transitions[from] })
  return { before, lines }
}

/** What the audit entry and the event both say (`payload`), and what only the audit entry says. */
export type Recorded = { payload?: Record<string, unknown>; details?: Record<string, unknown> }

type Author = ActorInScope

/** Inserts a document that was just made, with its audit entry and its event. */
export async function createDocument<Row extends DocumentRow, Line, Change extends string>(
  tx: Tx,
  kind: DocumentKind<Row, Line, Change>,
  actor: Author,
  {
    row,
    lines,
    change,
    recorded,
  }: { row: Row; lines: readonly Line[]; change: Change; recorded?: Recorded },
): Promise<void> {
  await Promise.all([
    insertDocument(tx, kind, actor.platform.id, row, lines),
    recordChange(tx, kind, actor, row, change, recorded),
  ])
}

/** Inserts documents that were just made, each with its audit entry and its event, in a few statements. */
export async function createDocuments<Row extends DocumentRow, Line, Change extends string>(
  tx: Tx,
  kind: DocumentKind<Row, Line, Change>,
  actor: Author,
  {
    documents,
    change,
    payload = {},
  }: {
    documents: readonly { row: Row; lines: readonly Line[] }[]
    change: Change
    payload?: Record<string, unknown>
  },
): Promise<void> {
  if (documents.length === 0) return
  const rows = documents.map(({ row }) => row)
  await Promise.all([
    insertDocuments(tx, kind, actor, documents),
    ...recordChanges(tx, kind, actor, rows, change, () => ({ payload })),
  ])
}

/**
 * Changes a locked document and returns it as it is afterwards, with its next version: `values` are
 * written and returned, `computed` are expressions of SQL that are only written. The row, its audit entry
 * and its event leave at once, so that they can be awaited together with the effect of the change.
 */
export async function changeDocument<Row extends DocumentRow, Line, Change extends string>(
  tx: Tx,
  kind: DocumentKind<Row, Line, Change>,
  actor: Author,
  before: Row,
  {
    change,
    values,
    computed,
    recorded,
  }: { change: Change; values: Partial<Row>; computed?: Values<Row>; recorded?: Recorded },
): Promise<Row> {
  const after = { ...before, ...values, version: before.version + 1 }
  await Promise.all([
    updateDocument(tx, kind, actor, before.id, { ...values, ...computed }),
    recordChange(tx, kind, actor, after, change, recorded),
  ])
  return after
}

/**
 * Changes locked documents in the same way, each with its audit entry and its event, in a few statements.
 * Returns them as they are afterwards.
 */
export async function changeDocuments<Row extends DocumentRow, Line, Change extends string>(
  tx: Tx,
  kind: DocumentKind<Row, Line, Change>,
  actor: Author,
  before: readonly Row[],
  {
    change,
    values,
    recordedOf,
  }: { change: Change; values: Partial<Row>; recordedOf?: (row: Row) => Recorded },
): Promise<Row[]> {
  if (before.length === 0) return []
  const after = before.map((row) => ({ ...row, ...values, version: row.version + 1 }))
  const ids = before.map(({ id }) => id)
  await Promise.all([
    updateDocuments(tx, kind, actor, ids, values),
    ...recordChanges(tx, kind, actor, after, change, recordedOf),
  ])
  return after
}

/** Writes the audit entry and the event of one change. */
function recordChange<Row extends DocumentRow, Line, Change extends string>(
  tx: Tx,
  kind: DocumentKind<Row, Line, Change>,
  actor: Author,
  row: Row,
  change: Change,
  recorded?: Recorded,
): Promise<void> {
  const { entry, event } = tell(kind, actor, row, change, recorded)
  return insertEventWithEntry(
    tx,
    actor.platform.id,
    event,
    entryOf(actor, kind.changes[change], entry),
  )
}

/** The same of one change to several documents; statements to be awaited together. */
function recordChanges<Row extends DocumentRow, Line, Change extends string>(
  tx: Tx,
  kind: DocumentKind<Row, Line, Change>,
  actor: Author,
  rows: readonly Row[],
  change: Change,
  recordedOf?: (row: Row) => Recorded,
): Promise<void>[] {
  const told = rows.map((row) => tell(kind, actor, row, change, recordedOf?.(row)))
  const entries = told.map(({ entry }) => entry)
  const events = told.map(({ event }) => event)
  return [
    recordAll(tx, actor, kind.changes[change], entries),
    insertEvents(tx, actor.platform.id, events),
  ]
}

/** The audit entry and the event of one change. */
function tell<Row extends DocumentRow, Line, Change extends string>(
  kind: DocumentKind<Row, Line, Change>,
  actor: Author,
  row: Row,
  change: Change,
  { payload, details }: Recorded = {},
) {
  const { id, number, version } = row
  const repeated = Object.fromEntries(kind.recorded.map((name) => [name, row[name]]))
  // Who did it, for screens, and the request by which the entry in the log is found.
  const origin = { actor: { type: actor.type, id: actor.id }, requestId: actor.requestId }
  return {
    entry: {
      target: { type: kind.type, id, name: number },
      metadata: { ...repeated, ...payload, ...details },
    },
    event: {
      type: `${kind.type}.${change}`,
      subject: { type: kind.type, id, version },
      payload: { number, ...repeated, ...payload, ...origin },
      at: actor.at,
    },
  }
}
