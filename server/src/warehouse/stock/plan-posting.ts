import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db, Tx } from '../../database/connect.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { lockLimitedLocations, assertCapacity } from '../locations/assert-capacity.ts'
import { requireOpen } from '../locations/lines.ts'
import { displacePromises } from '../reservations/commands.ts'
import { listClaims } from '../reservations/queries.ts'
import { claimsOfLevel } from '../reservations/reply.ts'
import { correctionOf, deltaOf, missingIn, summed, worthOf, type CorrectionLine } from './rules.ts'
import { findBuckets, findWorth, type Bucket, type BucketKey } from './correction-queries.ts'
import { lockStock, type MoveLine } from './kernel-queries.ts'

/* Corrections of the stock: lines that change a quantity by a difference, or set it to a counted one. */

/** A line with the bucket it is about and what it does to it. */
type Change = { line: CorrectionLine; bucket: Bucket; delta: bigint }

/** Returns the value of the lines in micros at the average cost, increases and decreases added. */
export async function valueOfCorrection(
  tx: Tx,
  platformId: string,
  warehouseId: string,
  lines: readonly CorrectionLine[],
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
 * Returns the move lines that post these lines, once all checks pass: every bucket holds what is taken, is as
 * a compared line expects it, and no promise breaks unless it may be displaced (`isDisplacing`), which is
 * done here.
 */
export async function planPosting(
  tx: Tx,
  actor: WorkspaceMember,
  warehouseId: string,
  lines: readonly CorrectionLine[],
  isDisplacing: boolean,
): Promise<MoveLine[]> {
  const places = lines.map(({ place }) => place)
  await lockLimitedLocations(tx, actor.platform.id, places)
  const changes = await findChanges(tx, actor.platform.id, warehouseId, lines, isDisplacing)
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
  await assertCapacity(tx, actor.platform.id, changes.map(toPassing))
  await requireUnpromised(tx, actor, warehouseId, changes, isDisplacing)
  return changes.flatMap(toMoveLines)
}

const toPassing = ({ line: { place, variantId, lot }, delta }: Change) => ({
  place,
  variantId,
  lotId: lot?.lotId ?? null,
  quanta: delta,
})

const keyOf = ({ lineNo, variantId, place, status, lot, serial }: CorrectionLine): BucketKey => ({
  lineNo,
  variantId,
  locationId: place.locationId,
  status,
  lotId: lot?.lotId ?? null,
  serialId: serial?.serialId ?? null,
})

/**
 * The buckets as they are, empty where nobody needs to know. A number that is compared, and promises
 * that are taken back, must stay as they were seen: those buckets are locked, and made where there was
 * none.
 */
async function findChanges(
  tx: Tx,
  platformId: string,
  warehouseId: string,
  lines: readonly CorrectionLine[],
  isDisplacing: boolean,
): Promise<Change[]> {
  if (lines.every(isFound))
    return lines.map((line) => ({
      line,
      bucket: emptyBucket(line),
      delta: correctionOf(line).quanta,
    }))
  const isLocked = isDisplacing || lines.some(({ mode }) => mode === 'set')
  const one = lines.map((line) => intoBucket(line, '1'))
  const [, buckets] = await Promise.all([
    isLocked && lockStock(tx, platformId, [], one),
    findBuckets(tx, platformId, warehouseId, lines.map(keyOf)),
  ])
  return lines.map((line) => {
    const bucket = buckets.get(line.lineNo) ?? notFound()
    const { quanta } = correctionOf(line)
    return { line, bucket, delta: line.mode === 'set' ? quanta - bucket.onHand : quanta }
  })
}

/**
 * Returns the buckets to lock before the first of several documents is posted: those that exist, and those
 * the lines may create. A missing bucket that a line takes from is not created for that.
 */
export async function findBucketsToLock(
  db: Db,
  platformId: string,
  warehouseId: string,
  lines: readonly CorrectionLine[],
): Promise<{ line: CorrectionLine; lock: MoveLine; isNew: boolean }[]> {
  const keys = lines.map((line, lineNo) => ({ ...keyOf(line), lineNo }))
  const buckets = await findBuckets(db, platformId, warehouseId, keys)
  return lines.flatMap((line, i) => {
    const fromBucket = buckets.get(i)?.bucketId
    if (fromBucket) {
      const { lineNo } = line
      return { line, lock: { lineNo, qty: '1', party: 'loss', fromBucket }, isNew: false }
    }
    const isTaken = line.mode === 'delta' && BigInt(line.quanta) < 0n
    return isTaken ? [] : { line, lock: intoBucket(line, '1'), isNew: true }
  })
}

/** Goods that are found may lie anywhere; only of a serial number there is one piece. */
const isFound = ({ mode, quanta, serial }: CorrectionLine) =>
  mode === 'delta' && BigInt(quanta) > 0n && !serial

const emptyBucket = ({ lineNo }: CorrectionLine): Bucket => ({
  lineNo,
  bucketId: null,
  onHand: 0n,
  allocated: 0n,
  free: 0n,
})

const intoBucket = (line: CorrectionLine, qty: string): MoveLine => ({
  lineNo: line.lineNo,
  qty,
  party: 'found',
  variantId: line.variantId,
  toLocation: line.place.locationId,
  toStatus: line.status,
  toLot: line.lot?.lotId,
  toSerial: line.serial?.serialId,
})

function toMoveLines({ line, bucket, delta }: Change): MoveLine[] {
  if (delta === 0n) return []
  if (delta > 0n) return [intoBucket(line, String(delta))]
  const fromBucket = bucket.bucketId ?? notFound()
  return [{ lineNo: line.lineNo, qty: String(-delta), party: 'loss', fromBucket }]
}

const bucketKey = ({ line }: Change) => JSON.stringify({ ...keyOf(line), lineNo: 0 })

/** A bucket is compared once: the second line would compare with what the first one leaves. */
function requireExpected(changes: readonly Change[]) {
  const compared = changes.filter(({ line }) => line.mode === 'set')
  const seen = new Set<string>()
  for (const change of changes) {
    const isTwice = seen.has(bucketKey(change))
    seen.add(bucketKey(change))
    if (!isTwice || compared.length === 0) continue
    failField('lines', 'List each stock line once when a counted quantity is given')
  }
  const stale = compared.filter(({ line, bucket }) => String(bucket.onHand) !== line.expected)
  if (stale.length === 0) return
  fail('expected_quantity_stale', {
    blockers: stale.map(({ line, bucket }) => ({
      ...describe(line, bucket),
      expected: fromQuanta(line.expected ?? '0', line.qtyScale),
      current: fromQuanta(bucket.onHand, line.qtyScale),
    })),
  })
}

const describe = ({ lineNo, sku, place }: CorrectionLine, { bucketId }: Bucket) => ({
  type: 'bucket' as const,
  lineNo,
  bucketId,
  sku,
  location: place.code,
})

/** There is one piece of a serial number. */
function requireNewPieces(changes: readonly Change[]) {
  for (const { line, bucket, delta } of changes)
    if (line.serial && bucket.onHand + delta > 1n) {
      const message = `Serial number ${line.serial.code} is already in stock`
      const path = `lines.${line.lineNo - 1}.serial`
      fail('serial_duplicate', { details: [{ path, message }] })
    }
}

/** A piece that is taken away is there. */
function requirePieces(changes: readonly Change[]) {
  const gone = changes.flatMap(({ line, bucket, delta }) =>
    line.serial && delta < 0n && bucket.onHand === 0n ? { line, serial: line.serial.code } : [],
  )
  if (gone.length === 0) return
  fail('serial_not_in_stock', {
    details: gone.map(({ serial, line: { lineNo, sku, place } }) => ({
      path: `lines.${lineNo - 1}.serial`,
      message: `Serial number ${serial} of ${sku} isn’t in stock in ${place.code}.`,
    })),
    blockers: gone.map(({ serial, line: { lineNo, sku, place, status } }) => ({
      type: 'serial' as const,
      lineNo,
      sku,
      serial,
      status,
      locationId: place.locationId,
      location: place.code,
    })),
  })
}

function requireEnough(changes: readonly Change[]) {
  const blockers = summed(changes, bucketKey).flatMap(({ first: { line, bucket }, delta }) => {
    const missing = missingIn(bucket, delta)
    const format = (quanta: bigint) => fromQuanta(quanta, line.qtyScale)
    return missing === 0n
      ? []
      : {
          ...describe(line, bucket),
          onHand: format(bucket.onHand),
          allocated: format(bucket.allocated),
          missing: format(missing),
        }
  })
  if (blockers.length > 0) fail('insufficient_bucket_stock', { blockers })
}

type Broken = { line: CorrectionLine; free: bigint; need: bigint }

/** Displaces broken promises if allowed, the least urgent first. Otherwise fails with `oversell_refused`. */
async function requireUnpromised(
  tx: Tx,
  actor: WorkspaceMember,
  warehouseId: string,
  changes: readonly Change[],
  isDisplacing: boolean,
) {
  const sellable = changes.filter(({ line }) => line.status === 'available')
  const broken = summed(sellable, ({ line }) => line.variantId)
    .map(({ first: { line, bucket }, delta }) => ({
      line,
      free: bucket.free,
      need: -(bucket.free + delta),
    }))
    .filter(({ need }) => need > 0n)
    .toSorted((a, b) => (a.line.variantId < b.line.variantId ? -1 : 1))
  if (broken.length > 0 && !isDisplacing) await refuseOversell(tx, actor, warehouseId, broken)
  for (const { line, need } of broken)
    await displacePromises(tx, actor, { warehouseId, variantId: line.variantId }, need)
}

/** Says what is missing of each item, and to whom its stock is promised. */
async function refuseOversell(
  tx: Tx,
  actor: WorkspaceMember,
  warehouseId: string,
  broken: readonly Broken[],
): Promise<never> {
  const levels = broken.map(({ line }) => ({ warehouseId, variantId: line.variantId }))
  const claims = await listClaims(tx, actor.platform.id, levels, [])
  return fail('oversell_refused', {
    blockers: broken.map(({ line: { variantId, sku, qtyScale }, free, need }) => ({
      type: 'level' as const,
      warehouseId,
      variantId,
      sku,
      available: fromQuanta(free, qtyScale),
      missing: fromQuanta(need, qtyScale),
      claims: claimsOfLevel(claims, { variantId, qtyScale }, need, actor),
    })),
  })
}
