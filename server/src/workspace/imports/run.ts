import { mostAtOnce } from '@stowage/contract/workspace/imports'
import type { Tx } from '../../database/connect.ts'
import { countNewTables } from '../../database/statistics.ts'
import type { Failure } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { asFailure } from '../../http/problem.ts'
import { numberText } from '../documents/numbers.ts'
import { reserveNumbers } from '../documents/number-queries.ts'
import { lockImport, saveImport, type Locked } from './queries.ts'
import { countGroups, countResults, saveResults, type RowResult } from './row-queries.ts'
import { findWorkerOf, stopWork, WorkerGone } from './stop.ts'
import { applyStep, checkStep, kindOf, RowsRefused, skipStep, undoStep } from './steps.ts'

/** Rows of one transaction. */
const rowsAtOnce = 500
/** To look at rows holds nobody up. */
const rowsChecked = 2_000

/** Runs `work` in a transaction of its own on the platform of the file. */
export type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
type Work = { write: Write; actor: WorkspaceMember; importId: string }

/**
 * Goes on with what is being done with a file until it is done or `isOver` says that somebody else
 * shall go on. True when there is nothing more to do; so several may work on one file, and take turns.
 * A refusal to undo is kept with the file and thrown. Each transaction asks whether whoever began still may; if not,
 * the file ends where it is and says so.
 */
export async function workOn(
  write: Write,
  actor: WorkspaceMember,
  importId: string,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const work = { write, actor, importId }
  const { id: platformId } = actor.platform
  const numbers: string[] = []
  const prefix = await write((tx) => prefixOf(tx, work))
  for (let limit = rowsAtOnce; !isOver();) {
    try {
      if (prefix) await takeMissing(work, prefix, limit, numbers)
      let used = 0
      const isDone = await write((tx) => {
        used = 0
        return step(
          tx,
          work,
          limit,
          async () =>
            numbers[used++] ?? numberText(prefix, await reserveNumbers(tx, platformId, prefix, 1)),
        )
      })
      numbers.splice(0, used)
      if (isDone) return true
      // On a fresh database these are the first rows of all.
      await write(countNewTables)
      limit = Math.min(rowsAtOnce, limit * 2)
    } catch (error) {
      limit = await afterRefusal(work, limit, error)
    }
  }
  return false
}

/** The prefix of the numbers that are given while the file is applied; empty where none are. */
async function prefixOf(tx: Tx, work: Work): Promise<string> {
  const file = await lockFile(tx, work)
  return (file?.busy === 'apply' && kindOf(file).prefix) || ''
}

/**
 * Adds the numbers that the next step needs for its documents. They are taken before, because everybody else waits
 * for a number until the commit of who took the last.
 */
async function takeMissing(
  work: Work,
  prefix: string,
  limit: number,
  numbers: string[],
): Promise<void> {
  const { write, actor } = work
  const { id: platformId } = actor.platform
  const needed = await write(async (tx) => {
    const file = await lockFile(tx, work)
    if (file?.busy !== 'apply') return 0
    const next = { from: file.lastRow, limit: isWhole(file) ? null : limit }
    return countGroups(tx, platformId, file.id, next)
  })
  const missing = needed - numbers.length
  if (missing <= 0) return
  const first = await write((tx) => reserveNumbers(tx, platformId, prefix, missing))
  for (let i = 0n; i < missing; i++) numbers.push(numberText(prefix, first + i))
}

const lockFile = (tx: Tx, { actor, importId }: Work) => lockImport(tx, actor.platform.id, importId)

async function step(
  tx: Tx,
  work: Work,
  limit: number,
  nextNumber: () => Promise<string>,
): Promise<boolean> {
  const file = await lockFile(tx, work)
  if (!file?.busy) return true
  const actor = await findWorkerOf(tx, work.actor, file)
  if (!actor) return stopWork(tx, work.actor, file)
  if (file.busy === 'validate') return checkStep(tx, actor, file, rowsChecked)
  const one = file.busy === 'apply' ? applyStep : undoStep
  if (!isWhole(file)) return one(tx, actor, file, limit, nextNumber)
  for (let current: Locked | undefined = file; current; current = await lockFile(tx, work)) {
    const now = await findWorkerOf(tx, actor, current)
    if (!now) throw new WorkerGone()
    if (await one(tx, now, current, limit, nextNumber)) break
  }
  return true
}

/** Checks whether all of it is done in one transaction. */
const isWhole = ({ busy, mode, rowsTotal }: Locked) =>
  busy === 'undo' ? rowsTotal <= mostAtOnce : mode === 'all_or_nothing'

/**
 * Returns the number of rows to try next after a step that was refused: fewer, until the row is found that is to
 * blame, which is then left out. What is no refusal rises, and another attempt goes on from here.
 */
async function afterRefusal(work: Work, limit: number, error: unknown): Promise<number> {
  const { write } = work
  // Everything was taken back, and the next step stops.
  if (error instanceof WorkerGone) return limit
  const results = error instanceof RowsRefused ? error.results : []
  const failure = error instanceof RowsRefused ? undefined : refusalOf(error)
  if (!failure && results.length === 0) throw error
  const file = await write((tx) => lockFile(tx, work))
  if (file?.busy === 'undo') {
    await write((tx) => giveUp(tx, work, { failure: wordsOf(failure) }))
    throw error
  }
  if (file?.busy !== 'apply') throw error
  if (file.mode === 'all_or_nothing') {
    await write((tx) => giveUp(tx, work, { state: 'failed', failure: wordsOf(failure) }, results))
    return limit
  }
  if (limit > 1) return Math.ceil(limit / 8)
  const { code, message } = wordsOf(failure) ?? { code: 'internal_error', message: '' }
  await write(async (tx) => {
    const current = await lockFile(tx, work)
    if (current?.busy === 'apply')
      await skipStep(tx, work.actor, current, { column: '', code, message })
  })
  return 1
}

/** Returns the permanent refusal of the database; undefined for an outage or a bug. */
function refusalOf(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined
  const failure = asFailure(error)
  return failure.status < 500 ? failure : undefined
}

const wordsOf = (failure: Failure | undefined) =>
  failure && {
    code: failure.code,
    message: failure.message,
    blockers: (failure.extra['blockers'] ?? []) as readonly object[],
  }

async function giveUp(
  tx: Tx,
  work: Work,
  { failure, ...values }: { state?: 'failed'; failure: ReturnType<typeof wordsOf> },
  results: readonly RowResult[] = [],
): Promise<void> {
  const { platform, at } = work.actor
  const file = await lockFile(tx, work)
  if (!file?.busy) return
  await saveResults(tx, platform.id, file.id, results)
  await saveImport(tx, platform.id, file.id, {
    busy: null,
    lastRow: 0,
    updatedAt: at,
    finishedAt: at,
    ...values,
    ...(values.state && (await countResults(tx, platform.id, file.id))),
    failure: failure ? JSON.stringify(failure) : null,
  })
}
