import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** Stands for an argument while the query is built, to see where it goes. */
class Mark {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * A read of at most one row whose SQL is built once and only given its values afterwards: building
 * it costs more than sending it, which shows on reads of every request. Each argument must be a
 * value in the query and must not change its shape.
 */
export function prepareRead<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row>,
): (db: Db, ...args: Args) => Promise<Row | undefined> {
  let query: CompiledQuery<Row> | undefined
  return async (db, ...args) => {
    query ??= build(db, ...(args.map((_, i) => new Mark(i)) as unknown as Args)).compile()
    const parameters = query.parameters.map((each) =>
      each instanceof Mark ? args[each.index] : each,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows[0]
  }
}
