import { sql } from 'kysely'
import type { Tx } from './connect.ts'

/**
 * Has the database look through tables that were empty when it last did, so that it plans for what is in
 * them now. To be asked in a short transaction of its own after much was written; mostly there is nothing
 * to do, which takes a millisecond.
 */
export async function countNewTables(tx: Tx): Promise<void> {
  await sql`select authz.count_new_tables()`.execute(tx)
}
