import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { enqueue } from '../../jobs/queue.ts'
import { assertCapacity, type StockFlow } from '../locations/assert-capacity.ts'
import { requireOpen } from '../locations/lines.ts'
import type { Lot } from '../lots/queries.ts'
import { dayIn, refusalOfLot } from '../lots/rules.ts'
import { backordersToMove } from '../reservations/jobs.ts'
import { isWaitedFor } from '../reservations/queries.ts'
import { lockLocationsAndStock } from './write-documents.ts'
import { postMove, postMoves, type Move, type MoveLine, type Posted } from './kernel-queries.ts'
import type { StockLine } from './lines.ts'

/* Goods come in and become stock: is the place open and the lot fresh, is there room, the move, and who waits for them. */

/** A line of goods that are received; their lot must still keep for so many days. */
type Received = Pick<StockLine, 'lineNo' | 'sku' | 'place' | 'status'> & {
  lot: Pick<Lot, 'code' | 'expiresOn' | 'state'> | null
  minRemainingDays: number | null
}

/**
 * Fails with `location_blocked` for places that receive no goods. What is available from the day it came needs a lot
 * that is not on hold and keeps for a while; with another status it may be of any lot.
 */
export function assertReceivable(
  lines: readonly Received[],
  effectiveAt: string | undefined,
  timezone: string,
  at: Date,
): void {
  requireOpen(lines.map(({ place }) => ({ place, direction: 'receipt' })))
  const aging = lines.filter(({ lot, status }) => lot && status === 'available')
  if (aging.length === 0) return
  const day = dayIn(effectiveAt === undefined ? at : new Date(effectiveAt), timezone)
  const refused = aging.flatMap((line) => {
    const wrong = refusalOfLot(line, day, line.minRemainingDays)
    return wrong ? { ...wrong, line } : []
  })
  const [first] = refused
  if (!first) return
  const { code } = first
  const same = refused.filter((one) => one.code === code)
  fail(code, {
    details: same.map(({ line, message }) => ({
      path: `lines.${lines.indexOf(line)}.${code === 'lot_on_hold' ? 'lotCode' : 'expiresOn'}`,
      message,
    })),
    blockers: same.map(({ blocker, line }) => ({ ...blocker, lineNo: line.lineNo })),
  })
}

/** Fails with `location_full` or `location_mix_forbidden` where there is no room for what comes. */
export const assertReceiptFits = (
  tx: Tx,
  { platform }: WorkspaceMember,
  lines: readonly (Pick<StockLine, 'place' | 'variantId' | 'quanta'> & {
    lot: Pick<Lot, 'lotId'> | null
  })[],
): Promise<void> =>
  assertCapacity(
    tx,
    platform.id,
    lines.map(({ place, variantId, lot, quanta }) => ({
      place,
      variantId,
      lotId: lot?.lotId ?? null,
      quanta: BigInt(quanta),
    })),
  )

/** Posts the move of goods for which there is room, and offers what is available to orders that wait. */
export async function postReceipt(
  tx: Tx,
  actor: WorkspaceMember,
  move: Move,
  lines: readonly MoveLine[],
): Promise<Posted> {
  const [posted] = await Promise.all([
    postMove(tx, actor, move, lines),
    offerToBackorders(tx, actor, move.warehouseId, lines),
  ])
  return posted
}

/** The same of several moves within a warehouse or out of it; `passing` needs room and is locked before the stock. */
export async function postReceipts(
  tx: Tx,
  actor: WorkspaceMember,
  warehouseId: string,
  moves: readonly { move: Move; lines: readonly MoveLine[] }[],
  passing: readonly StockFlow[],
): Promise<Posted[]> {
  const { id: platformId } = actor.platform
  const lines = moves.flatMap((one) => one.lines)
  const places = passing.map(({ place }) => place)
  await lockLocationsAndStock(tx, platformId, places, lines)
  await assertCapacity(tx, platformId, passing)
  const [posted] = await Promise.all([
    postMoves(tx, actor, moves),
    offerToBackorders(tx, actor, warehouseId, lines),
  ])
  return posted
}

/** Lets a job move orders here that wait for these goods in another warehouse. */
async function offerToBackorders(
  tx: Tx,
  { platform }: WorkspaceMember,
  warehouseId: string,
  lines: readonly MoveLine[],
): Promise<void> {
  const offered = lines.filter(({ toStatus }) => toStatus === 'available')
  const variantIds = [...new Set(offered.flatMap(({ variantId }) => variantId ?? []))]
  if (variantIds.length === 0) return
  if (!(await isWaitedFor(tx, platform.id, warehouseId, variantIds))) return
  await enqueue(tx, backordersToMove, { platformId: platform.id, warehouseId, variantIds })
}
