import type pg from 'pg'
import type { MovedTable } from './moved-tables.ts'
import type { AdminCell } from './places.ts'
import { connectAdmin } from './replication.ts'

const atOnce = 10_000
/** Marks deletions. A subscriber that asks for changes without an origin is not told of them. A whole server knows it. */
const origin = `'stowage_sweep ' || current_database()`

/**
 * Deletes the rows of a platform that is not in this database, in batches. No trigger and no foreign key follows them,
 * and the control database keeps its copies.
 */
export async function sweepOut(
  { urls }: AdminCell,
  tables: readonly MovedTable[],
): Promise<number> {
  await using session = await connectAdmin(urls.adminUrl)
  // One session can use the origin at a time.
  await session.query(`select pg_advisory_lock(hashtextextended(${origin}, 0))`)
  await session.query(
    `select pg_replication_origin_create(${origin})
     where pg_replication_origin_oid(${origin}) is null`,
  )
  await session.query(`select pg_replication_origin_session_setup(${origin})`)
  await session.query('set session_replication_role = replica')
  let deleted = 0
  for (const each of tables) deleted += await sweepTable(session, each)
  return deleted
}

async function sweepTable(session: pg.ClientBase, { table, where }: MovedTable): Promise<number> {
  let deleted = 0
  for (;;) {
    const { rowCount } = await session.query(
      `delete from ${table} where ${where}
         and ctid = any(array(select ctid from ${table} where ${where} limit ${atOnce}))`,
    )
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < atOnce) return deleted
  }
}
