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
import { withRole } from './login.ts'
import { openTurnsByKey, sharesOf, type Shares } from './shares.ts'
import { longestSilence } from './silence.ts'
import { sendTogether } from './sending.ts'

/** Reads take a `Db`; a pool and a transaction both are one. */
export type Db = Kysely<Tables>
/** Writes take a `Tx`, so that a write outside a transaction does not compile. */
export type Tx = Transaction<Tables>

export interface Database {
  db: Db
  pool: pg.Pool
  /** Waits for running queries and closes every connection. */
  close(): Promise<void>
}

export interface ConnectOptions {
  /** `stowage_app` makes any login serve as that role; leave it out to stay the login. */
  role?: string
  /** Most connections at once, 10 unless said. */
  max?: number
  applicationName?: string
  /** Milliseconds one statement may run, 10 000 unless said; 0 is no limit. */
  statementTimeout?: number
  onError?(error: Error): void
}

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** What is known of the transaction that is running. */
type Course = {
  /** What goes with the first `begin`, until it has gone. */
  first: Statement | undefined
  connection?: DatabaseConnection
  /** Milliseconds the server may owe an answer, where it is not the usual time. */
  silence?: number
  /** Why its last statement failed that did. */
  reason?: unknown
}
const course = new AsyncLocalStorage<Course>()
/** Whether this is asked inside the work of a transaction. */
export const isInTransaction = (): boolean => course.getStore() !== undefined
const shares = new WeakMap<Db, Shares>()
/** How the connections of this database are shared out. */
export const findShares = (db: Db): Shares | undefined => shares.get(db)
const freely = new WeakMap<Db, QueryExecutor>()

/**
 * Runs `work`; the first transaction it opens sends `first` in the same packet as its `begin`, which
 * saves a round trip. It is planned once.
 */
export function withBegin<T>(first: Statement, work: () => Promise<T>): Promise<T> {
  keepPlanOf(first.sql)
  return course.run({ first }, work)
}

/**
 * From here on prepared statements of this transaction leave at once, however many are on their way.
 * Kysely alone sends a statement when the one before has answered.
 */
export function sendAtOnce(tx: Tx): void {
  const connection = course.getStore()?.connection
  if (!connection) return
  const executor = tx.getExecutor()
  freely.set(
    tx,
    executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  )
}

/** From here on a statement of this transaction may run for `millis`; 0 is no limit. */
export function expectSlowAnswers(millis: number): void {
  const own = course.getStore()
  if (own) own.silence = longestSilence(millis)
}

/** Under which name a connection keeps the plan of each of these statements, by its text. */
const names = new Map<string, string>()

/** From here on each connection plans a statement of this text once. */
export function keepPlanOf(text: string): void {
  if (!names.has(text)) names.set(text, `s${names.size}`)
}

/** What runs a prepared statement. */
export const executorOf = (db: Db): QueryExecutor => freely.get(db) ?? db.getExecutor()

/** What PostgreSQL says of a statement behind one that failed in the same transaction. */
const afterFailure = '25P02'

/**
 * The reason to give for a prepared statement that failed. Of several on their way together those behind
 * the one that failed say no more than that; whichever is heard first, the reason is that one's.
 */
export function reasonOf(error: unknown): unknown {
  const own = course.getStore()
  if ((error as { code?: unknown } | null)?.code === afterFailure) return own?.reason ?? error
  if (own) own.reason = error
  return error
}

/**
 * Neither waits for `begin` nor, after reading, for `commit`: they travel with the statements next to
 * them. A `begin` that fails makes every statement behind it fail, and `commit` throws its reason.
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
    const own = course.getStore()
    if (own?.first) {
      const { sql, parameters } = own.first
      const first = connection.executeQuery(CompiledQuery.raw(sql, [...parameters]))
      begin = Promise.all([begin, first])
    }
    if (own) Object.assign(own, { first: undefined, connection })
    // Awaited before the commit; until then it must not count as an unhandled rejection.
    begin.catch(() => {})
    this.#begun.set(connection, { begin, reads })
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const begun = this.#begun.get(connection)
    await begun?.begin
    const commit = super.commitTransaction(connection)
    // What was read is known; the connection takes its next query behind this one.
    if (begun?.reads) commit.catch(() => {})
    else await commit
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
// A date is a day on a calendar: a Date object would move it by the server's time zone.
const textTypes = new Set<number>([pg.types.builtins.DATE, pg.types.builtins.INTERVAL])

/**
 * Opens a pool on a `postgresql://` URL (a Unix socket is `postgresql://user:pw@/db?host=/dir`).
 * Values arrive as: int8 and numeric string, timestamptz Date, date `YYYY-MM-DD`.
 * Nothing connects before the first query.
 */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const { max = 10, statementTimeout = 10_000 } = options
  const pool = new pg.Pool({
    connectionString: options.role ? withRole(url, options.role) : url,
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
  // A lost connection is replaced at the next query. Unheard, its event would end the process: the
  // pool hears it while the connection is idle, and nobody else does while it is in use.
  let isClosing = false
  pool.on('error', (error) => {
    if (!isClosing) options.onError?.(error)
  })
  pool.on('connect', (client) => {
    client.on('error', () => {})
    sendTogether(client, {
      usualSilence: longestSilence(statementTimeout),
      silence: () => course.getStore()?.silence,
      nameOf: (text) => names.get(text),
    })
  })
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
