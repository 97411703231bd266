import type { Arrangement, TableName } from '@stowage/contract/platforms/table-settings'
import type { Db, Tx } from '../../database/connect.ts'

/** Returns the member's saved table settings. */
export async function listArrangements(
  db: Db,
  platformId: string,
  memberId: string,
): Promise<{ table: TableName; arrangement: Arrangement }[]> {
  const rows = await db
    .selectFrom('tenant.tableSettings')
    .select(['tableName', 'columns', 'hidden'])
    .where('platformId', '=', platformId)
    .where('memberId', '=', memberId)
    .orderBy('tableName')
    .execute()
  return rows.map(({ tableName, ...arrangement }) => ({
    table: tableName as TableName,
    arrangement,
  }))
}

/** Inserts or replaces the settings of this table and returns them. */
export async function putArrangement(
  tx: Tx,
  platformId: string,
  memberId: string,
  { table, arrangement, at }: { table: TableName; arrangement: Arrangement; at: Date },
): Promise<Arrangement> {
  const values = { ...arrangement, updatedAt: at }
  return tx
    .insertInto('tenant.tableSettings')
    .values({ platformId, memberId, tableName: table, ...values })
    .onConflict((conflict) =>
      conflict.columns(['platformId', 'memberId', 'tableName']).doUpdateSet(values),
    )
    .returning(['columns', 'hidden'])
    .executeTakeFirstOrThrow()
}
