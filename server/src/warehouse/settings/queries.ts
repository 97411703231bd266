import type { Tx } from '../../database/connect.ts'

type Reason = { code: string; name: string; applies: string[]; requiresNote?: boolean }

export async function insertSettings(tx: Tx, platformId: string, at: Date): Promise<void> {
  await tx
    .insertInto('tenant.warehouseSettings')
    .values({ platformId, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those the platform has stay as they are. */
export async function insertReasons(
  tx: Tx,
  platformId: string,
  reasons: readonly Reason[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('tenant.reasons')
    .values(reasons.map((reason) => ({ platformId, ...reason, createdAt: at, updatedAt: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
