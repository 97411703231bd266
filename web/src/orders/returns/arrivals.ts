import type { ReturnLine } from '@stowage/contract/orders/returns'
import type { ReturnCondition } from '@stowage/contract/orders/return-inputs'
import type { Found } from '@stowage/contract/workspace/search'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import {
  compareQuantities,
  isMoreThanZero,
  minus,
  sumOf,
} from '../../warehouse/products/quantities.ts'

/** Count of a return line, as typed. */
export type Arrival = { qty: string; condition: ReturnCondition; lot: string; serials: string }
export type Arrivals = Readonly<Record<string, Arrival>>

export const nothing: Arrival = { qty: '', condition: 'new', lot: '', serials: '' }

const serialsOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

const countOf = ({ qty }: Arrival) => readQuantity(qty) ?? '0'

type Counted =
  | { line: ReturnLine; arrival: Arrival; total: string }
  | { problem: string }
  | undefined

/** Counts a scanned item in the first line that still expects one. Undefined for a code of no item. */
export function countScan(
  lines: readonly ReturnLine[],
  arrivals: Arrivals,
  { kind, variantId, sku, label, gs1 }: Found,
  /** Quantity counted by one scan, in base units. */
  qty: string,
): Counted {
  if (variantId === null) return undefined
  const own = lines.filter((line) => line.variantId === variantId)
  if (own.length === 0) return { problem: `${sku ?? label} isn’t part of this return.` }
  const serial = kind === 'serial' ? label : gs1?.serial
  for (const line of own) {
    const before = arrivals[line.id] ?? nothing
    const total = sumOf(countOf(before), line.tracking === 'serial' ? '1' : qty)
    if (compareQuantities(total, line.qty) > 0) continue
    const serials = serialsOf(before.serials)
    if (serial && serials.includes(serial)) return { problem: `${serial} was scanned before.` }
    const arrival = {
      ...before,
      qty: total,
      lot: gs1?.lot ?? before.lot,
      serials: serial ? [...serials, serial].join(', ') : before.serials,
    }
    return { line, arrival, total }
  }
  const left = sumOf(...own.map((line) => minus(line.qty, countOf(arrivals[line.id] ?? nothing))))
  return {
    problem: `${sku ?? label}: ${formatQuantity(qty)} scanned, ${formatQuantity(left)} left.`,
  }
}

/** Returns the request lines for the counts. Lines without a count are left out. */
export const linesOf = (lines: readonly ReturnLine[], arrivals: Arrivals) =>
  lines.flatMap(({ id: lineId }) => {
    const arrival = arrivals[lineId] ?? nothing
    const qty = countOf(arrival)
    if (!isMoreThanZero(qty)) return []
    const serials = serialsOf(arrival.serials)
    const lotCode = arrival.lot.trim()
    return {
      lineId,
      qty,
      condition: arrival.condition,
      ...(lotCode && { lotCode }),
      ...(serials.length > 0 && { serials }),
    }
  })
