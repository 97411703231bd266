import type { CompiledQuery } from 'kysely'
import { executorOf, keepPlanOf, reasonOf, type Db, type Tx } from './connect.ts'

/** Stands for an argument, or for a part of one, while the query is built, to see where it goes. */
class Mark {
  readonly valueIn: (args: readonly unknown[]) => unknown
  constructor(valueIn: Mark['valueIn']) {
    this.valueIn = valueIn
  }
}

/** A record, such as a row to insert, is a mark for each of its keys. */
function markOf(arg: unknown, i: number) {
  if (!isRecord(arg)) return new Mark((args) => args[i])
  const parts = Object.keys(arg).map((key) => [key, new Mark((args) => partOf(args[i], key))])
  return Object.fromEntries(parts) as unknown
}

const isRecord = (arg: unknown): arg is Record<string, unknown> =>
  typeof arg === 'object' && arg !== null && Object.getPrototypeOf(arg) === Object.prototype
const partOf = (arg: unknown, key: string) => (arg as Record<string, unknown>)[key]

type Buildable<Row> = { compile(db: Db): CompiledQuery<Row> }

/** Builds a statement once, and afterwards only puts the values in. */
function onceBuilt<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Buildable<Row>,
) {
  let query: CompiledQuery<Row> | undefined
  return (db: Db, args: Args): CompiledQuery<Row> => {
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
 * A statement that is built once and planned once on each connection, and afterwards only given its
 * values: building and planning a short one cost more than running it, which shows on what every
 * request or every posting asks. Each argument must be a value in the statement, or a record of such
 * values that always has the same keys, and must not change its shape. The statement must lead to its
 * rows by keys: its plan knows no values.
 */
export function prepare<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Buildable<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  const statement = onceBuilt(build)
  return async (db, ...args) => run(db, statement(db, args))
}

/** The same for a read of at most one row. */
export function prepareRead<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Buildable<Row>,
): (db: Db, ...args: Args) => Promise<Row | undefined> {
  const read = prepare(build)
  return async (db, ...args) => (await read(db, ...args))[0]
}

/** The same for a write that returns no rows. */
export function prepareWrite<Args extends readonly unknown[]>(
  build: (db: Db, ...args: Args) => Buildable<unknown>,
): (tx: Tx, ...args: Args) => Promise<void> {
  const write = prepare(build)
  return async (tx, ...args) => {
    await write(tx, ...args)
  }
}

/**
 * Runs a statement that is built anew each time. As a prepared one it leaves at once, so that those that are
 * started together travel together.
 */
export const runAtOnce = <Row>(db: Db, query: Buildable<Row>): Promise<Row[]> =>
  run(db, query.compile(db))
