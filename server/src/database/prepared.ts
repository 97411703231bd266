import type { CompiledQuery } from 'kysely'
import { executorOf, keepPlanOf, reasonOf, type Db, type Tx } from './connect.ts'

/** Placeholder for an argument while the query is built, to find its parameter positions. */
class Mark {
  readonly valueIn: (args: readonly unknown[]) => unknown
  constructor(valueIn: Mark['valueIn']) {
    this.valueIn = valueIn
  }
}

/** Returns a placeholder, for a record one per key. */
function markOf(arg: unknown, i: number) {
  if (!isRecord(arg)) return new Mark((args) => args[i])
  const parts = Object.keys(arg).map((key) => [key, new Mark((args) => partOf(args[i], key))])
  return Object.fromEntries(parts) as unknown
}

const isRecord = (arg: unknown): arg is Record<string, unknown> =>
  typeof arg === 'object' && arg !== null && Object.getPrototypeOf(arg) === Object.prototype
const partOf = (arg: unknown, key: string) => (arg as Record<string, unknown>)[key]

type Buildable<Row> = { compile(db: Db): CompiledQuery<Row> }

/** Builds a statement once and afterwards only inserts the values. */
function onceBuilt<Args extends readonly unknown[], Row, On extends Db>(
  build: (db: On, ...args: Args) => Buildable<Row>,
) {
  let query: CompiledQuery<Row> | undefined
  return (db: On, args: Args): CompiledQuery<Row> => {
    if (!query) {
      query = build(db, ...(args.map(markOf) as unknown as Args)).compile(db)
      keepPlanOf(query.sql)
    }
    const parameters = query.parameters.map((each) =>
      each instanceof Mark ? each.valueIn(args) : each,
    )
    return { ...query, parameters }
  }
}

async function run<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  try {
    const { rows } = await executorOf(db).executeQuery<Row>(query)
    return rows
  } catch (error) {
    throw reasonOf(error)
  }
}

/**
 * Prepares a statement that is built once and planned once per connection, because building and
 * planning a short one costs more than running it. Each argument must be a value or a record of
 * values with fixed keys, and must not change the shape of the statement. The statement must find
 * its rows by key, because its plan does not depend on values. A write that returns rows is built with a `Tx`, and runs
 * only in one.
 */
export function prepare<Args extends readonly unknown[], Row, On extends Db = Db>(
  build: (db: On, ...args: Args) => Buildable<Row>,
): (db: On, ...args: Args) => Promise<Row[]> {
  const statement = onceBuilt(build)
  return async (db, ...args) => run(db, statement(db, args))
}

/** Prepares a read of at most one row. */
export function prepareRead<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Buildable<Row>,
): (db: Db, ...args: Args) => Promise<Row | undefined> {
  const read = prepare(build)
  return async (db, ...args) => (await read(db, ...args))[0]
}

/** Prepares a write without result rows. */
export function prepareWrite<Args extends readonly unknown[]>(
  build: (db: Db, ...args: Args) => Buildable<unknown>,
): (tx: Tx, ...args: Args) => Promise<void> {
  const write = prepare(build)
  return async (tx, ...args) => {
    await write(tx, ...args)
  }
}

/**
 * Runs a statement that is built each time. Sent like a prepared one, so statements started
 * together are pipelined.
 */
export const runPipelined = <Row>(db: Db, query: Buildable<Row>): Promise<Row[]> =>
  run(db, query.compile(db))

/**
 * Runs a statement that is built each time and planned once per connection. It must find its rows by key, and there
 * must be few such statements: each is kept for good.
 */
export function runPrepared<Row>(db: Db, statement: Buildable<Row>): Promise<Row[]> {
  const query = statement.compile(db)
  keepPlanOf(query.sql)
  return run(db, query)
}
