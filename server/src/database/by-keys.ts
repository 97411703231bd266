import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { prepare } from './prepared.ts'

const byKeys = sql`set_config('enable_seqscan', 'off', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_material', 'off', true)`

/**
 * Restricts this transaction to index lookups and nested loops. Sorting or hashing a large table
 * takes longer the more data other tenants have, and a page needs few rows.
 */
export const readByKeys = prepare(() => sql`select ${byKeys}`)

/** The same, joined as written: to look for the best order of a dozen tables takes longer than to read a page. */
export const readAsWritten = prepare(
  () => sql`select ${byKeys}, set_config('join_collapse_limit', '1', true)`,
)

/** Like `readByKeys`, where prepared statements are never planned for their values: an index finds whatever they ask for. */
export const readByPlans = prepare(
  () => sql`select ${byKeys}, set_config('plan_cache_mode', 'force_generic_plan', true)`,
)

const planAs = prepare(
  (_: Db, joins: string, plans: string, bitmaps: string) => sql`
    select set_config('join_collapse_limit', ${joins}, true),
      set_config('plan_cache_mode', ${plans}, true), set_config('enable_bitmapscan', ${bitmaps}, true)`,
)

/**
 * Prepares a read whose joins use keys in the written order. It is planned once per connection for
 * any arguments, because planning takes longer than the read and a plan made for a small platform
 * would be kept for a large one.
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
      // Later statements of the transaction are planned as usual.
      planAs(db, '8', 'auto', 'on'),
    ])
    return rows
  }
}
