import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { limitStatements } from '../../database/transactions.ts'
import type { Violation } from '../stock/kernel-queries.ts'
import { checkPostings } from './document-queries.ts'

/** Nobody reads more of them, and all of a broken platform would fill the table. */
const mostKept = 1_000

/**
 * Every place where two numbers that must agree do not, in one statement: of the whole ledger, or of what
 * movements since a moment have touched. `patience` is how many milliseconds it may take, 0 any number.
 */
export async function checkLedger(
  db: Db,
  platformId: string,
  since: Date | null,
  patience: number,
): Promise<{ violations: Violation[]; rows: string }> {
  await limitStatements(db, patience)
  const checks = since
    ? sql`select * from stock.verify_since(${platformId}, ${since})`
    : sql`select * from stock.verify(${platformId})
        union all select * from stock.verify_frame(${platformId})`
  const counted = since
    ? sql`select count(*) as n from tenant.stock_moves m
        join tenant.stock_ledger l on l.platform_id = m.platform_id and l.move_id = m.move_id
        where m.platform_id = ${platformId} and m.recorded_at >= ${since}`
    : sql`select count(*) as n from tenant.stock_ledger where platform_id = ${platformId}`
  const { rows } = await sql<Violation & { counted: string }>`
    with found as materialized (
      select * from (${checks}
        union all ${checkPostings(platformId, since)}
        union all select * from stock.verify_times(${platformId}, ${since})
        union all select * from stock.verify_documents(${platformId}, ${since})
        union all select * from stock.verify_fulfillments(${platformId}, ${since})
        union all select * from stock.verify_work(${platformId}, ${since})
        union all select * from stock.verify_returns(${platformId}, ${since})
        union all select * from stock.verify_events(${platformId}, ${since})) as all_of_them
      limit ${mostKept}
    ), counted as (
      ${counted}
    )
    select f.*, c.n as counted from counted c left join found f on true`.execute(db)
  return {
    violations: rows.flatMap(({ counted: _, ...found }) => (found.rule === null ? [] : [found])),
    rows: rows[0]?.counted ?? '0',
  }
}

export type Run = {
  runId: string
  kind: 'full' | 'incremental'
  startedAt: Date
  tookMs: number
  checkedRows: string
  violations: readonly Violation[]
}

export async function insertRun(
  tx: Tx,
  platformId: string,
  { violations, ...run }: Run,
): Promise<void> {
  await tx
    .insertInto('tenant.verifyRuns')
    .values({ platformId, ...run, violations: JSON.stringify(violations) })
    .execute()
}

/** The newest runs, newest first; with `ok` those that found nothing. */
export async function listRuns(
  db: Db,
  platformId: string,
  { limit, kind, ok = false }: { limit: number; kind?: Run['kind']; ok?: boolean },
): Promise<Run[]> {
  const rows = await db
    .selectFrom('tenant.verifyRuns')
    .select(['runId', 'kind', 'startedAt', 'tookMs', 'checkedRows', 'violations'])
    .where('platformId', '=', platformId)
    .$if(ok, (some) => some.where(sql<boolean>`violations = '[]'::jsonb`))
    .$if(kind !== undefined, (some) => some.where('kind', '=', kind ?? 'full'))
    .orderBy('startedAt', 'desc')
    .orderBy('runId', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ violations, ...run }) => ({ ...run, violations: violations as Violation[] }))
}

/** Every platform that is not deleted. */
export async function listPlatformsAtWork(db: Db): Promise<string[]> {
  const { rows } = await sql<{ platformId: string }>`
    select p as platform_id from authz.platforms_at_work() as p`.execute(db)
  return rows.map(({ platformId }) => platformId)
}

/** Checks whether a platform has any stock moves. */
export async function hasMoves(db: Db, platformId: string): Promise<boolean> {
  const row = await db
    .selectFrom('tenant.stockMoves')
    .select('kind')
    .where('platformId', '=', platformId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
