import { controlCell } from './cells.ts'
import { findMove, tryLockMove, unlockMove } from './move-queries.ts'
import { listFilled, listMovedTables } from './moved-tables.ts'
import type { AdminCell, AdminCells } from './places.ts'
import { sweepOut } from './sweep-out.ts'

/** As long as this after a move, a server may still be reading what the platform left behind. */
const keptMs = 600_000

export type Cleaned = { platformId: string; cell: string; rows: number }

/**
 * Deletes what moved platforms have left behind in their former databases, and yields each. The control database keeps
 * the copies it has of every cell. Databases that do not answer are passed to `onUnreachable`.
 */
export async function* cleanCells(
  places: AdminCells,
  { now, onUnreachable }: { now: () => Date; onUnreachable: (reason: string) => void },
): AsyncGenerator<Cleaned> {
  const { rows } = await places.control.admin.query<{ name: string }>(
    'select name from directory.cells order by name',
  )
  for (const { name } of rows) {
    const place = await places.get(name).catch((error: unknown) => onUnreachable(String(error)))
    if (!place) continue
    for (const platformId of await listRemoved(place, now())) {
      const deleted = await cleanPlatform(places.control, place, platformId)
      if (deleted > 0) yield { platformId, cell: name, rows: deleted }
    }
  }
}

/** Lists the platforms that are in another database for long enough. */
async function listRemoved({ admin, name }: AdminCell, at: Date): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>(
    `select platform_id as id from directory.platforms where state = $1 and changed_at < $2
     order by platform_id`,
    [name === controlCell ? 'live' : 'left', new Date(at.getTime() - keptMs)],
  )
  return rows.map(({ id }) => id)
}

async function cleanPlatform(
  control: AdminCell,
  place: AdminCell,
  platformId: string,
): Promise<number> {
  // A move back to this database must not lose what it has just copied.
  if (!(await tryLockMove(control.admin, platformId))) return 0
  try {
    if (await findMove(control.admin, platformId)) return 0
    const all = await listMovedTables(place.admin, platformId)
    const tables = all.filter(({ isCopied }) => place.name !== controlCell || !isCopied)
    if ((await listFilled(place.admin, tables)).length === 0) return 0
    return await sweepOut(place, tables)
  } finally {
    await unlockMove(control.admin, platformId)
  }
}
