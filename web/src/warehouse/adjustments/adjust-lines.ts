import type { Reason } from '@stowage/contract/warehouse/settings'
import type { StockStatus } from '@stowage/contract/warehouse/stock'
import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import type { Adjustment, adjustments } from '@stowage/contract/warehouse/adjustments'
import { newId } from '../../app/ids.ts'
import type { CallOf } from '../../app/transport.ts'
import type { LocationOption } from '../locations/places.ts'
import { readChange, withoutZeros } from '../../app/quantity.ts'
import { compareQuantities, minus, sumOf } from '../products/quantities.ts'

export type Mode = 'delta' | 'set'

/** Correction of one bucket, which need not exist yet. */
export type AdjustLine = {
  key: string
  variantId: string
  sku: string
  name: string
  unit: string
  tracking: 'none' | 'lot' | 'serial' | undefined
  place: LocationOption | undefined
  status: StockStatus
  lot: string
  serial: string
  mode: Mode
  /** As typed. */
  qty: string
  /** How much was there when it was looked at. */
  seen: string
  /** The bucket is one that exists: place, status and lot are not to be chosen. */
  isBucket: boolean
}

export type AdjustWork = { lines: AdjustLine[]; reason: string; note: string; effectiveAt: string }

export const noAdjustment = (): AdjustWork => ({ lines: [], reason: '', note: '', effectiveAt: '' })
export const hasAdjustment = ({ lines, note, effectiveAt }: AdjustWork) =>
  lines.length > 0 || note !== '' || effectiveAt !== ''

export const lineOfBucket = (bucket: StockBucket, mode: Mode): AdjustLine => ({
  key: newId(),
  variantId: bucket.variantId,
  sku: bucket.sku,
  name: bucket.name,
  unit: bucket.unit,
  tracking: undefined,
  place: { id: bucket.locationId, code: bucket.location },
  status: bucket.status,
  lot: bucket.lot ?? '',
  serial: bucket.serial ?? '',
  mode,
  qty: '',
  seen: withoutZeros(bucket.onHand),
  isBucket: true,
})

type Counted = Pick<AdjustLine, 'mode' | 'qty' | 'seen'>

/** Returns the ledger quantity before and after the correction; undefined while there is nothing to show. */
export function effectOf({ mode, qty, seen }: Counted) {
  const read = readChange(qty)
  if (read === undefined) return undefined
  const after = mode === 'set' ? read : sumOf(seen, read)
  return { before: withoutZeros(seen), after, delta: minus(after, seen) }
}

type Problems = Partial<Record<'qty' | 'place' | 'lot' | 'serial', string>>

/** Returns the problems of a line, by field. */
export function problemsOf(line: AdjustLine): Problems {
  const problems: Problems = {}
  const effect = effectOf(line)
  if (line.qty.trim() === '')
    problems.qty = line.mode === 'set' ? 'Enter the counted quantity' : 'Enter the difference'
  else if (!effect) problems.qty = 'Enter a number, such as 12 or -3'
  else if (compareQuantities(effect.after, '0') < 0)
    problems.qty = `Only ${effect.before} are recorded here`
  else if (effect.delta === '0') problems.qty = 'The quantity is unchanged'
  if (!line.place) problems.place = 'Choose the location'
  if (line.tracking === 'lot' && line.lot.trim() === '')
    problems.lot = 'This item is tracked by lot. Enter the lot.'
  if (line.tracking === 'serial' && line.serial.trim() === '')
    problems.serial = 'This item is tracked by serial number. Enter the serial number.'
  return problems
}

export const isReady = (line: AdjustLine) => Object.keys(problemsOf(line)).length === 0

/** The reasons that suit what the lines do: for more, for less, or for both. */
export function reasonsFor(reasons: readonly Reason[], lines: readonly Counted[]): Reason[] {
  const deltas = lines.map((line) => effectOf(line)?.delta ?? '0')
  const needs = [
    ...(deltas.some((delta) => compareQuantities(delta, '0') > 0) ? ['adjust_up' as const] : []),
    ...(deltas.some((delta) => compareQuantities(delta, '0') < 0) ? ['adjust_down' as const] : []),
  ]
  return reasons.filter(
    ({ state, applies }) =>
      state === 'active' &&
      (needs.length > 0
        ? needs.every((need) => applies.includes(need))
        : applies.includes('adjust_up') || applies.includes('adjust_down')),
  )
}

export function bodyOf(
  work: AdjustWork,
  warehouseId: string,
  displace = false,
): CallOf<typeof adjustments.create>['body'] {
  return {
    ...(displace && { displace }),
    warehouseId,
    reasonCode: work.reason,
    note: work.note.trim(),
    ...(work.effectiveAt && { effectiveAt: new Date(work.effectiveAt).toISOString() }),
    lines: work.lines.map((line) => {
      const common = {
        variantId: line.variantId,
        ...(line.place && { locationId: line.place.id }),
        status: line.status,
        ...(line.lot.trim() && { lotCode: line.lot.trim() }),
        ...(line.serial.trim() && { serial: line.serial.trim() }),
        qty: readChange(line.qty) ?? line.qty,
      }
      return line.mode === 'set'
        ? { mode: 'set' as const, ...common, expected: line.seen }
        : { mode: 'delta' as const, ...common }
    }),
  }
}

type AskedLine = Adjustment['lines'][number]

/** How much a line of a draft was compared with, or else what is there now. */
function seenOf(line: AskedLine, stock: readonly StockBucket[]): string {
  if (line.expected !== null) return withoutZeros(line.expected)
  const bucket = stock.find(
    ({ variantId, locationId, status, lot, serial }) =>
      variantId === line.variantId &&
      locationId === line.locationId &&
      status === line.status &&
      lot === line.lot &&
      serial === line.serial,
  )
  return withoutZeros(bucket?.onHand ?? '0')
}

/** A moment as a field holds it, in the browser's time. */
function fieldOf(at: string | null): string {
  if (at === null) return ''
  const moment = new Date(at)
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** A draft as it is edited; `stock` is what its items have in its warehouse. */
export const workOf = (draft: Adjustment, stock: readonly StockBucket[]): AdjustWork => ({
  reason: draft.reasonCode,
  note: draft.note,
  effectiveAt: fieldOf(draft.effectiveAt),
  lines: draft.lines.map((line) => ({
    key: String(line.lineNo),
    variantId: line.variantId,
    sku: line.sku,
    name: line.name,
    unit: line.unit,
    tracking: undefined,
    place: { id: line.locationId, code: line.location },
    status: line.status,
    lot: line.lot ?? '',
    serial: line.serial ?? '',
    mode: line.mode,
    qty: withoutZeros(line.qty),
    seen: seenOf(line, stock),
    isBucket: true,
  })),
})

type DraftChange = Omit<NonNullable<CallOf<typeof adjustments.update>['body']>, 'version'>

/**
 * Returns the request body for an edited draft. An unchanged time is left out and keeps its saved precision.
 */
export function changeOf(work: AdjustWork, before: AdjustWork): DraftChange {
  const { reasonCode = '', note = '', lines = [] } = bodyOf(work, '') ?? {}
  const { effectiveAt } = work
  return {
    reasonCode,
    note,
    lines,
    ...(effectiveAt !== before.effectiveAt && {
      effectiveAt: effectiveAt === '' ? null : new Date(effectiveAt).toISOString(),
    }),
  }
}
