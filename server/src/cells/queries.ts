import { sql } from 'kysely'
import type { Db, Tx } from '../database/connect.ts'
import { prepareRead } from '../database/prepared.ts'

/** Returns the name of the cell a platform is in, undefined if it is in the control database. */
export const findCellOfPlatform = prepareRead((db: Db, platformId: string) =>
  db
    .selectFrom('directory.platforms')
    .select('cell')
    .where('platformId', '=', platformId)
    .where('state', '=', 'live'),
)

/** The same by a current or former path of the platform. */
export const findCellOfSlug = prepareRead((db: Db, slug: string) =>
  db
    .selectFrom('directory.slugs as s')
    .innerJoin('directory.platforms as p', 'p.platformId', 's.platformId')
    .select('p.cell')
    .where('s.slug', '=', slug)
    .where('p.state', '=', 'live'),
)

/**
 * Returns how the control database follows the cells of these platforms, undefined if all are in the control database.
 * A standby does not know.
 */
export async function findCopies(
  control: Db,
  platformIds: readonly string[],
): Promise<'following' | 'stopped' | undefined> {
  // A subscription that was started and has heard nothing yet does not follow.
  const { rows } = await sql<{ follows: boolean | null }>`
    select bool_and(s.last_msg_receipt_time is not null) as follows
    from directory.platforms p
    left join (
      select w.subname, w.last_msg_receipt_time
      from pg_stat_subscription w
      join pg_subscription o on o.oid = w.subid
      join pg_database d on d.oid = o.subdbid and d.datname = current_database()
      where w.relid is null and w.leader_pid is null
    ) s on s.subname = 'stowage_cell_' || replace(p.cell, '-', '_')
    where p.platform_id = any(${platformIds}::uuid[]) and p.state = 'live'`.execute(control)
  const follows = rows[0]?.follows ?? null
  if (follows === null) return undefined
  return follows ? 'following' : 'stopped'
}

/** Lists the cells other than the control database. */
export async function listCells(db: Db) {
  const { rows } = await sql<{ name: string; urls: Buffer }>`
    select name, urls from directory.cells where urls is not null order by name`.execute(db)
  return rows
}

export async function insertMark(
  tx: Tx,
  mark: { markId: string; channel: string; createdAt: Date },
): Promise<void> {
  await tx.insertInto('directory.marks').values(mark).execute()
}

/** Returns whether a mark is in this database. */
export async function hasMark(db: Db, markId: string): Promise<boolean> {
  const row = await db
    .selectFrom('directory.marks')
    .select('markId')
    .where('markId', '=', markId)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteMark(tx: Tx, markId: string): Promise<void> {
  await tx.deleteFrom('directory.marks').where('markId', '=', markId).execute()
}
