import type { Db } from '../../database/connect.ts'
import { liveSessions } from './queries.ts'

/** Returns which of these sessions are valid at `at`. */
export async function findLiveSids(
  db: Db,
  platformId: string,
  sids: readonly string[],
  at: Date,
): Promise<Set<string>> {
  const rows = await liveSessions(db, platformId, at)
    .select('s.sid')
    .where('s.sid', 'in', [...sids])
    .execute()
  return new Set(rows.map(({ sid }) => sid))
}
