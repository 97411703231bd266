import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  expectSlowAnswers,
  findShares,
  isInTransaction,
  sendAtOnce,
  withBegin,
  type Db,
  type Statement,
  type Tx,
} from './connect.ts'

export interface Scope {
  accountId?: string | undefined
  platformId?: string | undefined
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const retries = 2
// serialization_failure and deadlock_detected: PostgreSQL undid the work, and it may simply run again.
const retryable = new Set(['40001', '40P01'])

type Options = {
  readOnly?: boolean
  /** True for sign-in, which must not wait behind the requests of its platform. */
  isUrgent?: boolean
}

/**
 * Runs `work` in one transaction that row-level security lets see what `scope` names; a scope
 * without a platform sees no tenant rows. `work` may run up to three times, so it must do nothing
 * that outlives the transaction. Takes a turn in the share of the platform, or of the account where
 * no platform is named; fails with `unavailable` when too many wait for one already.
 */
export async function inTransaction<T>(
  db: Db,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  { readOnly = false, isUrgent = false }: Options = {},
): Promise<T> {
  const settings = setScope(scope)
  const leave = isUrgent ? undefined : await enterShare(db, scope)
  try {
    return await tryTransaction(db, settings, work, readOnly)
  } finally {
    leave?.()
  }
}

/** Nothing for work that belongs to nobody, and inside a transaction, which has its turn already. */
async function enterShare(db: Db, { platformId, accountId }: Scope) {
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
          sendAtOnce(tx)
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
 * What `work` finds, piece by piece, in one snapshot of the database: whatever is written meanwhile,
 * it is not seen. The transaction ends with the last piece, or when the caller wants no more; it ends
 * with a failure (25P03) when the caller takes no piece for `patience` milliseconds.
 */
export async function* fromSnapshot<T>(
  db: Db,
  scope: Scope,
  patience: number,
  work: (tx: Db) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const { sql: text, parameters } = setScope(scope)
  const settings = {
    sql: `${text}, set_config('idle_in_transaction_session_timeout', $3, true)`,
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
      // Of a lost connection there is nothing to end.
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

/** Runs a part of a transaction that may fail by itself: what it wrote is gone, what was before stays. */
export async function inSavepoint<T>(tx: Tx, part: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await part()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    // It would stay, and hide that of the part around this one.
    await sql`release savepoint part`.execute(tx)
    throw error
  }
}

/**
 * Runs one statement that is a transaction by itself, which saves two round trips. No scope is set:
 * only for tables that belong to no tenant, or for a function that enters its platform itself.
 */
export const inOneStatement = <T>(db: Db, statement: (tx: Tx) => Promise<T>): Promise<T> =>
  statement(db as Tx)

/**
 * From here on row-level security lets this transaction see `platformId`, and no other platform:
 * for work on a platform the request did not name, such as one that is being created.
 */
export async function enterPlatform(tx: Tx, platformId: string): Promise<void> {
  await sql`select set_config('app.platform_id', ${platformId}, true)`.execute(tx)
}

/** Limits statements of this transaction to `millis` from here on; 0 is no limit. */
export async function limitStatements(db: Db, millis: number): Promise<void> {
  expectSlowAnswers(millis)
  await sql`select set_config('statement_timeout', ${String(millis)}, true)`.execute(db)
}

/** Always sets both, in the transaction only: a pooled connection must not carry a tenant along. */
const setScope = ({ accountId, platformId }: Scope) => ({
  sql: `select set_config('app.account_id', $1, true), set_config('app.platform_id', $2, true)`,
  parameters: [idOrNone(accountId), idOrNone(platformId)],
})

function idOrNone(id: string | undefined): string {
  if (id !== undefined && !uuid.test(id))
    throw new TypeError('A transaction scope takes UUIDs only.')
  return id ?? ''
}

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
  // Shutting down or starting, too many connections, out of memory or disk, and the three timeouts.
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
])

// The driver's own failures carry no code.
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

/** Whether the database could not answer for now, so that the caller may try again later. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined) return unavailableCodes.has(code) || /^08[0-9A-Z]{3}$/.test(code)
  if (!(error instanceof Error)) return false
  return (
    unavailableMessages.some((message) => error.message.startsWith(message)) ||
    isUnavailable(error.cause)
  )
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
