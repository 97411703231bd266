import { isSameKey } from '@stowage/contract/folding'
import type { FulfillmentState } from '@stowage/contract/orders/fulfillments'
import { one, type Fraction } from '@stowage/contract/warehouse/quantities'
import { readGs1, weightIn } from '../../workspace/search/gs1-rules.ts'
import { barcodeIn, isItem } from '../../warehouse/products/rules.ts'

/** Measures of a package; null where not entered. */
export type Measures = {
  box: string | null
  weightG: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
}

/** Picked quantity of a line, by lot and serial number; quantities are quanta. */
export type Packable = {
  lineNo: number
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  lotId: string | null
  lot: string | null
  serialId: string | null
  serial: string | null
  /** A barcode stands for `numerator / denominator` base units. */
  barcodes: { code: string; gtin14: string | null; numerator: string; denominator: string }[]
  picked: string
  /** In all packages, and in the one in question. */
  packed: string
  here: string
}

/** Quanta that are in no package yet, and those in the package in question. */
export const leftOf = ({ picked, packed }: Packable): bigint => BigInt(picked) - BigInt(packed)
export const hereOf = ({ here }: Packable): bigint => BigInt(here)

/** Quanta that are in no package yet, of all of these. */
export const sumOf = (items: readonly Packable[], roomOf: (item: Packable) => bigint): bigint =>
  items.reduce((sum, item) => sum + roomOf(item), 0n)

/** Returns what a scan is of, and only of this lot if it is given. `year` decides the century of dates. */
export const scannedOf = (
  items: readonly Packable[],
  { code, lot }: { code: string; lot?: string | undefined },
  year: number,
): Packable[] =>
  items.filter(
    (item) =>
      isItem(code, item, year) &&
      (lot === undefined || (item.lot !== null && isSameKey(lot, item.lot))),
  )

/** Returns the base units of one scan of an item: what the code counts or weighs, or what its barcode stands for. */
export function unitsOf(code: string, { barcodes, unit }: Packable, year: number): Fraction {
  const gs1 = readGs1(code, year)
  const read = typeof gs1 === 'object' ? gs1 : undefined
  const weight = read && weightIn(unit, read)
  if (weight) return weight
  const barcode = barcodeIn(barcodes, read?.gtin ?? read?.item ?? code)
  if (!barcode) return { ...one, numerator: BigInt(read?.count ?? 1) }
  const numerator = BigInt(barcode.numerator) * BigInt(read?.count ?? 1)
  return { numerator, denominator: BigInt(barcode.denominator) }
}

export type Part = { item: Packable; quanta: bigint }

/** Spreads a quantity over items in their order, each taking what it has room for. */
export function spread(
  items: readonly Packable[],
  quanta: bigint,
  roomOf: (item: Packable) => bigint,
): Part[] {
  let open = quanta
  return items.flatMap((item) => {
    const room = roomOf(item)
    const take = room < open ? room : open
    open -= take
    return take > 0n ? [{ item, quanta: take }] : []
  })
}

/** Returns the packing state of a fulfillment by its packages. */
export function packingState(
  packages: readonly { state: 'open' | 'closed' }[],
  items: readonly Packable[],
): Extract<FulfillmentState, 'picked' | 'packing' | 'packed'> {
  if (packages.length === 0) return 'picked'
  const isDone = packages.every(({ state }) => state === 'closed') && sumOf(items, leftOf) === 0n
  return isDone ? 'packed' : 'packing'
}
