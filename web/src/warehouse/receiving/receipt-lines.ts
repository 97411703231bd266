import type { Receipt, receiving } from '@stowage/contract/warehouse/receiving'
import type { StockStatus } from '@stowage/contract/warehouse/stock'
import { countOf, type Found } from '@stowage/contract/workspace/search'
import type { CallOf } from '../../app/transport.ts'
import { nameOf, type NamedItem } from '../products/items.ts'
import type { LocationOption } from '../locations/places.ts'
import { asTyped, readQuantity, withoutZeros } from '../../app/quantity.ts'
import {
  compareQuantities,
  inBaseUnits,
  isMoreThanZero,
  minus,
  sumOf,
  unitsOf,
  type Unit,
} from '../products/quantities.ts'

/** So much of one item, in one place, in one condition. */
export type ReceiptLine = {
  key: string
  variantId: string
  sku: string
  name: string
  tracking: 'none' | 'lot' | 'serial'
  unit: Unit
  units: Unit[]
  /** As typed. */
  qty: string
  place: LocationOption | undefined
  status: StockStatus
  lot: string
  /** A day, as 2026-11-05; empty when nothing is said. */
  expiresOn: string
  /** One on each line. */
  serials: string
  unitCost: string
}

export type ReceiptWork = {
  warehouseId: string
  reference: string
  /** In the browser's time, as the field holds it; empty is now. */
  effectiveAt: string
  lines: ReceiptLine[]
}

export const noReceipt = (warehouseId: string): ReceiptWork => ({
  warehouseId,
  reference: '',
  effectiveAt: '',
  lines: [],
})
export const hasReceipt = ({ lines, reference, effectiveAt }: ReceiptWork) =>
  lines.length > 0 || reference !== '' || effectiveAt !== ''

/** Data of a scanned code besides the item. */
export type Scanned = {
  lot?: string
  expiresOn?: string
  serial?: string
  count?: string
  /** Where all of it goes now, which may be where it is received: another place is another line. */
  into?: { place: LocationOption | undefined }
}

/** Returns the data of a GS1 code, or the number of a known lot or serial. */
export const scannedOf = (found: Found): Scanned => {
  const { kind, label, gs1 } = found
  const lot = gs1?.lot ?? (kind === 'lot' ? label : undefined)
  const serial = gs1?.serial ?? (kind === 'serial' ? label : undefined)
  const count = countOf(found)
  return {
    ...(lot && { lot }),
    ...(gs1?.expiresOn && { expiresOn: gs1.expiresOn }),
    ...(serial && { serial }),
    ...(count && { count }),
  }
}

export const serialsOf = (text: string) =>
  text
    .split(/[\n,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/**
 * One more of what was scanned: counted on the latest line of that item, unit and lot, or a line of its
 * own. `at` is the line that grew; the newest stand on top.
 */
export function withItem(
  lines: readonly ReceiptLine[],
  { item, unit: code }: NamedItem,
  newKey: string,
  { lot = '', expiresOn = '', serial = '', count = '1', into }: Scanned = {},
): { lines: ReceiptLine[]; key: string; qty: string } {
  const same = lines.filter(
    (line) =>
      line.variantId === item.id &&
      line.unit.code === code &&
      (lot === '' || line.lot === lot) &&
      (into === undefined || line.place?.id === into.place?.id),
  )
  // What was set apart as damaged does not grow by the next good piece.
  const known = same.find(({ status }) => status === 'available') ?? same[0]
  if (known) {
    const before = serialsOf(known.serials)
    const isRepeat = serial !== '' && before.includes(serial)
    const qty = isRepeat ? known.qty : asTyped(sumOf(readQuantity(known.qty) ?? '0', count))
    const serials = serial === '' || isRepeat ? known.serials : [...before, serial].join('\n')
    const grown = { ...known, qty, serials, expiresOn: known.expiresOn || expiresOn }
    return {
      lines: lines.map((line) => (line.key === known.key ? grown : line)),
      key: known.key,
      qty,
    }
  }
  const units = unitsOf(item)
  const unit = units.find((one) => one.code === code) ?? units[0]
  if (!unit) throw new Error('An item has a base unit')
  const line: ReceiptLine = {
    key: newKey,
    variantId: item.id,
    sku: item.sku,
    name: nameOf(item),
    tracking: item.tracking,
    unit,
    units,
    qty: count,
    place: into?.place,
    status: 'available',
    lot,
    expiresOn,
    serials: serial,
    unitCost: '',
  }
  return { lines: [line, ...lines], key: newKey, qty: count }
}

/** One piece of a line set apart, such as a damaged one, on a line of its own right below it. */
export function withApart(
  lines: readonly ReceiptLine[],
  key: string,
  status: StockStatus,
  newKey: string,
): ReceiptLine[] {
  return lines.flatMap((line) => {
    if (line.key !== key) return line
    const read = readQuantity(line.qty) ?? '0'
    const apart = { ...line, key: newKey, qty: '1', status, serials: '', place: undefined }
    if (compareQuantities(read, '1') <= 0) return { ...line, status }
    return [{ ...line, qty: asTyped(minus(read, '1')) }, apart]
  })
}

type Problems = Partial<Record<'qty' | 'lot' | 'serials' | 'unitCost', string>>

/** Returns the problems of a line, by field. */
export function problemsOf(line: ReceiptLine): Problems {
  const problems: Problems = {}
  const read = readQuantity(line.qty)
  const base = read === undefined ? undefined : inBaseUnits(read, line.unit)
  if (line.qty.trim() === '') problems.qty = 'Enter a quantity'
  else if (read === undefined) problems.qty = 'Enter a number, such as 12 or 0.5'
  else if (!isMoreThanZero(read)) problems.qty = 'Must be more than zero'
  if (line.tracking === 'lot' && line.lot.trim() === '')
    problems.lot = 'This item is tracked by lot. Enter the lot.'
  if (line.tracking === 'serial') {
    const count = String(serialsOf(line.serials).length)
    if (count === '0') problems.serials = 'Enter a serial number for each unit'
    else if (base !== undefined && compareQuantities(count, base) !== 0)
      problems.serials = `${count} of ${base} serial numbers entered`
  }
  if (line.unitCost.trim() !== '' && readCost(line.unitCost) === undefined)
    problems.unitCost = 'Enter the cost as a number, such as 12.50'
  return problems
}

export const isReady = (line: ReceiptLine) => Object.keys(problemsOf(line)).length === 0

/** '12.50' of '12,50'; undefined for what is no amount. */
export function readCost(typed: string): string | undefined {
  const text = readQuantity(typed) ?? ''
  return /^\d{1,12}(\.\d{1,6})?$/.test(text) ? text : undefined
}

type Call = NonNullable<CallOf<typeof receiving.create>['body']>

export const linesFor = (lines: readonly ReceiptLine[]): NonNullable<Call['lines']> =>
  lines
    .map((line) => {
      const serials = serialsOf(line.serials)
      const cost = readCost(line.unitCost)
      return {
        variantId: line.variantId,
        unit: line.unit.code,
        qty: readQuantity(line.qty) ?? line.qty,
        ...(line.place && { locationId: line.place.id }),
        status: line.status,
        ...(line.lot.trim() && { lotCode: line.lot.trim() }),
        // A code that was scanned may tell of what this item is not kept by.
        ...(line.tracking !== 'none' && line.expiresOn && { expiresOn: line.expiresOn }),
        ...(serials.length > 0 && { serials }),
        ...(cost !== undefined && { unitCost: cost }),
      }
    })
    // The newest stand on top; on paper the first comes first.
    .toReversed()

/** The line with the number that its item is tracked by: its lot, or one more serial number. */
export const withNumber = (line: ReceiptLine, number: string): ReceiptLine =>
  line.tracking === 'lot'
    ? { ...line, lot: number }
    : { ...line, serials: [...serialsOf(line.serials), number].join('\n') }

/** Returns the number a line lacks before it can be received. */
export const awaitedOf = (line: ReceiptLine): 'lot' | 'serial number' | undefined => {
  const { lot, serials } = problemsOf(line)
  return lot ? 'lot' : serials ? 'serial number' : undefined
}

type Item = { tracking: ReceiptLine['tracking']; unit: string; units: readonly Unit[] }

/** A line of a receipt as it is edited: in the item's own unit, at the cost of one of it. */
export function lineOf(line: Receipt['lines'][number], item: Item): ReceiptLine {
  const units = unitsOf(item)
  const [unit = { code: line.unit, numerator: '1', denominator: '1' }] = units
  return {
    key: String(line.lineNo),
    variantId: line.variantId,
    sku: line.sku,
    name: line.name,
    tracking: item.tracking,
    unit,
    units,
    qty: withoutZeros(line.qty),
    place: { id: line.locationId, code: line.location },
    status: line.status,
    lot: line.lot ?? '',
    expiresOn: '',
    serials: line.serials.join('\n'),
    unitCost: line.unitCost ?? '',
  }
}

type LineChange = Omit<NonNullable<CallOf<typeof receiving.updateLine>['body']>, 'version'>

/**
 * Returns the request body for an edited line. An unchanged cost is left out and keeps its saved precision.
 */
export const changeOf = (line: ReceiptLine, before: ReceiptLine): LineChange => ({
  qty: readQuantity(line.qty) ?? line.qty,
  unit: line.unit.code,
  locationId: line.place?.id ?? null,
  status: line.status,
  ...(line.tracking === 'lot' && { lotCode: line.lot.trim() }),
  ...(line.tracking !== 'none' && line.expiresOn && { expiresOn: line.expiresOn }),
  ...(line.tracking === 'serial' && { serials: serialsOf(line.serials) }),
  ...((line.unitCost !== before.unitCost || line.unit !== before.unit) && {
    unitCost: readCost(line.unitCost) ?? null,
  }),
})

export const bodyOf = (work: ReceiptWork, complete: boolean): Call => ({
  warehouseId: work.warehouseId,
  reference: work.reference.trim(),
  ...(work.effectiveAt && { effectiveAt: new Date(work.effectiveAt).toISOString() }),
  complete,
  lines: linesFor(work.lines),
})

/** Returns the total number of pieces as text: 'case of 12' counts twelve. */
export function piecesIn(lines: readonly ReceiptLine[]): string {
  const count = piecesOf(lines)
  return count === '1' ? '1 piece' : `${count} pieces`
}

const piecesOf = (lines: readonly ReceiptLine[]): string =>
  sumOf(
    ...lines.map((line) => {
      const read = readQuantity(line.qty)
      return (read === undefined ? undefined : inBaseUnits(read, line.unit)) ?? '0'
    }),
  )
