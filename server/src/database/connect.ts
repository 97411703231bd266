import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CamelCasePlugin,
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type QueryExecutor,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import { mayPrepare, withRole, withSetting } from './login.ts'
import { openTurnsByKey } from '../concurrency/turns.ts'
import { sharesOf, type Shares } from './shares.ts'
import { endWhenDemoted, longestSilence } from './silence.ts'
import { sendTogether } from './sending.ts'

/** For reads. Both a pool and a transaction. */
export type Db = Kysely<Tables>
/** For writes, so a write outside a transaction does not compile. */
export type Tx = Transaction<Tables>

export interface Database {
  db: Db
  pool: pg.Pool
  /** Waits for running queries and closes all connections. */
  close(): Promise<void>
}

export interface ConnectOptions {
  /** Role to act as, for example `stowage_app`. Default: the login. */
  role?: string
  /** Maximum number of connections. Default: 10. */
  max?: number
  applicationName?: string
  /** Maximum time of a statement in milliseconds. Default: 10,000. 0: no limit. */
  statementTimeout?: number
  onError?(error: Error): void
}

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** State of the running transaction. */
type TransactionState = {
  /** Statement to send together with the first `begin`. */
  first: Statement | undefined
  connection?: DatabaseConnection
  /** The replies to `begin` and `first`. */
  begin?: Promise<unknown>
  /** Statement sent together with the commit. */
  last?: Promise<unknown>
  /** Milliseconds the server may take to reply, if not the default. */
  silence?: number
  /** The error of the last failed statement. */
  reason?: unknown
}
const transactionState = new AsyncLocalStorage<TransactionState>()
/** Returns whether the caller runs inside a transaction. */
export const isInTransaction = (): boolean => transactionState.getStore() !== undefined
const shares = new WeakMap<Db, Shares>()
/** Returns the shares of this database's connections. */
export const findShares = (db: Db): Shares | undefined => shares.get(db)
const pipelinedExecutors = new WeakMap<Db, QueryExecutor>()

/**
 * Runs `work`. The first transaction it opens sends `first` in the same packet as `begin`, which
 * saves a round trip. `first` is planned once.
 */
export function withBegin<T>(first: Statement, work: () => Promise<T>): Promise<T> {
  keepPlanOf(first.sql)
  const own: TransactionState = { first }
  return transactionState.run(own, async () => {
    try {
      return await work()
    } catch (error) {
      // Statements after a refused `first` only report that the transaction failed.
      if (codeOf(error) === afterFailure) await own.begin
      throw error
    }
  })
}

/**
 * Sends the last statement of a transaction, just started, in the same packet as the commit. If it
 * fails, the transaction fails with its reason and has changed nothing.
 */
export function sendWithCommit(statement: Promise<unknown>): void {
  const own = transactionState.getStore()
  if (!own) throw new Error('There is no transaction to commit.')
  // Awaited with the commit. Until then it must not count as an unhandled rejection.
  statement.catch(() => {})
  own.last = statement
}

/**
 * Sends prepared statements of this transaction immediately, pipelined. Kysely alone waits for the
 * previous reply.
 */
export function pipelineStatements(tx: Tx): void {
  const connection = transactionState.getStore()?.connection
  if (!connection) return
  const executor = tx.getExecutor()
  pipelinedExecutors.set(
    tx,
    executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  )
}

/** Allows further statements of this transaction `millis` each. 0 is no limit. */
export function expectSlowAnswers(millis: number): void {
  const own = transactionState.getStore()
  if (own) own.silence = longestSilence(millis)
}

/** Prepared statement names by statement text. */
const names = new Map<string, string>()

/** Makes each connection plan statements with this text once. */
export function keepPlanOf(text: string): void {
  if (!names.has(text)) names.set(text, `s${names.size}`)
}

/** Returns the executor of prepared statements. */
export const executorOf = (db: Db): QueryExecutor => pipelinedExecutors.get(db) ?? db.getExecutor()

/** SQLSTATE of statements that follow a failed one in the same transaction. */
const afterFailure = '25P02'
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

/**
 * Returns the original error of a failed prepared statement. Pipelined statements after a failed
 * one only report `25P02`.
 */
export function reasonOf(error: unknown): unknown {
  return codeOf(error) === afterFailure ? (transactionState.getStore()?.reason ?? error) : error
}

/** Keeps why a statement of this transaction failed, for those that were sent behind it. */
function keepReason(error: unknown): void {
  const own = transactionState.getStore()
  if (own && codeOf(error) !== afterFailure) own.reason = error
}

/**
 * Sends `begin`, and after reads `commit`, without waiting for their replies. If `begin` fails, the
 * following statements fail and `commit` throws the reason.
 */
class Driver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, { begin: Promise<unknown>; reads: boolean }>()

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const words = ['start transaction']
    if (settings.isolationLevel) words.push(`isolation level ${settings.isolationLevel}`)
    if (settings.accessMode) words.push(settings.accessMode)
    const reads = settings.accessMode === 'read only'
    let begin: Promise<unknown> = connection.executeQuery(CompiledQuery.raw(words.join(' ')))
    const own = transactionState.getStore()
    if (own?.first) {
      const { sql, parameters } = own.first
      const first = connection.executeQuery(CompiledQuery.raw(sql, [...parameters]))
      begin = Promise.all([begin, first])
    }
    if (own) Object.assign(own, { first: undefined, connection, begin })
    // Awaited before the commit. Until then it must not count as an unhandled rejection.
    begin.catch(() => {})
    this.#begun.set(connection, { begin, reads })
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const begun = this.#begun.get(connection)
    await begun?.begin
    const commit = super.commitTransaction(connection)
    // The results are complete, so the connection can take its next query.
    if (begun?.reads) commit.catch(() => {})
    // If the last statement failed, its reason is the reason, not that the commit rolled back.
    else await Promise.all([transactionState.getStore()?.last, commit])
  }
}

class Dialect extends PostgresDialect {
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }
  override createDriver(): PostgresDriver {
    return new Driver({ pool: this.#pool })
  }
}

const asText = (value: string): string => value
// As text, because a Date would shift a calendar date by the server's time zone.
const textTypes = new Set<number>([pg.types.builtins.DATE, pg.types.builtins.INTERVAL])

/**
 * Opens a pool for a `postgresql://` URL (a Unix socket is `postgresql://user:pw@/db?host=/dir`).
 * With `prepare=off` in it no statement is prepared.
 * int8 and numeric are returned as string, timestamptz as Date, date as `YYYY-MM-DD`. Connects with
 * the first query.
 */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const { max = 10, statementTimeout = 10_000 } = options
  const pool = new pg.Pool({
    // Compiling a statement, as the packages of Debian do, takes a report of a few rows seconds.
    connectionString: withSetting(options.role ? withRole(url, options.role) : url, 'jit=off'),
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    pipeline: true,
    application_name: options.applicationName ?? 'stowage',
    statement_timeout: statementTimeout,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    types: {
      getTypeParser: (oid: number, format?: string) =>
        textTypes.has(oid) ? asText : pg.types.getTypeParser(oid, format as 'text'),
    },
  } as pg.PoolConfig)
  // A lost connection is replaced at the next query. Its error event would end the process: the
  // pool handles it on idle connections, this handler on those in use.
  let isClosing = false
  pool.on('error', (error) => {
    if (!isClosing) options.onError?.(error)
  })
  pool.on('connect', (client) => {
    client.on('error', () => {})
    sendTogether(client, {
      usualSilence: longestSilence(statementTimeout),
      silence: () => transactionState.getStore()?.silence,
      onFailure: keepReason,
      nameOf: mayPrepare(url) ? (text) => names.get(text) : undefined,
    })
  })
  endWhenDemoted(pool)
  const db: Db = new Kysely<Tables>({
    dialect: new Dialect(pool),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const close = () => {
    isClosing = true
    return db.destroy()
  }
  shares.set(db, openTurnsByKey(sharesOf(max)))
  return { db, pool, close }
}
