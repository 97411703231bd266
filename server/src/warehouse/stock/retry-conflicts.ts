import type { Db } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findClosedThrough } from '../settings/queries.ts'

/** Constraints that refuse a posting when the stock has changed since it was read. */
const conflicts = new Set(['bucket_sane', 'entry_sane', 'level_sane', 'no_oversell'])
const attempts = 3

/** Runs a transaction up to three times, while others change in between what it has read. */
export async function retryRaces<T>(
  isRace: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error
    }
}

/** Checks whether the database refused a posting because others changed the stock after it was read. */
export function isStockConflict(error: unknown): boolean {
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' && conflicts.has(constraint)
}

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
const isClosed = (error: unknown) =>
  error instanceof Error &&
  error.message === 'period_closed' &&
  (error as { code?: unknown }).code === 'ST409'

type Reader = { actor: WorkspaceMember; read: <T>(work: (db: Db) => Promise<T>) => Promise<T> }

/**
 * Runs a transaction that reads the stock before it posts, up to three times while others change the stock
 * in between: the next attempt reads what is in the way and can say so. A day whose period is closed is
 * refused with the day it is closed through.
 */
export async function retryConflicts<T>(
  { read, actor }: Reader,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await retryRaces(isStockConflict, work)
  } catch (error) {
    if (isClosed(error)) await read((db) => explainClosed(db, actor, error))
    throw error
  }
}
