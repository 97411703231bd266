import { sql } from 'kysely'
import type { Db, Tx } from '../database/connect.ts'

/** Something that was begun in the control database and is done in a cell. */
export type Operation = {
  operationId: string
  kind: 'create' | 'rename' | 'transfer'
  cell: string
  platformId: string
  /** The account that owns the platform after it. */
  accountId: string | null
  /** The path the platform has after it. */
  slug: string | null
}

/** Inserts an operation with what it reserves. Fails with `name_taken` if the path is in use or reserved. */
export async function insertOperation(tx: Tx, operation: Operation, at: Date): Promise<void> {
  const { kind, platformId, cell, slug } = operation
  await tx
    .insertInto('directory.operations')
    .values({ ...operation, startedAt: at })
    .execute()
  if (slug !== null)
    await tx.insertInto('directory.slugs').values({ slug, platformId, reservedAt: at }).execute()
  if (kind === 'create')
    await tx
      .insertInto('directory.platforms')
      .values({ platformId, cell, state: 'live', changedAt: at })
      .execute()
}

export async function deleteOperation(tx: Tx, operationId: string): Promise<void> {
  await tx.deleteFrom('directory.operations').where('operationId', '=', operationId).execute()
}

/** Deletes an operation that the cell did not do, and what it reserved. */
export async function takeBack(tx: Tx, operation: Operation): Promise<void> {
  const { operationId, kind, platformId, slug } = operation
  if (slug !== null)
    await tx
      .deleteFrom('directory.slugs')
      .where('slug', '=', slug)
      .where('platformId', '=', platformId)
      .where('reservedAt', 'is not', null)
      .execute()
  if (kind === 'create')
    await tx.deleteFrom('directory.platforms').where('platformId', '=', platformId).execute()
  await deleteOperation(tx, operationId)
}

const operations = (db: Db) =>
  db
    .selectFrom('directory.operations')
    .select(['operationId', 'kind', 'cell', 'platformId', 'accountId', 'slug'])
    .$narrowType<{ kind: Operation['kind'] }>()

/** Lists operations in a cell that were begun before a time, oldest first. */
export const listOverdue = (
  db: Db,
  cell: string,
  { before, most }: { before: Date; most: number },
): Promise<Operation[]> =>
  operations(db)
    .where('cell', '=', cell)
    .where('startedAt', '<', before)
    .orderBy('startedAt')
    .limit(most)
    .execute()

/** Lists the operations after which this account owns a platform. */
export const listPending = (db: Db, accountId: string): Promise<Operation[]> =>
  operations(db).where('accountId', '=', accountId).execute()

/** Returns whether an operation of this platform is not finished. */
export async function isPending(db: Db, platformId: string): Promise<boolean> {
  const row = await operations(db).where('platformId', '=', platformId).executeTakeFirst()
  return row !== undefined
}

/** Decides an operation, unless that has happened. Returns whether this call did. */
export async function decide(
  tx: Tx,
  operationId: string,
  isDone: boolean,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('directory.outcomes')
    .values({ operationId, isDone, decidedAt: at })
    .onConflict((conflict) => conflict.column('operationId').doNothing())
    .returning('operationId')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the operation was done. */
export async function wasDone(db: Db, operationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('directory.outcomes')
    .select('isDone')
    .where('operationId', '=', operationId)
    .executeTakeFirst()
  return row?.isDone ?? false
}

/** Deletes outcomes, and marks that their writer left, from before this time. */
export async function deleteOutcomes(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('directory.outcomes').where('decidedAt', '<', before).execute()
  await tx.deleteFrom('directory.marks').where('createdAt', '<', before).execute()
}

/** Returns the name of the cell with the fewest platforms among those that take new ones, of `names`. */
export async function findRoomiest(db: Db, names: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select c.name from directory.cells c left join (
      select coalesce(p.cell, 'main') as cell, count(distinct s.platform_id) as platforms
      from directory.slugs s
      left join directory.platforms p on p.platform_id = s.platform_id and p.state = 'live'
      group by 1
    ) held on held.cell = c.name
    where c.state = 'active' and c.name = any(${names}::text[])
    order by coalesce(held.platforms, 0), c.name limit 1`.execute(db)
  return rows[0]?.name
}

/** Lists the platforms that this database may have rows of, but that are in another one. */
export async function listElsewhere(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('directory.platforms')
    .select('platformId')
    .where('state', 'in', ['live', 'left'])
    .execute()
  return new Set(rows.map(({ platformId }) => platformId))
}
