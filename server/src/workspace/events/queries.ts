import type { EventPayload, EventType } from '@stowage/contract/workspace/event-types'
import { sql, type Insertable } from 'kysely'
import { insertEntriesIn, type entryOf } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareWrite, runPipelined } from '../../database/prepared.ts'
import type { Tables } from '../../database/tables.ts'

type Written<Type extends EventType> = {
  /** Noun and what became of it: `receipt.completed`. */
  type: Type
  subject: { type: string; id: string; version: number }
  payload: EventPayload<Type> & Origin
  at: Date
}
/** One event with the payload of its type. */
export type NewEvent = { [Type in EventType]: Written<Type> }[EventType]

/** Context stored with any event. Only the warehouse is sent with it. */
type Origin = {
  /** Who did it, for screens. */
  actor?: { type: string; id: string | null }
  /** The request by which the entry in the audit log is found. */
  requestId?: string
  warehouseId?: string | null
  /** The first problems that a check found. */
  violations?: readonly unknown[]
}

/** Inserts an event for screens and other systems, in the transaction of the change it reports. */
export async function insertEvent(tx: Tx, platformId: string, event: NewEvent): Promise<void> {
  await insert(tx, rowOf(platformId, event))
}

const rowOf = (platformId: string, { type, subject, payload, at }: NewEvent) => ({
  platformId,
  type,
  subjectType: subject.type,
  subjectId: subject.id,
  subjectVersion: String(subject.version),
  payload: JSON.stringify(payload),
  occurredAt: at,
})

type EventRow = Insertable<Tables['tenant.tenantEvents']>

/** Inserts events and audit entries of the same changes, the latter made by `entryOf`, in one statement. */
export const insertRecords = (
  tx: Tx,
  platformId: string,
  events: readonly NewEvent[],
  entries: readonly ReturnType<typeof entryOf>[],
): Promise<void> => {
  const rows = events.map((event) => rowOf(platformId, event))
  return insertBoth(tx, platformId, JSON.stringify(rows), JSON.stringify(entries))
}

const insertBoth = prepareWrite(
  (_: Db, platformId: string, events: string, entries: string) => sql`
    with entry as (${insertEntriesIn(entries)})
    insert into tenant.tenant_events (platform_id, type, subject_type, subject_id, subject_version,
      payload, occurred_at)
    select ${platformId}, e.type, e."subjectType", e."subjectId", e."subjectVersion",
      e.payload::jsonb, e."occurredAt"
    from jsonb_to_recordset(${events}::jsonb) as e (type text, "subjectType" text, "subjectId" text,
      "subjectVersion" bigint, payload text, "occurredAt" timestamptz)`,
)

const insert = prepareWrite((db: Db, row: EventRow) =>
  db.insertInto('tenant.tenantEvents').values(row),
)

/** Inserts several events in one statement. */
export async function insertEvents(
  tx: Tx,
  platformId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => rowOf(platformId, event))
  await runPipelined(tx, tx.insertInto('tenant.tenantEvents').values(rows))
}
