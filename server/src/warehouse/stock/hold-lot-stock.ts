import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db, Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { StoppedLot } from '../reservations/commands.ts'
import { listClaims } from '../reservations/queries.ts'
import { claimsOfLevel, toClaimReply } from '../reservations/reply.ts'
import {
  findLevels,
  findOfLot,
  lockLocations,
  findSellable,
  listAllocatableBuckets,
  listAllocatedOfLot,
  type LevelState,
} from './bucket-queries.ts'
import type { LotStock } from '../lots/queries.ts'
import { moveStock } from './commands.ts'
import { lockStock, type MoveLine } from './kernel-queries.ts'
import type { WantedLine } from './find-facts.ts'
import { takeUpTo } from './rules.ts'
import { explainRefusal } from './explain-refusal.ts'

type Part = { bucketId: string; free: string; qtyScale: number }

const bySite = <Bucket extends { warehouseId: string }>(buckets: readonly Bucket[]) =>
  Map.groupBy(buckets, ({ warehouseId }) => warehouseId)

/** All of these buckets as lines that change their status. */
export const linesOf = (
  buckets: readonly Part[],
  status: WantedLine['status'],
  toStatus: WantedLine['status'],
) =>
  buckets.map(({ bucketId, free, qtyScale }): WantedLine => ({
    bucketId,
    qty: fromQuanta(free, qtyScale),
    status,
    toStatus,
  }))

const inLocations = async (
  db: Db,
  { platform }: WorkspaceMember,
  locationIds: readonly string[],
) => {
  const sites = bySite(await findSellable(db, platform.id, locationIds))
  return [...sites.values()].map((those) => linesOf(those, 'available', 'hold'))
}

/**
 * The stock of a lot with this status. A lot is one thing in all warehouses, so whoever does not see all of its stock
 * cannot change its status.
 */
async function ofLot(
  db: Db,
  { platform, warehouses }: WorkspaceMember,
  lotId: string,
  status: 'available' | 'hold',
): Promise<LotStock[]> {
  const buckets = await findOfLot(db, platform.id, lotId, status)
  if (warehouses && buckets.some(({ warehouseId }) => !warehouses.includes(warehouseId)))
    fail('permission_denied', {
      message: 'This lot also has stock in a warehouse you have no access to.',
    })
  return buckets
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

/** The buckets of a lot that are locked with all that holding it can change. */
export type LockedLot = { lotId: string; bucketIds: ReadonlySet<string> }

/**
 * Locks the available stock of a lot, the buckets it goes to on hold, and other stock of the item, so what waits can be
 * allocated elsewhere. Whoever ships or allocates it now waits, and then sees the new state of the lot.
 */
export async function lockLotStock(
  tx: Tx,
  actor: WorkspaceMember,
  lotId: string,
): Promise<LockedLot> {
  const buckets = await ofLot(tx, actor, lotId, 'available')
  const others = await Promise.all(
    [...bySite(buckets)].map(([warehouseId, [first]]) =>
      first
        ? listAllocatableBuckets(tx, actor.platform.id, warehouseId, [first.variantId])
        : Promise.resolve([]),
    ),
  )
  const leaving = buckets.map((bucket) => ({ ...bucket, toStatus: 'hold' as const }))
  await lockStatusChange(tx, actor.platform.id, leaving, others.flat())
  return { lotId, bucketIds: new Set(buckets.map(({ bucketId }) => bucketId)) }
}

/** Locks stock that changes its status where it is, with its levels and these other buckets, in the one order. */
export async function lockStatusChange(
  tx: Tx,
  platformId: string,
  buckets: readonly (LotStock & { toStatus: string })[],
  others: readonly string[] = [],
): Promise<void> {
  // Before any stock, as a move does.
  const places = buckets.map(({ locationId }) => locationId)
  await lockLocations(tx, platformId, { warehouses: null }, places)
  const lines: Omit<MoveLine, 'lineNo'>[] = [
    ...buckets.map(({ bucketId, variantId, locationId, lotId, serialId, toStatus }) => ({
      qty: '1',
      fromBucket: bucketId,
      variantId,
      toLocation: locationId,
      toStatus,
      toLot: lotId,
      ...(serialId && { toSerial: serialId }),
    })),
    ...others.map((fromBucket) => ({ qty: '1', party: 'loss' as const, fromBucket })),
  ]
  if (lines.length === 0) return
  await lockStock(
    tx,
    platformId,
    [],
    lines.map((line, i) => ({ ...line, lineNo: i + 1 })),
  )
}

/**
 * Puts the free stock of a locked lot on hold: one move for each warehouse, whose `note` says why. What is allocated
 * stays, and so does what is reserved, unless those orders may wait again (`displace`). Fails with `lock_timeout` where
 * others have moved stock of the lot in between.
 */
export async function holdLotStock(
  tx: Tx,
  actor: WorkspaceMember,
  { lotId, bucketIds }: LockedLot,
  { note, displace, stopped }: { note: string; displace: boolean; stopped: StoppedLot },
): Promise<void> {
  const free = (await ofLot(tx, actor, lotId, 'available')).filter((each) => each.free !== '0')
  if (free.some(({ bucketId }) => !bucketIds.has(bucketId))) fail('lock_timeout', { retryAfter: 1 })
  const held = displace ? free : await takeAvailable(tx, actor.platform.id, free)
  for (const buckets of bySite(held).values())
    await moveStock(tx, actor, {
      lines: linesOf(buckets, 'available', 'hold'),
      note,
      displace,
      stopped,
    })
}

/**
 * Returns the part of this unallocated stock that no order has: of an item no more than is available in the
 * warehouse.
 */
export async function takeAvailable<Bucket extends LotStock>(
  db: Db,
  platformId: string,
  free: readonly Bucket[],
): Promise<Bucket[]> {
  const keyOf = ({ warehouseId, variantId }: Pick<LotStock, 'warehouseId' | 'variantId'>) =>
    `${warehouseId} ${variantId}`
  const groups = Map.groupBy(free, keyOf)
  const levels = await findLevels(
    db,
    platformId,
    [...groups.values()].flatMap(([first]) => first ?? []),
  )
  return levels.flatMap((level) => takeUpTo(groups.get(keyOf(level)) ?? [], availableOf(level)))
}

/** Returns the available quantity of a level; quanta. */
const availableOf = ({ onHand, unavailable, reserved }: LevelState) =>
  BigInt(onHand) - BigInt(unavailable) - BigInt(reserved)

/** Makes the stock of a lot that is on hold available again. */
export async function releaseLotStock(
  tx: Tx,
  actor: WorkspaceMember,
  lotId: string,
  note: string,
): Promise<void> {
  const sites = bySite(await ofLot(tx, actor, lotId, 'hold'))
  for (const buckets of sites.values())
    await moveStock(tx, actor, { lines: linesOf(buckets, 'hold', 'available'), note })
}

/**
 * Returns which orders have stock of a lot: what is allocated, picked or not, and what of the rest is reserved and would
 * have to wait.
 */
export async function listInTheWay(db: Db, actor: WorkspaceMember, lotId: string) {
  const { id: platformId } = actor.platform
  const isInSight = ({ warehouseId }: { warehouseId: string }) =>
    actor.warehouses?.includes(warehouseId) ?? true
  const allocated = (await listAllocatedOfLot(db, platformId, lotId)).filter(isInSight)
  const free = (await findOfLot(db, platformId, lotId, 'available')).filter(isInSight)
  const promised = []
  for (const [warehouseId, buckets] of bySite(free)) {
    const [item] = buckets
    if (!item) continue
    const level = { warehouseId, variantId: item.variantId }
    const [state] = await findLevels(db, platformId, [level])
    const sum = buckets.reduce((total, each) => total + BigInt(each.free), 0n)
    const missing = sum - (state ? availableOf(state) : 0n)
    if (missing <= 0n) continue
    const claims = await listClaims(db, platformId, [level], [])
    promised.push(
      ...claimsOfLevel(claims, item, missing, actor).filter(({ waits }) => /[1-9]/.test(waits)),
    )
  }
  return {
    inTheWay: allocated.map((claim) => ({
      ...toClaimReply(claim, claim, actor),
      location: claim.location,
      isPicked: claim.isPicked,
    })),
    promised,
  }
}
