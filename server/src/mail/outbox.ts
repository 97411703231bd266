import type { Db, Tx } from '../database/connect.ts'
import type { Secrets } from '../secrets.ts'
import { openMail, type Envelope } from './envelope.ts'

export type State = 'pending' | 'sent' | 'failed' | 'expired'

/** How many mails are in each state. */
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

/** The newest mails that can still be read, newest first, at most `limit`. */
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

/** The oldest mails that wait, at most `limit`. */
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

/** Counts an attempt and gives what to send; undefined when the mail is no longer waiting. */
export async function beginAttempt(tx: Tx, id: string) {
  return tx
    .updateTable('ops.outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning(['content', 'template', 'attempts'])
    .executeTakeFirst()
}

/** The mail server has it: the words are no longer ours to keep. */
export async function markSent(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('ops.outbox')
    .set({ state: 'sent', sentAt: at, content: null, lastError: null })
    .where('id', '=', id)
    .execute()
}

/**
 * `reason` is for the person who runs the server. A failed mail is not tried again by itself, but
 * keeps its words, so that it can be made pending once the mail server is put right.
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

/** Gives up on what would arrive with a dead link. */
export async function expireMails(tx: Tx, at: Date): Promise<void> {
  await tx
    .updateTable('ops.outbox')
    .set({ state: 'expired', content: null })
    .where('state', '=', 'pending')
    .where('notAfter', '<=', at)
    .execute()
}

/** Forgets the mails made before `limit` that nobody waits for. */
export async function forgetMails(tx: Tx, limit: Date): Promise<void> {
  await tx
    .deleteFrom('ops.outbox')
    .where('state', '!=', 'pending')
    .where('createdAt', '<', limit)
    .execute()
}
