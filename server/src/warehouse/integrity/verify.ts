import type { VerifyRun } from '@stowage/contract/warehouse/integrity'
import { record, system } from '../../audit.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transactions.ts'
import type { System, WorkspaceMember } from '../../http/actor.ts'
import { findById } from '../../platforms/directory/queries.ts'
import { insertEvent } from '../../workspace/events/queries.ts'
import {
  checkLedger,
  hasMoves,
  insertRun,
  listPlatformsAtWork,
  listRuns,
  type Run,
} from './queries.ts'

/**
 * Milliseconds before the last check that are checked again: entries were still being recorded when it began.
 */
const overlapMs = 60_000
const mostRuns = 30

/** From when on something is checked again after a check that began at this time and found nothing. */
export const sinceCheckOf = (startedAt: Date) => new Date(startedAt.getTime() - overlapMs)

/**
 * Checks the ledger of a platform and gives back what to keep of it. Reads only; `patience` in
 * milliseconds, 0 for any, after which the database gives up (57014). An incremental check goes on
 * from the last one that found nothing; where there is none it checks everything.
 */
export async function checkPlatform(
  db: Db,
  platformId: string,
  kind: Run['kind'],
  at: Date,
  patience = 0,
): Promise<Run> {
  const begun = performance.now()
  // What a check has found stays in sight until one finds nothing.
  const [last] = kind === 'full' ? [] : await listRuns(db, platformId, { limit: 1, ok: true })
  const since = last ? sinceCheckOf(last.startedAt) : null
  const { violations, rows } = await checkLedger(db, platformId, since, patience)
  return {
    runId: newId(),
    kind,
    startedAt: at,
    checkedRows: rows,
    violations,
    tookMs: Math.round(performance.now() - begun),
  }
}

/** Keeps a run, with its entry in the log, and raises the alarm when something is wrong. */
export async function saveVerifyRun(
  tx: Tx,
  by: WorkspaceMember | System,
  platformId: string,
  run: Run,
): Promise<VerifyRun> {
  const { runId, kind, violations } = run
  await insertRun(tx, platformId, run)
  await record(tx, by, 'STOCK_VERIFIED', {
    ...(violations.length > 0 && { outcome: 'failure' }),
    target: { type: 'verify_run', id: runId, name: kind },
    ...(!by.platform && (await platformOf(tx, platformId))),
    metadata: { violations: violations.length },
  })
  if (violations.length > 0)
    await insertEvent(tx, platformId, {
      type: 'verify.failed',
      subject: { type: 'verify_run', id: runId, version: 1 },
      payload: { kind, count: violations.length, violations: violations.slice(0, 10) },
      at: run.startedAt,
    })
  return toRunReply(run)
}

const platformOf = async (db: Db, platformId: string) => {
  const platform = await findById(db, platformId)
  return platform && { platform }
}

const toRunReply = (run: Run): VerifyRun => ({
  kind: run.kind,
  ok: run.violations.length === 0,
  violations: [...run.violations],
  rows: run.checkedRows,
  tookMs: run.tookMs,
  at: run.startedAt.toISOString(),
})

/** The last checks, newest first. */
export const lastRuns = async (db: Db, platformId: string): Promise<VerifyRun[]> =>
  (await listRuns(db, platformId, { limit: mostRuns })).map(toRunReply)

/** Checks one platform with all the time it takes and keeps the result. */
export async function verifyPlatform(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  platformId: string,
  kind: Run['kind'],
): Promise<VerifyRun> {
  const at = clock.now()
  const run = await inTransaction(
    db,
    { platformId },
    (inside) => checkPlatform(inside, platformId, kind, at),
    { readOnly: true },
  )
  return inTransaction(db, { platformId }, (tx) => saveVerifyRun(tx, system(at), platformId, run))
}

/** The books of one platform, or of every platform that keeps stock, one after the other. */
export async function* verifyEach(
  tools: Pick<Context, 'db' | 'clock'>,
  only?: string,
): AsyncGenerator<VerifyRun & { platformId: string }> {
  for (const platformId of only === undefined ? await listPlatformsAtWork(tools.db) : [only]) {
    const isUsed = await inTransaction(
      tools.db,
      { platformId },
      (inside) => hasMoves(inside, platformId),
      { readOnly: true },
    )
    if (isUsed) yield { platformId, ...(await verifyPlatform(tools, platformId, 'full')) }
  }
}
