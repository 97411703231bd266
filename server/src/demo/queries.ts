import type { DemoSize } from '@stowage/contract/demo'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/connect.ts'
import { limitStatements } from '../database/transactions.ts'

/** Five minutes to delete every row of a large example. */
const emptyingMillis = 300_000

export type RunState = 'loading' | 'loaded' | 'removing' | 'failed'

/** Undefined where nothing was loaded, or all of it was taken away. */
export function findRun(db: Db, platformId: string) {
  return db
    .selectFrom('tenant.demoRuns')
    .select(['size', 'state', 'step', 'percent', 'requestedBy', 'startedAt', 'finishedAt'])
    .where('platformId', '=', platformId)
    .executeTakeFirst()
}

/** A run that begins; an earlier one that failed is forgotten. */
export async function insertRun(
  tx: Tx,
  platformId: string,
  run: { size: DemoSize; requestedBy: string; startedAt: Date },
): Promise<void> {
  await tx.deleteFrom('tenant.demoRuns').where('platformId', '=', platformId).execute()
  await tx
    .insertInto('tenant.demoRuns')
    .values({ platformId, ...run, state: 'loading', step: 'Waiting to start' })
    .execute()
}

export async function saveRun(
  tx: Tx,
  platformId: string,
  values: { state?: RunState; step?: string; percent?: number; finishedAt?: Date | null },
): Promise<void> {
  await tx.updateTable('tenant.demoRuns').set(values).where('platformId', '=', platformId).execute()
}

/** Whether people have begun to keep something here: goods, products or a place for them. */
export async function isInUse(db: Db, platformId: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from tenant.stock_moves where platform_id = ${platformId})
      or exists (select from tenant.products where platform_id = ${platformId})
      or exists (select from tenant.warehouses
        where platform_id = ${platformId} and kind = 'site') as used`.execute(db)
  return rows[0]?.used ?? false
}

/**
 * Takes every row of the warehouse away, which may take longer than a statement usually may. False,
 * and nothing is gone, where it is not example data.
 */
export async function emptyDemo(tx: Tx, platformId: string): Promise<boolean> {
  await limitStatements(tx, emptyingMillis)
  const { rows } = await sql<{ done: boolean }>`
    select stock.empty(${platformId}) as done`.execute(tx)
  return rows[0]?.done ?? false
}

/** The ids of places by their code, of one warehouse. */
export async function findPlaceIds(
  db: Db,
  platformId: string,
  warehouseId: string,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('tenant.locations')
    .select(['code', 'locationId'])
    .where('platformId', '=', platformId)
    .where('warehouseId', '=', warehouseId)
    .execute()
  return new Map(rows.map(({ code, locationId }) => [code, locationId]))
}

/** The member in whose name the example data is loaded. */
export function findRequester(db: Db, platformId: string, memberId: string) {
  return db
    .selectFrom('tenant.members as m')
    .innerJoin('tenant.platforms as p', 'p.platformId', 'm.platformId')
    .select(['m.id', 'm.email', 'm.role', 'p.slug'])
    .where('m.platformId', '=', platformId)
    .where('m.id', '=', memberId)
    .executeTakeFirst()
}
