import type { Tx } from '../../database/connect.ts'

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
  await tx
    .insertInto('tenant.tenantEvents')
    .values({
      platformId,
      type,
      subjectType: subject.type,
      subjectId: subject.id,
      subjectVersion: String(subject.version),
      payload: JSON.stringify(payload),
      occurredAt: at,
    })
    .execute()
}
