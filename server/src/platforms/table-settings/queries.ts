import type {
  Arrangement,
  ArrangementChange,
  TableName,
} from '@stowage/contract/platforms/table-settings'
import type { Db, Tx } from '../../database/connect.ts'

/** Returns the member's saved table settings. */
export async function listArrangements(
  db: Db,
  platformId: string,
  memberId: string,
): Promise<{ table: TableName; arrangement: Arrangement }[]> {
  const rows = await db
    .selectFrom('tenant.tableSettings')
    .select(['tableName', 'columns', 'hidden', 'density', 'widths'])
    .where('platformId', '=', platformId)
    .where('memberId', '=', memberId)
    .orderBy('tableName')
    .execute()
  return rows.map(({ tableName, widths, ...rest }) => ({
    table: tableName as TableName,
    arrangement: { ...rest, widths: widths as Arrangement['widths'] },
  }))
}

/** Inserts or replaces the settings of this table and returns them. Without widths, those saved before stay. */
export async function putArrangement(
  tx: Tx,
  platformId: string,
  memberId: string,
  { table, arrangement, at }: { table: TableName; arrangement: ArrangementChange; at: Date },
): Promise<Arrangement> {
  const { widths, ...others } = arrangement
  const values = {
    ...others,
    ...(widths && { widths: JSON.stringify(widths) }),
    updatedAt: at,
  }
  const saved = await tx
    .insertInto('tenant.tableSettings')
    .values({ platformId, memberId, tableName: table, widths: '{}', ...values })
    .onConflict((conflict) =>
      conflict.columns(['platformId', 'memberId', 'tableName']).doUpdateSet(values),
    )
    .returning(['columns', 'hidden', 'density', 'widths'])
    .executeTakeFirstOrThrow()
  return { ...saved, widths: saved.widths as Arrangement['widths'] }
}
