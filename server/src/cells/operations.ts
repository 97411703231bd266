import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../database/connect.ts'
import {
  inTransaction,
  isMoved,
  isUnavailable,
  type TransactionScope,
} from '../database/transactions.ts'
import { fail } from '../errors.ts'
import { defineJob, sweep } from '../jobs/queue.ts'
import { controlCell, type Cell } from './cells.ts'
import { waitUntilCopied } from './marks.ts'
import {
  decide,
  deleteOperation,
  deleteOutcomes,
  findRoomiest,
  insertOperation,
  listOverdue,
  takeBack,
  wasDone,
  type Operation,
} from './operation-queries.ts'

// What an operation of two databases goes through: it is inserted in the control database with what it reserves, done
// in the cell together with its outcome, and deleted once the copies of the cell have arrived. A process may end
// after each of these; `finishOperations` then decides.

const waitMs = 1_000
const allWaitMs = 10_000
const patienceMs = 60_000
const keptMs = 86_400_000
const mostAtOnce = 200

type Tools = Pick<Context, 'control' | 'cells' | 'clock'>

/** Returns whether the database of this context is the one of the accounts. */
export const hasAccounts = ({ db, control }: Pick<Context, 'db' | 'control'>): boolean =>
  db === control

/** Runs `work` in one transaction of the control database. It must not name a platform of a cell. */
export const writeAccounts = <T>(
  { control }: Pick<Context, 'control'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inTransaction(control, {}, work, { isUrgent: true })

/** Uses up a code of an account whose member signs in or confirms in a cell. A process that ends here has used it up. */
export async function useUpFirst<T>(
  tools: Pick<Context, 'control' | 'cells'>,
  use: (tx: Tx) => Promise<T>,
): Promise<T> {
  const used = await writeAccounts(tools, use)
  await tools.cells.afterStep('used')
  return used
}

/** Waits until the control database has everything a cell has committed. Fails with `unavailable` after a second. */
export async function awaitCopies({ control }: Pick<Context, 'control'>, { db }: Pick<Cell, 'db'>) {
  if (db === control) return
  if (!(await waitUntilCopied({ from: db, to: control }, 'control', waitMs)))
    fail('unavailable', { retryAfter: 5 })
}

/**
 * Runs `work` in one transaction of the database of a platform, wherever that is. Fails with `unavailable` while it is
 * not known.
 */
export async function writeOn<T>(
  { cells }: Pick<Context, 'cells'>,
  platformId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    const { db } = await cells.find({ platformId })
    await cells.afterStep('found')
    const result = await inTransaction(db, { platformId }, work)
    await cells.afterStep('written')
    return result
  } catch (error) {
    if (!isMoved(error)) throw error
    cells.forget({ platformId })
    return fail('unavailable', { retryAfter: 5 })
  }
}

/**
 * Waits until every database has the copies of everything that was committed in another before. Fails with
 * `unavailable` if one is down or takes longer than some seconds.
 */
export async function awaitAllCopies({ control, cells }: Tools): Promise<void> {
  for (const { name } of cells.states()) {
    const { db } = await cells.byName(name)
    const hasArrived =
      (await waitUntilCopied({ from: control, to: db }, 'identity', allWaitMs)) &&
      (await waitUntilCopied({ from: db, to: control }, 'control', allWaitMs))
    if (!hasArrived) fail('unavailable', { retryAfter: 5 })
  }
}

/**
 * Returns the database for a new platform: of those that can be used, the one with the fewest platforms. One whose copy
 * of the accounts is more than a second behind is passed over, because the creator could not sign in there.
 */
export async function findRoom({ cells, control }: Tools): Promise<Cell> {
  const names = new Set([controlCell, ...cells.ready().map(({ name }) => name)])
  for (;;) {
    const name = await findRoomiest(control, [...names])
    if (name === undefined) return fail('unavailable', { retryAfter: 60 })
    const cell = await cells.byName(name)
    const hasNewest =
      cell.db === control ||
      (await waitUntilCopied({ from: control, to: cell.db }, 'identity', waitMs))
    if (hasNewest) return cell
    names.delete(name)
  }
}

type Plan = {
  operation: Operation
  /** Scope of the transaction in the cell. */
  scope: TransactionScope
  /** Checks the accounts: runs in the control database, in the transaction that begins. */
  check: (tx: Tx) => Promise<void>
}

/**
 * Does `work` in one transaction of the cell of a platform, if the control database agrees. Fails with `unavailable`
 * if the operation took so long that it was given up.
 */
export async function acrossDatabases<T>(
  tools: Tools,
  { operation, scope, check }: Plan,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { cells, control, clock } = tools
  const { operationId } = operation
  const { db } = await cells.byName(operation.cell)
  await inTransaction(control, {}, async (tx) => {
    await check(tx)
    await insertOperation(tx, operation, clock.now())
  })
  await cells.afterStep('begun')
  const result = await inTransaction(db, scope, async (tx) => {
    // First, so whoever gives up the operation waits for it.
    if (!(await decide(tx, operationId, true, clock.now()))) fail('unavailable', { retryAfter: 1 })
    return work(tx)
  }).catch(async (error: unknown) => {
    // Otherwise what it reserved would stay so for a minute.
    await finish(tools, operation).catch(() => {})
    throw error
  })
  await cells.afterStep('done')
  const hasArrived = await waitUntilCopied({ from: db, to: control }, 'control', waitMs).catch(
    () => false,
  )
  await cells.afterStep('copied')
  if (hasArrived)
    await inTransaction(control, {}, (tx) => deleteOperation(tx, operationId)).catch(() => {})
  return result
}

/** Finishes an operation that was done, and takes back one that was not. Fails with `unavailable` if it cannot. */
async function finish(tools: Tools, operation: Operation): Promise<void> {
  const { control, cells, clock } = tools
  const { db } = await cells.byName(operation.cell)
  if (await isDecidedAsDone(db, operation, clock.now())) {
    await awaitCopies(tools, { db })
    await inTransaction(control, {}, (tx) => deleteOperation(tx, operation.operationId))
  } else await inTransaction(control, {}, (tx) => takeBack(tx, operation))
}

const isDecidedAsDone = (db: Db, { operationId }: Operation, at: Date) =>
  inTransaction(db, {}, async (tx) => {
    const isRefusedNow = await decide(tx, operationId, false, at)
    return !isRefusedNow && wasDone(tx, operationId)
  })

/**
 * Returns whether an earlier attempt has done the operation, wherever its platform was then. The outcome stays in a
 * database that the platform leaves; one that does not answer is not waited for.
 */
export async function wasDoneAnywhere(
  { control, cells }: Pick<Context, 'control' | 'cells'>,
  operationId: string,
): Promise<boolean> {
  const dbs = [control, ...cells.ready().map(({ db }) => db)]
  const answers = dbs.map((db) =>
    wasDone(db, operationId).catch((error: unknown) => {
      if (isUnavailable(error)) return false
      throw error
    }),
  )
  return (await Promise.all(answers)).includes(true)
}

/** Ends, once a minute, the operations that were begun more than a minute ago. Those in a cell that is down wait. */
export const finishOperations = defineJob({
  name: 'finish-operations',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 600 },
  async run(context) {
    const { cells, clock, control, log, signal } = context
    const before = new Date(clock.now().getTime() - patienceMs)
    await Promise.all(
      cells.states().map(async ({ name }) => {
        for (const operation of await listOverdue(control, name, { before, most: mostAtOnce })) {
          if (signal.aborted) return
          await finish(context, operation)
        }
      }),
    ).catch((error: unknown) => log.warn({ err: error }, 'Operations in a cell still wait'))
  },
})

/** Deletes outcomes that nobody asks for any more, once a day. */
export const forgetOutcomes = defineJob({
  name: 'forget-outcomes',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 120 },
  run: ({ write, clock }) =>
    write((tx) => deleteOutcomes(tx, new Date(clock.now().getTime() - keptMs))),
})
