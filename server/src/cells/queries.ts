import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
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

/** Lists the cells other than the control database. */
export async function listCells(db: Db) {
  const { rows } = await sql<{ name: string; urls: Buffer }>`
    select name, urls from directory.cells where urls is not null order by name`.execute(db)
  return rows
}

export async function insertMark(
  db: Db,
  mark: { markId: string; channel: string; createdAt: Date },
): Promise<void> {
  await db.insertInto('directory.marks').values(mark).execute()
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

export async function deleteMark(db: Db, markId: string): Promise<void> {
  await db.deleteFrom('directory.marks').where('markId', '=', markId).execute()
}
