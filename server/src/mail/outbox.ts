import type { Db, Tx } from '../database/connect.ts'
import type { Secrets } from '../crypto/secrets.ts'
import { openMail, type Envelope } from './envelope.ts'

export type State = 'pending' | 'sent' | 'failed' | 'expired'

/** Returns the number of mails in each state. */
export async function countOutbox(db: Db): Promise<Record<State, number>> {
  const rows = await db
    .selectFrom('ops.outbox')
    .select(['state', (eb) => eb.fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute()
  const counts: Record<State, number> = { pending: 0, sent: 0, failed: 0, expired: 0 }
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
}

/** Lists the newest readable mails, at most `limit`. */
export async function readOutbox(
  db: Db,
  secrets: Secrets,
  limit = 500,
): Promise<(Envelope & { id: string; createdAt: Date })[]> {
  const rows = await db
    .selectFrom('ops.outbox')
    .select(['id', 'content', 'createdAt'])
    .where('content', 'is not', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, content, createdAt }) => {
    const mail = content && openMail(secrets, id, content)
    return mail ? [{ ...mail, id, createdAt }] : []
  })
}

/** Lists the oldest pending mails, at most `limit`. */
export async function listPending(db: Db, limit: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('ops.outbox')
    .select('id')
    .where('state', '=', 'pending')
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}

export async function addMail(
  tx: Tx,
  mail: { id: string; template: string; content: Buffer; notAfter: Date | null; createdAt: Date },
): Promise<void> {
  await tx.insertInto('ops.outbox').values(mail).execute()
}

/** Counts an attempt and returns the mail, or undefined if it is no longer pending. */
export async function beginAttempt(tx: Tx, id: string) {
  return tx
    .updateTable('ops.outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning(['content', 'template', 'attempts'])
    .executeTakeFirst()
}

/** Marks the mail as sent and deletes its content. */
export async function markSent(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('ops.outbox')
    .set({ state: 'sent', sentAt: at, content: null, lastError: null })
    .where('id', '=', id)
    .execute()
}

/**
 * Records a failure. `reason` is for the administrator. A failed mail keeps its content, so it can
 * be set to pending after the mail server is fixed.
 */
export async function noteFailure(
  tx: Tx,
  id: string,
  reason: string,
  state: 'pending' | 'failed',
): Promise<void> {
  await tx
    .updateTable('ops.outbox')
    .set({ state, lastError: reason })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/** Expires pending mails whose link is no longer valid. */
export async function expireMails(tx: Tx, at: Date): Promise<void> {
  await tx
    .updateTable('ops.outbox')
    .set({ state: 'expired', content: null })
    .where('state', '=', 'pending')
    .where('notAfter', '<=', at)
    .execute()
}

/** Deletes finished mails created before `limit`. */
export async function deleteFinishedMails(tx: Tx, limit: Date): Promise<void> {
  await tx
    .deleteFrom('ops.outbox')
    .where('state', '!=', 'pending')
    .where('createdAt', '<', limit)
    .execute()
}
