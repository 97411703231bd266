import type { Order } from '@stowage/contract/orders/orders'
import { microsOf, plainMoney } from '@stowage/contract/warehouse/quantities'
import { addressLines, type PostalAddress } from '../../workspace/print/address-rules.ts'
import type { Paper, PaperCell } from '../../workspace/print/paper.ts'
import type { Site } from './print-queries.ts'

type Line = Order['lines'][number]

/** Data printed with an order: seller, barcodes by variant, time zone and country of the warehouse. */
export type Surroundings = Site & {
  seller: Paper['seller']
  barcodes: ReadonlyMap<string, string | null>
  printedAt: Date
}

/** The quantity as it was ordered, with base units and what is cancelled below. */
export function orderedCell(line: Line): PaperCell {
  const base = `${quantityText(line.qty)} ${line.baseUnit}`
  const inUnit = line.unit === line.baseUnit ? undefined : `${grouped(line.unitQty)} ${line.unit}`
  const cancelled = quantityText(line.cancelled)
  return {
    text: inUnit ?? base,
    notes: [
      ...(inUnit ? [`= ${base}`] : []),
      ...(cancelled === '0' ? [] : [`${cancelled} cancelled`]),
    ],
  }
}

/** A part of a line in the unit it was ordered in; undefined where that is not exact. */
export function inUnitOf(line: Line, micros: bigint): string | undefined {
  const [units, ordered] = [micros * microsOf(line.unitQty), microsOf(line.qty)]
  if (ordered === 0n || units % ordered !== 0n) return undefined
  return `${grouped(plainMoney(units / ordered))} ${line.unit}`
}

/** A quantity without zeros at its end. */
export const quantityText = (qty: string) => grouped(plainMoney(microsOf(qty)))

/** A decimal number with commas between thousands. */
export const grouped = (plain: string) => {
  const [whole = '', decimals] = plain.split('.')
  const thousands = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? thousands : `${thousands}.${decimals}`
}

const dayParts = { day: 'numeric', month: 'short', year: 'numeric' } as const

export const dayText = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { ...dayParts, timeZone }).format(new Date(at))

export const timeText = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    ...dayParts,
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(at))

/** The lines of an address, with the customer where it names nobody. */
export function recipientLines(
  address: PostalAddress | null,
  customer: string | null,
  home: string,
): string[] {
  if (!address) return [customer ?? '-']
  const { name, company } = address
  return addressLines({ ...address, name: name || (company ? '' : (customer ?? '')) }, home)
}
