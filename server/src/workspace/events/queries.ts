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
export async function insertEvent(
  tx: Tx,
  platformId: string,
  { type, subject, payload, at }: Event,
): Promise<void> {
  await insert(tx, {
    platformId,
    type,
    subjectType: subject.type,
    subjectId: subject.id,
    subjectVersion: String(subject.version),
    payload: JSON.stringify(payload),
    occurredAt: at,
  })
}

const insert = prepareWrite((db: Db, row: Insertable<Tables['tenant.tenantEvents']>) =>
  db.insertInto('tenant.tenantEvents').values(row),
)
