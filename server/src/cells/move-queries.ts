import pg from 'pg'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { controlCell } from './cells.ts'
import type { AdminCell } from './places.ts'

export type Move = { platformId: string; source: string; target: string; step: string }

/** Keeps other commands from moving or cleaning the platform until the session ends. Returns whether it did. */
export async function tryLockMove(control: pg.ClientBase, platformId: string): Promise<boolean> {
  const { rows } = await control.query<{ held: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('move ' || $1, 0)) as held`,
    [platformId],
  )
  return rows[0]?.held === true
}

export async function unlockMove(control: pg.ClientBase, platformId: string): Promise<void> {
  await control.query(`select pg_advisory_unlock(hashtextextended('move ' || $1, 0))`, [platformId])
}

export async function findMove(
  control: pg.ClientBase,
  platformId: string,
): Promise<Move | undefined> {
  const { rows } = await control.query<Move>(
    `select platform_id as "platformId", source, target, step from directory.moves
     where platform_id = $1`,
    [platformId],
  )
  return rows[0]
}

export async function saveStep(control: pg.ClientBase, move: Move, at: Date): Promise<void> {
  await control.query(
    `insert into directory.moves (platform_id, source, target, step, started_at, changed_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (platform_id) do update set step = excluded.step, changed_at = excluded.changed_at`,
    [move.platformId, move.source, move.target, move.step, at],
  )
}

export async function deleteMove(control: pg.ClientBase, platformId: string): Promise<void> {
  await control.query('delete from directory.moves where platform_id = $1', [platformId])
}

/** Returns the name of the cell a platform is in. */
export async function whereIs(control: pg.ClientBase, platformId: string): Promise<string> {
  const { rows } = await control.query<{ cell: string }>(
    `select cell from directory.platforms where platform_id = $1 and state = 'live'`,
    [platformId],
  )
  return rows[0]?.cell ?? controlCell
}

/** Returns the state of a platform in the directory of a database, undefined for one that is simply here. */
export async function stateIn(
  { admin }: AdminCell,
  platformId: string,
): Promise<string | undefined> {
  const { rows } = await admin.query<{ state: string }>(
    'select state from directory.platforms where platform_id = $1',
    [platformId],
  )
  return rows[0]?.state
}

export async function isPlatform({ admin }: AdminCell, platformId: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from tenant.platforms where platform_id = $1', [
    platformId,
  ])
  return rowCount === 1
}

/** Returns a fingerprint of the migrations and functions of a database, for comparison. */
export async function releaseOf({ admin }: AdminCell): Promise<string> {
  const { rows } = await admin.query<{ release: string }>(
    `select string_agg(id || sha256, ',' order by id) ||
       (select string_agg(name || sha256, ',' order by name) from ops.functions) as release
     from ops.migrations`,
  )
  return rows[0]?.release ?? ''
}

export async function isActive(control: pg.ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await control.query(
    `select from directory.cells where name = $1 and state = 'active'`,
    [name],
  )
  return rowCount === 1
}

export async function hasOperation(control: pg.ClientBase, platformId: string): Promise<boolean> {
  const { rowCount } = await control.query(
    'select from directory.operations where platform_id = $1',
    [platformId],
  )
  return (rowCount ?? 0) > 0
}

/** Returns a path of the platform that is still taken by another one that has left the target. */
export async function findTakenPath(
  source: AdminCell,
  target: AdminCell,
  platformId: string,
): Promise<string | undefined> {
  const { rows } = await source.admin.query<{ slug: string }>(
    'select slug from tenant.slug_history where platform_id = $1',
    [platformId],
  )
  const taken = await target.admin.query<{ slug: string }>(
    'select slug from tenant.slug_history where slug = any($1) and platform_id <> $2 limit 1',
    [rows.map(({ slug }) => slug), platformId],
  )
  return taken.rows[0]?.slug
}

/** Keeps the copy out of everything the target does with its platforms, until it is live there. */
export async function fence(
  { admin }: AdminCell,
  { platformId, source }: Pick<Move, 'platformId' | 'source'>,
  at: Date,
): Promise<void> {
  await admin.query(
    `insert into directory.platforms (platform_id, cell, state, changed_at)
     values ($1, $2, 'left', $3)
     on conflict (platform_id) do update set cell = excluded.cell, changed_at = excluded.changed_at`,
    [platformId, source, at],
  )
}

/**
 * Waits up to two seconds for those who write on the platform, and refuses all who begin later. Returns false if
 * somebody writes longer.
 */
export async function tryPause(place: AdminCell, { platformId, target }: Move, at: Date) {
  const { admin } = place
  if (!(await tryStopWriters(place, platformId))) return false
  try {
    await admin.query(
      `insert into directory.platforms (platform_id, cell, state, changed_at)
       values ($1, $2, 'moving', $3) on conflict (platform_id) do nothing`,
      [platformId, target, at],
    )
    await admin.query('commit')
    return true
  } catch (error) {
    await admin.query('rollback')
    throw error
  }
}

/**
 * Waits up to two seconds for those who write on the platform, and lets all who begin later wait until `letWrite`.
 * Returns false if somebody writes longer.
 */
export async function tryStopWriters({ admin }: AdminCell, platformId: string): Promise<boolean> {
  await admin.query('begin')
  try {
    await admin.query(`set local lock_timeout = '2s'`)
    await admin.query(`select pg_advisory_xact_lock(hashtextextended('platform ' || $1, 0))`, [
      platformId,
    ])
    return true
  } catch (error) {
    await admin.query('rollback')
    if (error instanceof pg.DatabaseError && error.code === '55P03') return false
    throw error
  }
}

export const letWrite = async ({ admin }: AdminCell): Promise<void> =>
  void (await admin.query('rollback'))

export async function resume({ admin }: AdminCell, platformId: string): Promise<void> {
  await admin.query(`delete from directory.platforms where platform_id = $1 and state = 'moving'`, [
    platformId,
  ])
}

export async function countUnsealed({ admin }: AdminCell, platformId: string): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int as count from audit.audit_pending p
     join audit.audit_log l on l.id = p.audit_id where l.platform_id = $1`,
    [platformId],
  )
  return rows[0]?.count ?? 0
}

/** Room for numbers that others take at the same moment, so a sequence never goes back. */
const gap = 1_000_000

/** Sets the sequences of a database above the numbers of a platform that has come. */
export async function raiseSequences({ admin }: AdminCell, platformId: string): Promise<void> {
  const { rows } = await admin.query<{ sequence: string; table: string; column: string }>(
    `select pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence,
       c.oid::regclass::text as table, quote_ident(a.attname) as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     where c.relnamespace = 'tenant'::regnamespace and not c.relispartition`,
  )
  for (const { sequence, table, column } of rows)
    await admin.query(
      `select setval('${sequence}', m.most + ${gap})
       from (select max(${column}) as most from ${table} where platform_id = $1) m
       where m.most >= (select last_value from ${sequence})`,
      [platformId],
    )
}

/** From here on nobody is answered from the source any more. */
export async function leave({ admin }: AdminCell, { platformId, target }: Move, at: Date) {
  await admin.query(
    `update directory.platforms set state = 'left', cell = $2, changed_at = $3
     where platform_id = $1 and state = 'moving'`,
    [platformId, target, at],
  )
}

export async function arrive({ admin }: AdminCell, platformId: string): Promise<void> {
  await admin.query(`delete from directory.platforms where platform_id = $1 and state = 'left'`, [
    platformId,
  ])
}

/** Tells all servers, in the control database, where the platform is. */
export async function pointTo(
  control: pg.ClientBase,
  { platformId, target }: Pick<Move, 'platformId' | 'target'>,
  at: Date,
) {
  if (target === controlCell)
    await control.query('delete from directory.platforms where platform_id = $1', [platformId])
  else
    await control.query(
      `insert into directory.platforms (platform_id, cell, state, changed_at)
       values ($1, $2, 'live', $3)
       on conflict (platform_id) do update set
         cell = excluded.cell, state = excluded.state, changed_at = excluded.changed_at`,
      [platformId, target, at],
    )
}

export async function dropPublications(
  { admin }: AdminCell,
  names: readonly string[],
  platformId: string,
): Promise<void> {
  for (const name of names)
    await admin.query(`drop publication if exists ${pg.escapeIdentifier(name)}`)
  await deleteMarks(admin, platformId)
}

export async function deleteMarks(client: pg.ClientBase, platformId: string): Promise<void> {
  await client.query(`delete from directory.marks where channel = 'move ' || $1`, [platformId])
}

export async function analyze(
  { admin }: AdminCell,
  tables: readonly { table: string }[],
): Promise<void> {
  for (const { table } of tables) await admin.query(`analyze ${table}`)
}

/** Returns how many rows the tables that are being copied right now have got. */
export async function countCopying({ admin }: AdminCell): Promise<number> {
  const { rows } = await admin.query<{ count: string }>(
    `select coalesce(sum(tuples_processed), 0) as count from pg_stat_progress_copy
     where datname = current_database() and command = 'COPY FROM'`,
  )
  return Number(rows[0]?.count ?? 0)
}

/** Shows a transaction the rows of a platform that the directory says is elsewhere, such as its copy. */
export async function lookInto(tx: Db, platformId: string): Promise<void> {
  await sql`select set_config('app.platform_id', ${platformId}::uuid::text, true)`.execute(tx)
}
