import { sql } from 'kysely'
import type { Tx } from './connect.ts'

/**
 * Analyzes tables that were empty at the last analysis, so plans match their content. Call it in a
 * short transaction after large writes. Takes a millisecond if there is nothing to do.
 */
export async function countNewTables(tx: Tx): Promise<void> {
  await sql`select authz.count_new_tables()`.execute(tx)
}
