import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db, Tx } from '../../database/connect.ts'
import type { Worker } from '../../http/actor.ts'
import { moveGoods } from './commands.ts'
import type { WantedLine } from './move-plan.ts'
import { findSellable } from './pile-queries.ts'
import { explainRefusal } from './shortages.ts'

/** What lies in these locations for sale, as lines that put it on hold, by warehouse. */
async function linesOf(db: Db, { platform }: Worker, locationIds: readonly string[]) {
  const piles = await findSellable(db, platform.id, locationIds)
  const lines = piles.map(({ warehouseId, bucketId, onHand, qtyScale }) => ({
    warehouseId,
    line: {
      ...{ bucketId, qty: fromQuanta(onHand, qtyScale) },
      ...{ status: 'available', toStatus: 'hold' },
    } satisfies WantedLine,
  }))
  const bySite = Map.groupBy(lines, ({ warehouseId }) => warehouseId)
  return [...bySite.values()].map((those) => those.map(({ line }) => line))
}

/**
 * Puts on hold what lies in these locations for sale: one move for each warehouse, whose `note` says
 * why. Where something is set aside or promised, nothing is.
 */
export async function holdContents(
  tx: Tx,
  actor: Worker,
  locationIds: readonly string[],
  note: string,
): Promise<void> {
  for (const lines of await linesOf(tx, actor, locationIds))
    await moveGoods(tx, actor, { lines, note })
}

/** After the database has refused to hold them: what is set aside, or promised to whom. */
export async function explainHolding(
  db: Db,
  actor: Worker,
  locationIds: readonly string[],
  error: unknown,
): Promise<void> {
  for (const lines of await linesOf(db, actor, locationIds))
    await explainRefusal(db, actor, lines, error)
}
