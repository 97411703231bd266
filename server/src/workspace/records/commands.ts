import { actionOf } from '@stowage/contract/audit-actions'
import type { AddedPayload, EventName } from '@stowage/contract/workspace/event-types'
import { entryOf } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { notFound, requireVersion } from '../../errors.ts'
import {
  assertTransition,
  eventOf,
  type AuditEntry,
  type Author,
  type Described,
} from '../documents/commands.ts'
import { assertUnused } from '../documents/uses.ts'
import { insertRecords } from '../events/queries.ts'
import {
  lockRecord,
  updateRecords,
  writeRecords,
  type RecordArea,
  type RecordKind,
  type RecordRow,
  type RecordState,
  type Strength,
  type DescribedKind,
} from './queries.ts'

/** The payload may be left out where the type of event adds none. */
type Payload<Added> = object extends Added ? { payload?: Added } : { payload: Added }

/** Change of a record: the payload its event adds, and the details its audit entry has instead. */
export type RecordChange<Area extends RecordArea> = {
  [Name in EventName<Area>]: { change: Name; details?: Record<string, unknown> } & Payload<
    AddedPayload<Area, Name>
  >
}[EventName<Area>]

type AnyChange<Area extends RecordArea> = {
  change: EventName<Area>
  payload?: object
  details?: Record<string, unknown>
}

/** Returns the audit entry and the event of one change of a record. */
export function describeChange<Row extends RecordRow, Area extends RecordArea>(
  kind: DescribedKind<Row, Area>,
  actor: Author,
  row: Row,
  given: RecordChange<Area>,
): Described {
  const { change, payload, details }: AnyChange<Area> = given
  const { type, actions, nameOf, carried } = kind
  const { id, version } = row
  return {
    entry: [
      actions?.[change] ?? actionOf(`${type}.${change}`),
      { target: { type, id, name: nameOf(row) }, metadata: { ...(details ?? payload) } },
    ],
    event: eventOf(
      actor,
      `${type}.${change}`,
      { type, id, version },
      { ...carried(row), ...payload },
    ),
  }
}

/**
 * Writes the audit entries and events of changes, in one statement. `entries` replace the audit entries of the changes where the log has
 * one for all of them, such as that of a file.
 */
export async function recordChanges(
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

/** Returns the changes of a record when these fields were written: updated, archived or restored. */
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

/** Record written by a file, when its version was that of `row`; `changed` is null for a new one. */
export type FileWrite<Row> = {
  row: Row & { state?: string; status?: string }
  changed: readonly string[] | null
}

/** Writes the events of records that a file wrote, in one statement. The file has an audit entry of its own. */
export async function recordImportedChanges<Row extends RecordRow, Area extends RecordArea>(
  tx: Tx,
  kind: DescribedKind<Row, Area>,
  actor: Author,
  written: readonly FileWrite<Row>[],
): Promise<void> {
  const changes = written.flatMap(({ row, changed }) => {
    const after = { ...row, version: row.version + 1 }
    const all = changed ? changesOf(changed, row.state ?? row.status) : [{ change: 'created' }]
    // What files write has all of these changes.
    return all.map((change) => describeChange(kind, actor, after, change as RecordChange<Area>))
  })
  await recordChanges(tx, actor, changes, [])
}

/** Creates a record. `values` are all its fields but those that every record begins with. */
export async function createRecord<Row extends RecordRow, Area extends RecordArea>(
  tx: Tx,
  kind: RecordKind<Row, Area>,
  actor: Author,
  values: Omit<Row, 'id' | 'version' | 'createdAt'>,
): Promise<Row> {
  const isDated = kind.readOnly?.includes('createdAt' as never)
  const row = {
    ...values,
    id: newId(),
    version: 1,
    ...(isDated && { createdAt: actor.at.toISOString() }),
  } as unknown as Row
  await Promise.all([
    writeRecords(tx, kind, actor, [row]),
    recordChanges(tx, actor, [
      describeChange(kind, actor, row, { change: 'created' } as RecordChange<Area>),
    ]),
  ])
  return row
}

/** Holds the record of this version until commit; fails with `not_found` or `version_conflict`. */
export async function lockVersion<Row extends RecordRow, Area extends RecordArea>(
  tx: Tx,
  kind: RecordKind<Row, Area>,
  actor: Author,
  id: string,
  version: number,
  strength: Strength = 'no key update',
): Promise<Row> {
  const before = (await lockRecord(tx, kind, actor, id, strength)) ?? notFound()
  requireVersion(before, version)
  return before
}

type Fields<Row> = { [Name in keyof Row]?: Row[Name] | undefined }

/** Writes these values over a locked record, with the audit entry and event. Returns it as it is afterwards. */
export async function saveRecord<Row extends RecordRow, Area extends RecordArea>(
  tx: Tx,
  kind: RecordKind<Row, Area>,
  actor: Author,
  before: Row,
  values: Fields<Row>,
  changes: readonly RecordChange<Area>[] = [
    {
      change: 'updated',
      payload: { changed: Object.keys(values) },
    } as unknown as RecordChange<Area>,
  ],
): Promise<Row> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const after = { ...before, ...Object.fromEntries(given), version: before.version + 1 }
  const written = given.map(([name]) => name)
  await Promise.all([
    updateRecords(tx, kind, actor, [after], written),
    recordChanges(
      tx,
      actor,
      changes.map((change) => describeChange(kind, actor, after, change)),
    ),
  ])
  return after
}

/** Changes what is said of a record; fails with `not_found` or `version_conflict`. */
export async function changeRecord<Row extends RecordRow, Area extends RecordArea>(
  tx: Tx,
  kind: RecordKind<Row, Area>,
  actor: Author,
  id: string,
  { version, ...values }: Fields<Omit<Row, 'id'>> & { version: number },
): Promise<Row> {
  const before = await lockVersion(tx, kind, actor, id, version)
  return saveRecord(tx, kind, actor, before, values as Fields<Row>)
}

/** The states that can follow those of a record that can be archived, and restored. */
export const stateSteps = { active: ['archived'], archived: ['active'] } as const

/** Archives or restores a record. Fails with `in_use` while any noun uses it. */
export async function setRecordState<
  Row extends RecordRow & { state: RecordState },
  Area extends RecordArea,
>(
  tx: Tx,
  kind: RecordKind<Row, Area>,
  actor: Author,
  id: string,
  version: number,
  state: RecordState,
): Promise<Row> {
  const { type, stepsOf, used } = kind
  const before = await lockVersion(tx, kind, actor, id, version, 'update')
  assertTransition(type, stepsOf?.(before) ?? stateSteps, before.state, state)
  if (state === 'archived' && used) await assertUnused(tx, actor, used, [id])
  const change = state === 'archived' ? 'archived' : 'restored'
  const changes = [{ change } as RecordChange<Area>]
  return saveRecord(tx, kind, actor, before, { state } as Fields<Row>, changes)
}
