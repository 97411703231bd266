import type { DemoSize } from '@stowage/contract/warehouse/demo'
import type { Db, Tx } from '../../database/connect.ts'

/** Says that everything in this warehouse is example data, which alone may be taken away. */
export async function markAsDemo(tx: Tx, platformId: string, size: DemoSize): Promise<void> {
  await tx
    .updateTable('tenant.warehouseSettings')
    .set({ demo: size })
    .where('platformId', '=', platformId)
    .execute()
}

/** Holds the settings until commit, so that two people do not load at once. */
export function lockSettings(tx: Tx, platformId: string) {
  return tx
    .selectFrom('tenant.warehouseSettings')
    .select('demo')
    .where('platformId', '=', platformId)
    .forUpdate()
    .executeTakeFirst()
}

/** The size of the example data that is there; null for a workspace of one's own. */
export async function findDemo(db: Db, platformId: string): Promise<DemoSize | null> {
  const row = await db
    .selectFrom('tenant.warehouseSettings')
    .select('demo')
    .where('platformId', '=', platformId)
    .executeTakeFirst()
  return row?.demo ?? null
}
