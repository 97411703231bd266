import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db, Tx } from '../../database/connect.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { requireOpen } from '../places/entry.ts'
import { holdPlaces, requireRoom } from '../places/room.ts'
import { displace, lockStock, type MoveLine } from '../stock/kernel-queries.ts'
import { listClaims } from '../stock/pile-queries.ts'
import { findPiles, findWorth, type Pile, type PileKey } from './pile-queries.ts'
import type { LineRow } from './queries.ts'
import { deltaOf, missingIn, summed, worthOf } from './rules.ts'

/** A line with the pile it is about and what it does to it. */
type Change = { line: LineRow; pile: Pile; delta: bigint }

export const correctionOf = ({ quanta, expected }: LineRow) => ({
  quanta: BigInt(quanta),
  expected: expected === null ? null : BigInt(expected),
})

/** What the lines are worth in micros at the average cost, ups and downs added. */
export async function findWorthOf(
  tx: Tx,
  platformId: string,
  warehouseId: string,
  lines: readonly LineRow[],
): Promise<bigint> {
  const ids = [...new Set(lines.map(({ variantId }) => variantId))]
  const worth = await findWorth(tx, platformId, warehouseId, ids)
  const deltas = lines.map((line) => ({
    variantId: line.variantId,
    delta: deltaOf(correctionOf(line)),
  }))
  return worthOf(deltas, worth)
}

/**
 * What posting these lines moves, once it is sure that it can: every pile holds what is taken, is as
 * a compared line expects it, and no promise breaks unless it may be taken back (`isDisplacing`),
 * which is done here.
 */
export async function planPosting(
  tx: Tx,
  actor: Worker,
  warehouseId: string,
  lines: readonly LineRow[],
  isDisplacing: boolean,
): Promise<MoveLine[]> {
  const places = lines.map(({ place }) => place)
  await holdPlaces(tx, actor.platform.id, places)
  const changes = await lookAtPiles(tx, actor.platform.id, warehouseId, lines, isDisplacing)
  requireExpected(changes)
  requireOpen(
    changes
      .filter(({ delta }) => delta !== 0n)
      .map(({ line, delta }) => ({ place: line.place, direction: delta > 0n ? 'in' : 'out' })),
  )
  if (changes.every(({ delta }) => delta === 0n)) {
    failField('lines', 'The quantity is unchanged')
  }
  requireNewPieces(changes)
  requirePieces(changes)
  requireEnough(changes)
  await requireRoom(tx, actor.platform.id, changes.map(passingOf))
  await requireUnpromised(tx, actor, warehouseId, changes, isDisplacing)
  return changes.flatMap(moveLineOf)
}

const passingOf = ({ line: { place, variantId, lot }, delta }: Change) => ({
  ...{ place, variantId, lotId: lot?.lotId ?? null, quanta: delta },
})

const keyOf = ({ lineNo, variantId, place, status, lot, serial }: LineRow): PileKey => ({
  ...{ lineNo, variantId, locationId: place.locationId, status },
  ...{ lotId: lot?.lotId ?? null, serialId: serial?.serialId ?? null },
})

/**
 * The piles as they are, empty where nobody needs to know. A number that is compared, and promises
 * that are taken back, must stay as they were seen: those piles are locked, and made where there was
 * none.
 */
async function lookAtPiles(
  tx: Tx,
  platformId: string,
  warehouseId: string,
  lines: readonly LineRow[],
  isDisplacing: boolean,
): Promise<Change[]> {
  if (lines.every(isFound))
    return lines.map((line) => ({ line, pile: emptyPile(line), delta: correctionOf(line).quanta }))
  const isLocked = isDisplacing || lines.some(({ mode }) => mode === 'set')
  const one = lines.map((line) => intoPile(line, '1'))
  const [, piles] = await Promise.all([
    isLocked && lockStock(tx, platformId, [], one),
    findPiles(tx, platformId, warehouseId, lines.map(keyOf)),
  ])
  return lines.map((line) => {
    const pile = piles.get(line.lineNo) ?? notFound()
    const { quanta } = correctionOf(line)
    return { line, pile, delta: line.mode === 'set' ? quanta - pile.onHand : quanta }
  })
}

/**
 * What must be held of the piles of these lines before the first of several documents is posted: the
 * piles that are there, and those the lines may make. A pile that is not there and would be taken from
 * is not made for that.
 */
export async function pilesToHold(
  db: Db,
  platformId: string,
  warehouseId: string,
  lines: readonly LineRow[],
): Promise<{ line: LineRow; held: MoveLine; isMade: boolean }[]> {
  const keys = lines.map((line, lineNo) => ({ ...keyOf(line), lineNo }))
  const piles = await findPiles(db, platformId, warehouseId, keys)
  return lines.flatMap((line, i) => {
    const fromBucket = piles.get(i)?.bucketId
    if (fromBucket) {
      const { lineNo } = line
      return { line, held: { lineNo, qty: '1', party: 'loss', fromBucket }, isMade: false }
    }
    const isTaken = line.mode === 'delta' && BigInt(line.quanta) < 0n
    return isTaken ? [] : { line, held: intoPile(line, '1'), isMade: true }
  })
}

/** Goods that are found may lie anywhere; only of a serial number there is one piece. */
const isFound = ({ mode, quanta, serial }: LineRow) =>
  mode === 'delta' && BigInt(quanta) > 0n && !serial

const emptyPile = ({ lineNo }: LineRow): Pile => ({
  ...{ lineNo, bucketId: null, onHand: 0n, allocated: 0n, free: 0n },
})

const intoPile = (line: LineRow, qty: string): MoveLine => ({
  ...{ lineNo: line.lineNo, qty, party: 'found', variantId: line.variantId },
  ...{ toLocation: line.place.locationId, toStatus: line.status },
  ...{ toLot: line.lot?.lotId, toSerial: line.serial?.serialId },
})

function moveLineOf({ line, pile, delta }: Change): MoveLine[] {
  if (delta === 0n) return []
  if (delta > 0n) return [intoPile(line, String(delta))]
  const fromBucket = pile.bucketId ?? notFound()
  return [{ lineNo: line.lineNo, qty: String(-delta), party: 'loss', fromBucket }]
}

const pileKey = ({ line }: Change) => JSON.stringify({ ...keyOf(line), lineNo: 0 })

/** A pile is compared once: the second line would compare with what the first one leaves. */
function requireExpected(changes: readonly Change[]) {
  const compared = changes.filter(({ line }) => line.mode === 'set')
  const seen = new Set<string>()
  for (const change of changes) {
    const isTwice = seen.has(pileKey(change))
    seen.add(pileKey(change))
    if (!isTwice || compared.length === 0) continue
    failField('lines', 'List each stock line once when a counted quantity is given')
  }
  const stale = compared.filter(({ line, pile }) => String(pile.onHand) !== line.expected)
  if (stale.length === 0) return
  fail('expected_quantity_stale', {
    blockers: stale.map(({ line, pile }) => ({
      ...describe(line, pile),
      expected: fromQuanta(line.expected ?? '0', line.qtyScale),
      current: fromQuanta(pile.onHand, line.qtyScale),
    })),
  })
}

const describe = ({ lineNo, sku, place }: LineRow, { bucketId }: Pile) => ({
  ...{ type: 'bucket', lineNo, bucketId, sku, location: place.code },
})

/** There is one piece of a serial number. */
function requireNewPieces(changes: readonly Change[]) {
  for (const { line, pile, delta } of changes)
    if (line.serial && pile.onHand + delta > 1n) {
      const message = `Serial number ${line.serial.code} is already in stock`
      const path = `lines.${line.lineNo - 1}.serial`
      fail('serial_duplicate', { details: [{ path, message }] })
    }
}

/** A piece that is taken away is there. */
function requirePieces(changes: readonly Change[]) {
  const gone = changes.filter(
    ({ line, pile, delta }) => line.serial && delta < 0n && pile.onHand === 0n,
  )
  if (gone.length === 0) return
  fail('serial_not_in_stock', {
    details: gone.map(({ line: { lineNo, serial, sku, place } }) => ({
      path: `lines.${lineNo - 1}.serial`,
      message: `Serial number ${serial?.code} of ${sku} isn’t in stock in ${place.code}.`,
    })),
    blockers: gone.map(({ line: { lineNo, serial, sku, place, status } }) => ({
      ...{ type: 'serial', lineNo, sku, serial: serial?.code, status },
      ...{ locationId: place.locationId, location: place.code },
    })),
  })
}

function requireEnough(changes: readonly Change[]) {
  const blockers = summed(changes, pileKey).flatMap(({ first: { line, pile }, delta }) => {
    const missing = missingIn(pile, delta)
    const shown = (quanta: bigint) => fromQuanta(quanta, line.qtyScale)
    return missing === 0n
      ? []
      : {
          ...describe(line, pile),
          onHand: shown(pile.onHand),
          allocated: shown(pile.allocated),
          missing: shown(missing),
        }
  })
  if (blockers.length > 0) fail('insufficient_bucket_stock', { blockers })
}

type Broken = { line: LineRow; free: bigint; need: bigint }

/** What was promised is taken back where it may be, the least urgent promises first. */
async function requireUnpromised(
  tx: Tx,
  { platform }: Worker,
  warehouseId: string,
  changes: readonly Change[],
  isDisplacing: boolean,
) {
  const sellable = changes.filter(({ line }) => line.status === 'available')
  const broken = summed(sellable, ({ line }) => line.variantId)
    .map(({ first: { line, pile }, delta }) => ({
      ...{ line, free: pile.free, need: -(pile.free + delta) },
    }))
    .filter(({ need }) => need > 0n)
    .toSorted((a, b) => (a.line.variantId < b.line.variantId ? -1 : 1))
  if (broken.length > 0 && !isDisplacing) await refuseOversell(tx, platform.id, warehouseId, broken)
  for (const { line, need } of broken)
    await displace(tx, platform.id, { warehouseId, variantId: line.variantId }, String(need))
}

/** Says what is missing of each item, and to whom its goods are promised. */
async function refuseOversell(
  tx: Tx,
  platformId: string,
  warehouseId: string,
  broken: readonly Broken[],
): Promise<never> {
  const levels = broken.map(({ line }) => ({ warehouseId, variantId: line.variantId }))
  const claims = await listClaims(tx, platformId, levels, [])
  return fail('oversell_refused', {
    blockers: broken.map(({ line: { variantId, sku, qtyScale }, free, need }) => ({
      ...{ type: 'level', warehouseId, variantId, sku },
      ...{ available: fromQuanta(free, qtyScale), missing: fromQuanta(need, qtyScale) },
      claims: claims
        .filter((claim) => claim.variantId === variantId)
        .map(({ reservationId, sourceType, sourceId, qty }) => ({
          ...{ reservationId, sourceType, sourceId, qty: fromQuanta(qty, qtyScale) },
        })),
    })),
  })
}
