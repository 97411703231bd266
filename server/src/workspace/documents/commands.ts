import { actionOf } from '@stowage/contract/audit-actions'
import type { AddedPayload, EventName } from '@stowage/contract/workspace/event-types'
import { entryOf } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, requireVersion } from '../../errors.ts'
import type { ActorInScope } from '../../http/actor.ts'
import { insertRecords, type NewEvent } from '../events/queries.ts'
import {
  lockDocument,
  type DocumentArea,
  type DocumentKind,
  type DocumentRow,
  type RecordedKind,
  type Scoped,
} from './queries.ts'
import { insertDocument, insertDocuments, updateDocuments, type Values } from './write-queries.ts'

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

/** Content of the audit entry and the event (`payload`), and of the audit entry only (`details`). */
export type Recorded<Payload = object> = {
  payload: Payload & Located
  details?: Record<string, unknown>
}
type Located = { warehouseId?: string | null }

/** The payload may be left out where the type of event needs none. */
type MaybeRecorded<Payload> = object extends Payload
  ? { recorded?: Partial<Recorded<Payload>> }
  : { recorded: Recorded<Payload> }

export type Author = ActorInScope

/** A change of a document and what is recorded of it: the payload that its type of event adds. */
export type Change<Area extends DocumentArea> = {
  [Name in EventName<Area>]: { change: Name } & MaybeRecorded<AddedPayload<Area, Name>>
}[EventName<Area>]

/** A change that is to be written, and what is recorded of it. */
export type Written = {
  write: (tx: Tx) => Promise<void>
  records: readonly Described[]
}

/** Writes changes of documents, and one statement with all that is recorded of them and these audit entries. */
export async function writeChanges(
  tx: Tx,
  actor: Author,
  changes: readonly Written[],
  entries: readonly AuditEntry[] = [],
): Promise<void> {
  const records = changes.flatMap((one) => one.records)
  const all = [...records.map(({ entry }) => entry), ...entries]
  const events = records.map(({ event }) => event)
  await Promise.all([
    ...changes.map(({ write }) => write(tx)),
    all.length > 0 &&
      insertRecords(
        tx,
        actor.platform.id,
        events,
        all.map((one) => entryOf(actor, ...one)),
      ),
  ])
}

/** An audit entry beside those of changes of documents. */
export type AuditEntry = [Parameters<typeof entryOf>[1], Parameters<typeof entryOf>[2]]

/** A document that is inserted. With `then` it is also changed at once, and both are recorded for its first version. */
export function created<Row extends DocumentRow, Line, Area extends DocumentArea>(
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  made: { row: Row; lines: readonly Line[]; then?: Change<Area> | undefined } & Change<Area>,
): Written {
  const { row, lines, then } = made
  return {
    write: (tx) => insertDocument(tx, kind, actor.platform.id, row, lines),
    records: [made, ...(then ? [then] : [])].map((change) =>
      describeChange(kind, actor, row, change),
    ),
  }
}

/** Inserts a document with what is recorded of it. */
export const createDocument = <Row extends DocumentRow, Line, Area extends DocumentArea>(
  tx: Tx,
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  made: Parameters<typeof created<Row, Line, Area>>[2],
): Promise<void> => writeChanges(tx, actor, [created(kind, actor, made)])

/** Documents that are inserted, each with its audit entry and its event. */
export const createdTogether = <Row extends DocumentRow, Line, Area extends DocumentArea>(
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  made: { documents: readonly { row: Row; lines: readonly Line[] }[] } & Change<Area>,
): Written => ({
  write: (tx) => insertDocuments(tx, kind, actor, made.documents),
  records: made.documents.map(({ row }) => describeChange(kind, actor, row, made)),
})

/** Inserts documents with what is recorded of them, in two statements. */
export const createDocuments = <Row extends DocumentRow, Line, Area extends DocumentArea>(
  tx: Tx,
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  made: Parameters<typeof createdTogether<Row, Line, Area>>[2],
): Promise<void> => writeChanges(tx, actor, [createdTogether(kind, actor, made)])

/**
 * A change: `values` are written and belong to the document afterwards, `computed` are expressions of SQL that are only
 * written.
 */
export type Step<Row, Area extends DocumentArea> = {
  values: Partial<Row>
  computed?: Values<Row>
} & Change<Area>

/** A locked document that goes through these changes, each of which is a version of its own. Written by one update. */
export function changed<Row extends DocumentRow, Line, Area extends DocumentArea>(
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  before: Row,
  steps: readonly Step<Row, Area>[],
): Written & { after: Row } {
  const records: Described[] = []
  let after = before
  for (const step of steps) {
    after = { ...after, ...step.values, version: after.version + 1 }
    records.push(describeChange(kind, actor, after, step))
  }
  const values = Object.assign({}, ...steps.map((step) => ({ ...step.values, ...step.computed })))
  return {
    after,
    write: async (tx) => {
      if (steps.length > 0)
        await updateDocuments(tx, kind, actor, [before.id], values as Values<Row>, steps.length)
    },
    records,
  }
}

/**
 * Changes a locked document and returns it as it is afterwards, with its next version. The row, its audit entry
 * and its event leave at once, so they can be awaited together with the effect of the change.
 */
export async function changeDocument<Row extends DocumentRow, Line, Area extends DocumentArea>(
  tx: Tx,
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  before: Row,
  change: Step<Row, Area>,
): Promise<Row> {
  const one = changed(kind, actor, before, [change])
  await writeChanges(tx, actor, [one])
  return one.after
}

/** Locked documents that change in the same way, each with its audit entry and its event. */
export function changedTogether<Row extends DocumentRow, Line, Area extends DocumentArea>(
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  before: readonly Row[],
  { values, changeOf }: { values: Partial<Row>; changeOf: (row: Row) => Change<Area> },
): Written & { after: Row[] } {
  const after = before.map((row) => ({ ...row, ...values, version: row.version + 1 }))
  const ids = before.map(({ id }) => id)
  return {
    after,
    write: async (tx) => {
      if (ids.length > 0) await updateDocuments(tx, kind, actor, ids, values)
    },
    records: after.map((row) => describeChange(kind, actor, row, changeOf(row))),
  }
}

/** Changes locked documents with what is recorded of them, in two statements. Returns them as they are afterwards. */
export async function changeDocuments<Row extends DocumentRow, Line, Area extends DocumentArea>(
  tx: Tx,
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  before: readonly Row[],
  change: Parameters<typeof changedTogether<Row, Line, Area>>[3],
): Promise<Row[]> {
  const all = changedTogether(kind, actor, before, change)
  await writeChanges(tx, actor, [all])
  return all.after
}

type AnyChange<Area extends DocumentArea> = {
  change: EventName<Area>
  recorded?: Partial<Recorded>
}

/** The audit entry and the event of one change. */
export type Described = { entry: AuditEntry; event: NewEvent }

/** Returns an event of the actor. Who calls it has checked that `payload` is that of the type. */
export const eventOf = (
  { type, id, requestId, at }: Author,
  name: string,
  subject: NewEvent['subject'],
  payload: object,
): NewEvent =>
  ({ type: name, subject, payload: { ...payload, actor: { type, id }, requestId }, at }) as NewEvent

/** Returns the audit entry and the event of one change. */
function describeChange<Row extends DocumentRow, Line, Area extends DocumentArea>(
  kind: RecordedKind<Row, Line, Area>,
  actor: Author,
  row: Row,
  { change, recorded: { payload, details } = {} }: AnyChange<Area>,
): Described {
  const { id, number, version } = row
  const repeated = kind.recorded(row)
  return {
    entry: [
      actionOf(`${kind.type}.${change}`),
      {
        target: { type: kind.type, id, name: number },
        metadata: { ...repeated, ...payload, ...details },
      },
    ],
    // Whoever named the change gave what its type adds, and the kind what all have: `Change` and `recorded`.
    event: eventOf(
      actor,
      `${kind.type}.${change}`,
      { type: kind.type, id, version },
      { number, ...repeated, ...payload },
    ),
  }
}
