import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareLast } from '../../database/prepared.ts'
import type { Tables } from '../../database/tables.ts'

type Event = {
  /** Noun and what became of it: `receipt.completed`. */
  type: string
  subject: { type: string; id: string; version: number }
  payload: Record<string, unknown>
  at: Date
}

/** What happened, for screens and for other systems; in the transaction of the change itself. */
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

const insert = prepareLast((db: Db, row: Insertable<Tables['tenant.tenantEvents']>) =>
  db.insertInto('tenant.tenantEvents').values(row),
)
