import type { stock, StockStatus } from '@stowage/contract/warehouse/stock'
import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { formatQuantity } from '../../app/format.ts'
import { newId } from '../../app/ids.ts'
import type { CallOf } from '../../app/transport.ts'
import type { LocationOption } from '../locations/places.ts'
import { readQuantity } from '../../app/quantity.ts'
import {
  compareQuantities,
  freeOf,
  inBaseUnits,
  isMoreThanZero,
  minus,
  sumOf,
  type Unit,
} from '../products/quantities.ts'

/** Quantity of one bucket to move, and its destination. */
export type MoveLine = {
  key: string
  bucket: StockBucket
  /** As typed. */
  qty: string
  unit: Unit
  units: Unit[]
  to: LocationOption | undefined
  /** Empty: the goods stay as they are. */
  toStatus: StockStatus | ''
}

export type MoveWork = { lines: MoveLine[]; reason: string; note: string }

export const noMove = (): MoveWork => ({ lines: [], reason: '', note: '' })
export const hasMove = ({ lines, note }: MoveWork) => lines.length > 0 || note !== ''

const each = (code: string): Unit => ({ code, numerator: '1', denominator: '1' })

/** A line that takes one unit of the bucket to where the goods before it go. */
export function lineOf(
  bucket: StockBucket,
  before: MoveLine | undefined,
  units: Unit[] = [each(bucket.unit)],
  unit: Unit = units[0] ?? each(bucket.unit),
): MoveLine {
  const { to, toStatus = '' } = before ?? {}
  return { key: newId(), bucket, qty: '', unit, units, to, toStatus }
}

/** Lines that take all of these buckets, without those that are set aside for orders or taken already. */
export function linesOf(buckets: readonly StockBucket[], before: readonly MoveLine[]): MoveLine[] {
  const taken = new Set(before.map(({ bucket }) => bucket.bucketId))
  return buckets
    .filter((bucket) => isMoreThanZero(freeOf(bucket)) && !taken.has(bucket.bucketId))
    .map((bucket) => ({ ...lineOf(bucket, undefined), qty: freeOf(bucket) }))
}

/** Returns the values all lines have in common; undefined where they differ. */
export function commonOf(lines: readonly MoveLine[]) {
  const [first] = lines
  const same = <T>(of: (line: MoveLine) => T) =>
    first && lines.every((line) => of(line) === of(first)) ? first : undefined
  return {
    to: same(({ to }) => to?.id)?.to,
    toStatus: same(({ toStatus }) => toStatus)?.toStatus,
    warehouseId: same(({ bucket }) => bucket.warehouseId)?.bucket.warehouseId,
  }
}

/** The quantity of a line in base units; undefined while it cannot be read. */
function takenBy({ qty, unit }: Pick<MoveLine, 'qty' | 'unit'>): string | undefined {
  const read = readQuantity(qty)
  return read === undefined ? undefined : inBaseUnits(read, unit)
}

/** '12 → 9' of the bucket the goods leave; undefined while there is nothing to show, or more wanted than is there. */
export function leftOf(line: MoveLine): { before: string; after: string } | undefined {
  const taken = takenBy(line)
  if (taken === undefined || !isMoreThanZero(taken)) return undefined
  if (compareQuantities(taken, line.bucket.onHand) > 0) return undefined
  return { before: line.bucket.onHand, after: minus(line.bucket.onHand, taken) }
}

type Problems = { qty?: string; to?: string }

/** Returns the problems of a line, by field. */
export function problemsOf(line: MoveLine): Problems {
  const problems: Problems = {}
  const read = readQuantity(line.qty)
  const taken = takenBy(line)
  if (line.qty.trim() === '') problems.qty = 'Enter a quantity'
  else if (read === undefined) problems.qty = 'Enter a number, such as 12 or 0.5'
  else if (!isMoreThanZero(read)) problems.qty = 'Must be more than zero'
  else if (taken !== undefined && compareQuantities(taken, line.bucket.onHand) > 0)
    problems.qty = `Only ${formatQuantity(line.bucket.onHand)} are here`
  const stays = line.to === undefined || line.to.id === line.bucket.locationId
  const isSame = line.toStatus === '' || line.toStatus === line.bucket.status
  if (stays && isSame) problems.to = 'Choose another location or status'
  return problems
}

export const isReady = (line: MoveLine) => Object.keys(problemsOf(line)).length === 0

/** The goods of a line, added up over all lines of the same bucket. */
export const takenOf = (lines: readonly MoveLine[], bucketId: string): string =>
  sumOf(
    ...lines
      .filter(({ bucket }) => bucket.bucketId === bucketId)
      .map((line) => takenBy(line) ?? '0'),
  )

/** The call that posts it all as one move. */
export function bodyOf(work: MoveWork): CallOf<typeof stock.move>['body'] {
  const note = work.note.trim()
  return {
    lines: work.lines.map((line) => ({
      bucketId: line.bucket.bucketId,
      qty: readQuantity(line.qty) ?? line.qty,
      ...(line.unit.code !== line.bucket.unit && { unit: line.unit.code }),
      ...(line.to && line.to.id !== line.bucket.locationId && { toLocationId: line.to.id }),
      ...(line.toStatus && line.toStatus !== line.bucket.status && { toStatus: line.toStatus }),
    })),
    ...(work.reason && { reasonCode: work.reason }),
    ...(note && { note }),
  }
}

type Posted = {
  lines: readonly { lineNo: number; bucketId: string; delta: string; after: string }[]
}

/** Returns the result of a move as text: 'MUG now has 7 in A-02'. */
export function resultOf({ lines }: MoveWork, posted: Posted): string {
  const told = lines.map((line, at) => {
    const place = line.to?.code ?? line.bucket.location
    const side = posted.lines.find(
      ({ lineNo, delta }) => lineNo === at + 1 && !delta.startsWith('-'),
    )
    return side ? `${line.bucket.sku} now has ${formatQuantity(side.after)} in ${place}` : ''
  })
  const [first = ''] = told
  if (lines.length === 1 && first) return first
  return `${lines.length} lines moved`
}
