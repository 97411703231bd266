import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import type { Operator } from '../../http/actor.ts'
import { hasViewed, lockViews } from './queries.ts'

const hourInMs = 3_600_000

/** Returns since when a view of the log counts as already recorded. */
export const viewedSince = (at: Date) => new Date(at.getTime() - hourInMs)

/** Records that the actor read the log, at most once an hour. */
export async function noteView(tx: Tx, actor: Operator): Promise<void> {
  await lockViews(tx, actor.id)
  if (!(await hasViewed(tx, actor.id, viewedSince(actor.at))))
    await record(tx, actor, 'AUDIT_LOG_VIEWED')
}
