import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db, Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { moveStock } from './commands.ts'
import type { WantedLine } from './move-plan.ts'
import { listClaims } from '../reservations/queries.ts'
import { toClaimReply } from '../reservations/reply.ts'
import { findOfLot, findSellable, listAllocatedOfLot } from './bucket-queries.ts'
import { explainRefusal } from './shortages.ts'

type Buckets = Awaited<ReturnType<typeof findSellable>>

/** All of these buckets as lines that change their status, by warehouse. */
function linesOf(buckets: Buckets, status: 'available' | 'hold') {
  const toStatus = status === 'available' ? 'hold' : 'available'
  const bySite = Map.groupBy(buckets, ({ warehouseId }) => warehouseId)
  return [...bySite.values()].map((those) =>
    those.map(
      ({ bucketId, free, qtyScale }) =>
        ({
          bucketId,
          qty: fromQuanta(free, qtyScale),
          status,
          toStatus,
        }) satisfies WantedLine,
    ),
  )
}

const inLocations = async (db: Db, { platform }: WorkspaceMember, locationIds: readonly string[]) =>
  linesOf(await findSellable(db, platform.id, locationIds), 'available')

/**
 * The stock of a lot with this status, by warehouse. A lot is one thing in all warehouses, so whoever does
 * not see all of its stock cannot change its status.
 */
async function ofLot(db: Db, actor: WorkspaceMember, lotId: string, status: 'available' | 'hold') {
  const { platform, warehouses } = actor
  const buckets = await findOfLot(db, platform.id, lotId, status)
  if (warehouses && buckets.some(({ warehouseId }) => !warehouses.includes(warehouseId)))
    fail('permission_denied', {
      message: 'This lot also has stock in a warehouse you have no access to.',
    })
  return linesOf(
    buckets.filter(({ free }) => free !== '0'),
    status,
  )
}

/**
 * Puts on hold what lies in these locations for sale: one move for each warehouse, whose `note` says
 * why. Where something is set aside or promised, nothing is.
 */
export async function holdContents(
  tx: Tx,
  actor: WorkspaceMember,
  locationIds: readonly string[],
  note: string,
): Promise<void> {
  for (const lines of await inLocations(tx, actor, locationIds))
    await moveStock(tx, actor, { lines, note })
}

/** After the database has refused to hold them: what is set aside, or promised to whom. */
export async function explainHolding(
  db: Db,
  actor: WorkspaceMember,
  locationIds: readonly string[],
  error: unknown,
): Promise<void> {
  for (const lines of await inLocations(db, actor, locationIds))
    await explainRefusal(db, actor, lines, error)
}

/**
 * Puts the available stock of a lot on hold, except what is allocated: one move for each warehouse, whose `note` says
 * why.
 */
export async function holdLotStock(
  tx: Tx,
  actor: WorkspaceMember,
  lotId: string,
  { note, displace }: { note: string; displace: boolean },
): Promise<void> {
  for (const lines of await ofLot(tx, actor, lotId, 'available'))
    await moveStock(tx, actor, { lines, note, displace })
}

/** Makes the stock of a lot that is on hold available again. */
export async function releaseLotStock(
  tx: Tx,
  actor: WorkspaceMember,
  lotId: string,
  note: string,
): Promise<void> {
  for (const lines of await ofLot(tx, actor, lotId, 'hold'))
    await moveStock(tx, actor, { lines, note })
}

/** Returns for which orders stock of a lot is allocated, and where it is. */
export async function listInTheWay(db: Db, actor: WorkspaceMember, lotId: string) {
  const allocated = await listAllocatedOfLot(db, actor.platform.id, lotId)
  const claims = await listClaims(
    db,
    actor.platform.id,
    [],
    allocated.map(({ bucketId }) => bucketId),
  )
  return claims.flatMap((claim) => {
    const bucket = allocated.find(({ bucketId }) => bucketId === claim.bucketId)
    if (!bucket) return []
    return [{ ...toClaimReply(claim, bucket, actor), location: bucket.location }]
  })
}

/** After the database has refused to put a lot on hold: what is allocated or reserved, and for whom. */
export async function explainLotHold(
  db: Db,
  actor: WorkspaceMember,
  lotId: string,
  error: unknown,
): Promise<void> {
  for (const lines of await ofLot(db, actor, lotId, 'available'))
    await explainRefusal(db, actor, lines, error)
}
