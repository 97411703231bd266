import type { Db } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findClosedThrough } from '../settings/queries.ts'

/**
 * After the stock has refused a day whose books are closed: says through which day they are. Returns
 * when it refused something else.
 */
export async function explainClosed(
  db: Db,
  { platform }: Pick<WorkspaceMember, 'platform'>,
  error: unknown,
): Promise<void> {
  if (!isClosed(error)) return
  const closedThrough = await findClosedThrough(db, platform.id)
  fail('period_closed', { blockers: [{ type: 'period', closedThrough }] })
}

/** As `stock.post` raises it. */
export const isClosed = (error: unknown) =>
  error instanceof Error &&
  error.message === 'period_closed' &&
  (error as { code?: unknown }).code === 'ST409'
