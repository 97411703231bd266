import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  expectSlowAnswers,
  findShares,
  isInTransaction,
  pipelineStatements,
  withBegin,
  type Db,
  type Statement,
  type Tx,
} from './connect.ts'

export interface TransactionScope {
  accountId?: string | undefined
  platformId?: string | undefined
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const retries = 2
// serialization_failure and deadlock_detected: PostgreSQL rolled back, and the work can be
// repeated.
const retryable = new Set(['40001', '40P01'])

type Options = {
  readOnly?: boolean
  /** True for sign-in, which must not wait behind the platform's requests. */
  isUrgent?: boolean
}

/**
 * Runs `work` in one transaction in the row-level security scope `scope`. A scope without a
 * platform sees no tenant rows. `work` may run up to three times, so it must have no effects
 * outside the transaction. Waits for a turn in the share of the platform, or of the account if none
 * is named. Fails with `unavailable` if too many wait.
 */
export async function inTransaction<T>(
  db: Db,
  scope: TransactionScope,
  work: (tx: Tx) => Promise<T>,
  { readOnly = false, isUrgent = false }: Options = {},
): Promise<T> {
  const settings = setScope(scope, !readOnly)
  const leave = isUrgent ? undefined : await enterShare(db, scope)
  try {
    return await tryTransaction(db, settings, work, readOnly)
  } finally {
    leave?.()
  }
}

/** Work without a platform or account, and nested work, does not wait. */
async function enterShare(db: Db, { platformId, accountId }: TransactionScope) {
  const key = platformId ?? accountId
  if (key === undefined || isInTransaction()) return undefined
  return findShares(db)?.enter(key)
}

async function tryTransaction<T>(
  db: Db,
  settings: Statement,
  work: (tx: Tx) => Promise<T>,
  readOnly: boolean,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const transaction = db.transaction()
      return await withBegin(settings, () =>
        (readOnly ? transaction.setAccessMode('read only') : transaction).execute((tx) => {
          pipelineStatements(tx)
          return work(tx)
        }),
      )
    } catch (error) {
      if (attempt === retries || !retryable.has(codeOf(error) ?? '')) throw error
      await sleep((attempt + 1) * (5 + Math.random() * 25))
    }
  }
}

/**
 * Yields what `work` reads from one snapshot. The transaction ends with the last item or when the
 * caller stops, and fails (25P03) if the caller pauses longer than `patience` milliseconds.
 */
export async function* fromSnapshot<T>(
  db: Db,
  scope: TransactionScope,
  patience: number,
  work: (tx: Db) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const { sql: text, parameters } = setScope(scope, false)
  const settings = {
    sql: `${text}, set_config('idle_in_transaction_session_timeout', $${parameters.length + 1}, true)`,
    parameters: [...parameters, String(patience)],
  }
  const leave = await enterShare(db, scope)
  try {
    const tx = await withBegin(settings, () =>
      db
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(),
    )
    try {
      yield* work(tx)
      await tx.commit().execute()
    } finally {
      // A lost connection has nothing to roll back.
      if (!tx.isCommitted)
        await tx
          .rollback()
          .execute()
          .catch(() => {})
    }
  } finally {
    leave?.()
  }
}

/** Runs part of a transaction in a savepoint. If it fails, only its own changes are rolled back. */
export async function inSavepoint<T>(tx: Tx, part: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await part()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    // Otherwise it would remain and hide the savepoint of an outer part.
    await sql`release savepoint part`.execute(tx)
    throw error
  }
}

/**
 * Runs one statement as its own transaction, which saves two round trips. Sets no scope: only for
 * tables without tenants, or for functions that set the platform themselves.
 */
export const inOneStatement = <T>(db: Db, statement: (tx: Tx) => Promise<T>): Promise<T> =>
  statement(db as Tx)

/**
 * Sets the row-level security scope of this transaction to `platformId`, for a platform that the
 * request did not name, such as one being created.
 */
export async function enterPlatform(tx: Tx, platformId: string): Promise<void> {
  await sql`select set_config('app.platform_id', ${platformId}::uuid::text, true),
    directory.require_here(${platformId}::uuid, true)`.execute(tx)
}

/** Fails (see `isMoved`) if the platform is in another database, before something is said not to exist. */
export const requireHere = (db: Db, platformId: string): Promise<void> =>
  inTransaction(db, { platformId }, async () => {}, { readOnly: true, isUrgent: true })

/** Limits further statements of this transaction to `millis`. 0 is no limit. */
export async function limitStatements(db: Db, millis: number): Promise<void> {
  expectSlowAnswers(millis)
  await sql`select set_config('statement_timeout', ${String(millis)}, true)`.execute(db)
}

/**
 * Always sets both and only for the transaction, so a pooled connection does not keep a tenant. Fails if the platform
 * is in another database.
 */
function setScope({ accountId, platformId }: TransactionScope, isWriting: boolean) {
  const both = `select set_config('app.account_id', $1, true), set_config('app.platform_id', $2::text, true)`
  const parameters = [idOrNone(accountId), idOrNone(platformId)]
  if (platformId === undefined) return { sql: both, parameters }
  // A call costs more than a look at a table that is nearly always empty. A writer needs the call, for its lock.
  const here = isWriting
    ? 'directory.require_here($2::text::uuid, true)'
    : `(select directory.require_here(p.platform_id, false)
        from directory.platforms p where p.platform_id = $2::text::uuid)`
  return { sql: `${both}, ${here}${isWriting ? `, ${inWrittenOrder}` : ''}`, parameters }
}

/**
 * Statements of changes join a dozen tables by key, in an order that is right as written. To look for a better one takes
 * the planner longer than the whole change.
 */
const inWrittenOrder = `set_config('join_collapse_limit', '4', true)`

function idOrNone(id: string | undefined): string {
  if (id !== undefined && !uuid.test(id))
    throw new TypeError('A transaction scope takes UUIDs only.')
  return id ?? ''
}

/** SQLSTATEs of directory.require_here. */
const movedCode = 'SW001'
const movingCode = 'SW002'

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // Not the primary any more, shutdown, startup, too many connections, out of memory or disk, and three timeouts.
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53000',
  '53100',
  '53200',
  '53300',
  '57014',
  '55P03',
  '25P03',
  // The platform is in another database, or on its way to one.
  movedCode,
  movingCode,
])

// The driver's own errors have no code.
const unavailableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
  'Postgres connection has been discarded',
]

/** Returns whether an error is a temporary outage of the database. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined) return unavailableCodes.has(code) || /^08[0-9A-Z]{3}$/.test(code)
  if (!(error instanceof Error)) return false
  return (
    unavailableMessages.some((message) => error.message.startsWith(message)) ||
    isUnavailable(error.cause)
  )
}

/** Returns whether the platform is in another database. */
export const isMoved = (error: unknown): boolean => codeOf(error) === movedCode

/** Returns whether a write was refused because the platform is on its way to another database. */
export const isMoving = (error: unknown): boolean => codeOf(error) === movingCode

/** Returns whether a replica had to give up a read, because the primary removed what it looked at. */
export const isSnapshotLost = (error: unknown): boolean => codeOf(error) === '40001'

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
