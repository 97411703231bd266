import type { Input } from '@stowage/contract/route'
import { fromQuanta, microsOf, share } from '@stowage/contract/warehouse/quantities'
import type { receiving } from '@stowage/contract/warehouse/receiving'
import type { Tx } from '../../database/connect.ts'
import { fail, Failure, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Site } from '../locations/warehouse-queries.ts'
import type { MoveLine } from '../stock/kernel-queries.ts'
import {
  findLineNames,
  findOrCreateTracking,
  readLines,
  requireMarks,
  stockLineOf,
  type LineNames,
  type NamedLine,
  type Tracking,
  type TrackingInput,
} from '../stock/lines.ts'
import { quantaOf } from '../products/lines.ts'
import { costOfBaseUnit, valueOf, valueOfPiece } from '../stock/rules.ts'
import type { LineRow, ReceiptRow } from './queries.ts'

export type TypedLine = Input<typeof receiving.create>['body']['lines'][number]

/** A line that is understood, before its lot and serial numbers have rows. */
type Read = NamedLine<TypedLine> & { quanta: bigint }
export type ReadLines = { site: Site; lines: Read[]; trackingInputs: TrackingInput[] }

/**
 * Looks up what the lines of a receipt name in a warehouse the member sees: items, locations, lots and
 * serial numbers. Fails with the first thing that is wrong and says in which line.
 */
export async function findLines(
  tx: Tx,
  actor: WorkspaceMember,
  warehouseId: string,
  typed: readonly TypedLine[],
  firstLine = 1,
): Promise<{ site: Site; lines: LineRow[] }> {
  const read = readReceiptLines(await findLineNames(tx, actor, warehouseId, typed), typed)
  const received = { at: actor.at, timezone: read.site.timezone }
  const tracking = await findOrCreateTracking(tx, actor.platform.id, read.trackingInputs, received)
  return { site: read.site, lines: toRows(read, tracking, firstLine) }
}

/** Reads lines whose names were looked up; their lots and serial numbers are not looked up yet. */
export function readReceiptLines(names: LineNames, typed: readonly TypedLine[]): ReadLines {
  const { site, lines } = readLines(names, typed, (line) => {
    const quanta = quantaOf(line, line.typed.qty, `${line.path}.qty`)
    requireMarks(line, markedOf(line), quanta)
    return { ...line, quanta }
  })
  return { site, lines, trackingInputs: lines.map(markedOf) }
}

const markedOf = ({ typed, item }: NamedLine<TypedLine>): TrackingInput => {
  const { lotCode, expiresOn, serials = [] } = typed
  return { variantId: item.variantId, lotCode, expiresOn, serials }
}

export const toRows = (
  { lines }: ReadLines,
  tracking: readonly Tracking[],
  firstLine = 1,
): LineRow[] => lines.map((line, i) => toRow(line, tracking[i] ?? notFound(), firstLine + i))

function toRow(line: Read, tracking: Tracking, lineNo: number): LineRow {
  requireSameExpiry(line, tracking)
  const { typed, item, unit, quanta } = line
  return {
    ...stockLineOf(line, lineNo, { status: typed.status, quanta }),
    typedUnit: unit,
    lot: tracking.lot,
    minRemainingDays: item.minRemainingDays,
    serials: tracking.serials.map((serial) => ({ ...serial, isReversed: false })),
    reversed: '0',
    ...costOf(line),
  }
}

/** A lot has one expiry date, the one it was first received with. */
function requireSameExpiry({ typed, path }: Read, { lot }: Tracking) {
  if (typed.expiresOn !== undefined && lot && lot.expiresOn !== typed.expiresOn)
    failField(`${path}.expiresOn`, `Lot ${lot.code} expires on ${lot.expiresOn ?? 'no day'}`)
}

type LineChange = Omit<Input<typeof receiving.updateLine>['body'], 'version'>

/** Reads the line as if it had been typed with the change. */
export async function readChange(
  tx: Tx,
  actor: WorkspaceMember,
  { warehouseId }: ReceiptRow,
  line: LineRow,
  { unitCost, qty, locationId, location, ...change }: LineChange,
): Promise<LineRow> {
  const keepsPlace = locationId === undefined && location === undefined
  const typed: TypedLine = {
    variantId: line.variantId,
    // Kept: a quantity in the item's own unit, as the reply has it.
    qty: qty ?? fromQuanta(line.quanta, line.qtyScale),
    unit: change.unit ?? line.unit,
    locationId: keepsPlace ? line.place.locationId : (locationId ?? undefined),
    location,
    status: change.status ?? line.status,
    lotCode: change.lotCode ?? line.lot?.code,
    expiresOn: change.expiresOn,
    serials: change.serials ?? line.serials.map(({ code }) => code),
    unitCost: unitCost ?? undefined,
  }
  try {
    const { lines } = await findLines(tx, actor, warehouseId, [typed], line.lineNo)
    const [read = notFound()] = lines
    return unitCost === undefined ? { ...read, ...keptCost(line, read) } : read
  } catch (error) {
    throw error instanceof Failure ? ofOneLine(error) : error
  }
}

/** The cost of a line whose quantity may have changed: the same per unit, in proportion for the line. */
function keptCost({ unitCostMicros, valueMicros, quanta }: LineRow, after: LineRow) {
  const value =
    valueMicros === null
      ? null
      : String(share(BigInt(valueMicros), BigInt(after.quanta), BigInt(quanta)))
  return { unitCostMicros, valueMicros: value }
}

/**
 * Returns the fields of a line that an edit has changed, for the audit log. Costs are not shown, because not
 * every reader may see them.
 */
export function changedFields(
  before: LineRow,
  after: LineRow,
): Record<string, { from: string | null; to: string | null } | true> {
  const fieldsOf = ({ quanta, qtyScale, place, status, lot, serials }: LineRow) => ({
    qty: fromQuanta(quanta, qtyScale),
    location: place.code,
    status,
    lot: lot?.code ?? null,
    serials: serials.map(({ code }) => code).join(', '),
  })
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const names = Object.keys(from) as (keyof typeof from)[]
  return {
    ...Object.fromEntries(
      names
        .filter((name) => from[name] !== to[name])
        .map((name) => [name, { from: from[name], to: to[name] }]),
    ),
    ...(before.unitCostMicros !== after.unitCostMicros && { unitCost: true as const }),
  }
}

/** The refusal of the only line of a request, with the field names of the request itself. */
const ofOneLine = ({ code, message, details, extra }: Failure) =>
  new Failure(code, {
    ...extra,
    message,
    details: details.map((one) => ({ ...one, path: one.path.replace(/^lines\.0\./, '') })),
  })

/** The largest amount a column of the stock holds. */
const most = 2n ** 63n - 1n

/** The cost of one base unit, rounded, and the value of the line, in micros. */
function costOf({ typed: { unitCost }, item, fraction, quanta, path }: Read) {
  if (unitCost === undefined) return { unitCostMicros: null, valueMicros: null }
  const micros = microsOf(unitCost)
  const base = costOfBaseUnit(micros, fraction)
  const value = valueOf(quanta, item.qtyScale, micros, fraction)
  if (value > most || base > most)
    fail('amount_too_large', {
      details: [{ path: `${path}.unitCost`, message: 'Enter a smaller cost or quantity.' }],
    })
  return { unitCostMicros: String(base), valueMicros: String(value) }
}

/** Returns the lines of the move that receives these lines, one for each serial number; fails where they cannot be received. */
export function toMoveLines(lines: readonly LineRow[]): MoveLine[] {
  if (lines.length === 0) failField('lines', 'Add at least one line')
  requireReceivable(lines)
  return lines.flatMap(toPieces).map((piece, i) => ({ ...piece, lineNo: i + 1 }))
}

function toPieces(line: LineRow): Omit<MoveLine, 'lineNo'>[] {
  const piece = {
    party: 'supplier',
    qty: line.quanta,
    variantId: line.variantId,
    toLocation: line.place.locationId,
    toStatus: line.status,
    toLot: line.lot?.lotId,
  } as const
  const { serials, valueMicros } = line
  if (serials.length === 0) return [{ ...piece, ...(valueMicros !== null && { valueMicros }) }]
  return serials.map(({ serialId }, i) => ({
    ...piece,
    qty: '1',
    toSerial: serialId,
    ...(valueMicros !== null && {
      valueMicros: String(valueOfPiece(BigInt(valueMicros), i, serials.length)),
    }),
  }))
}

/** A document has at most so many lines, each serial number counted as one. */
const mostPieces = 1000

/** Fails for more lines than a receipt may have, and for a serial number that is in stock already. */
export function requireReceivable(lines: readonly LineRow[]) {
  const pieces = lines.reduce((sum, { serials }) => sum + Math.max(1, serials.length), 0)
  if (pieces > mostPieces)
    failField('lines', `A receipt has at most ${mostPieces} lines and serial numbers`)
  const seen = new Set<string>()
  for (const [i, { serials }] of lines.entries())
    for (const { serialId, code, isInStock } of serials) {
      if (isInStock || seen.has(serialId)) {
        const message = `Serial number ${code} is already in stock`
        fail('serial_duplicate', { details: [{ path: `lines.${i}.serials`, message }] })
      }
      seen.add(serialId)
    }
}
