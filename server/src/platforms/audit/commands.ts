import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import type { Operator } from '../../http/actor.ts'
import { hasViewed, lockViews } from './queries.ts'

const hourInMs = 3_600_000

/** Since when a view of the log counts as already noted. */
export const viewedSince = (at: Date) => new Date(at.getTime() - hourInMs)

/** Notes that the actor reads the log, once an hour. */
export async function noteView(tx: Tx, actor: Operator): Promise<void> {
  await lockViews(tx, actor.id)
  if (!(await hasViewed(tx, actor.id, viewedSince(actor.at))))
    await record(tx, actor, 'AUDIT_LOG_VIEWED')
}
