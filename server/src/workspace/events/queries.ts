import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareWrite } from '../../database/prepared.ts'
import type { Tables } from '../../database/tables.ts'

type Event = {
  /** Noun and what became of it: `receipt.completed`. */
  type: string
  subject: { type: string; id: string; version: number }
  payload: Record<string, unknown>
  at: Date
}

/** Inserts an event for screens and other systems, in the transaction of the change it reports. */
export async function insertEvent(tx: Tx, platformId: string, event: Event): Promise<void> {
  await insert(tx, rowOf(platformId, event))
}

const rowOf = (platformId: string, { type, subject, payload, at }: Event) => ({
  platformId,
  type,
  subjectType: subject.type,
  subjectId: subject.id,
  subjectVersion: String(subject.version),
  payload: JSON.stringify(payload),
  occurredAt: at,
})

const insert = prepareWrite((db: Db, row: Insertable<Tables['tenant.tenantEvents']>) =>
  db.insertInto('tenant.tenantEvents').values(row),
)

/** Inserts several events in one statement. */
export async function insertEvents(
  tx: Tx,
  platformId: string,
  events: readonly Event[],
): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('tenant.tenantEvents')
    .values(events.map((event) => rowOf(platformId, event)))
    .execute()
}
