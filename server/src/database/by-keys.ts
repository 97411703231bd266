import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { prepare } from './prepared.ts'

/**
 * From here on this transaction finds rows by an index or not at all: reading a large table through, to
 * sort it or to compare it with another, takes longer the more there is of others, and a page needs few
 * of its rows.
 */
export const readByKeys = prepare(
  () => sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('enable_material', 'off', true)`,
)

const planAs = prepare(
  (_: Db, joins: string, plans: string, bitmaps: string) => sql`
    select set_config('join_collapse_limit', ${joins}, true),
      set_config('plan_cache_mode', ${plans}, true), set_config('enable_bitmapscan', ${bitmaps}, true)`,
)

/**
 * A prepared read, each of whose joins is by key and in its place. It is planned once on each connection,
 * whatever it is given: looking for a better order takes longer than the read, and one that was found for
 * a small platform would be kept for a large one.
 */
export function prepareByKeys<Args extends readonly unknown[], Row>(
  build: Parameters<typeof prepare<Args, Row>>[0],
): (db: Db, ...args: Args) => Promise<Row[]> {
  const read = prepare(build)
  return async (db, ...args) => {
    const [, , rows] = await Promise.all([
      readByKeys(db),
      planAs(db, '1', 'force_generic_plan', 'off'),
      read(db, ...args),
      // What the same transaction asks afterwards, such as words, is planned as everything is.
      planAs(db, '8', 'auto', 'on'),
    ])
    return rows
  }
}
