import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import type { PackableItem } from '@stowage/contract/orders/packing'
import type { Found } from '@stowage/contract/workspace/search'
import { formatQuantity } from '../../app/format.ts'
import { compareQuantities, minus } from '../../warehouse/products/quantities.ts'
import { calledBy, leftOf, sumLeft, type Called } from './pack-items.ts'

export const isPackable = ({ state }: Pick<Fulfillment, 'state'>) =>
  state === 'picked' || state === 'packing'

/** The same by what the server says a code is: a GS1 code, or the number of a lot. */
function calledByFound(items: readonly PackableItem[], found: Found): Called | undefined {
  const own = items.filter(({ variantId }) => variantId === found.variantId)
  const [item] = own
  return item && { item, own, qty: found.gs1?.count ?? found.qty ?? '1' }
}

type Packing = {
  items: readonly PackableItem[]
  /** Why nothing can be packed now. */
  whyNot: string | undefined
  isOnline: boolean
  /** A package is open; the first item opens one. */
  isOpen: boolean
  /** Quantity entered for the next scan, in base units. */
  times: string | undefined
}

/** SKU and quantity packed by a scan, and the quantity of the item left after it. */
export type PackScan = { sku: string; qty: string; left: string }

/**
 * Decides what a scan packs, or why it does not. Undefined for a code of no item here: without `found`, the server has
 * not been asked yet what it is.
 */
export function decideScan(
  { code, found }: { code: string; found?: Found },
  { items, whyNot, isOnline, isOpen, times }: Packing,
): PackScan | { refused: string } | undefined {
  const called = found ? calledByFound(items, found) : calledBy(items, code)
  // Which of several serial numbers it is, the code of the item alone does not say: the server decides.
  const isClear = isOnline || !called || called.item.serial === null || called.own.length === 1
  if (!called || !isClear)
    return isOnline ? undefined : { refused: `${code} can’t be checked without a connection.` }
  if (whyNot !== undefined) return { refused: whyNot }
  const { sku } = called.item
  const qty = times ?? called.qty
  const left = sumLeft(called.own)
  if (compareQuantities(qty, left) > 0)
    return { refused: `${sku}: ${formatQuantity(qty)} scanned, ${formatQuantity(left)} left.` }
  if (!isOpen && !isOnline) return { refused: 'Opening a package needs a connection.' }
  return { sku, qty, left: minus(left, qty) }
}

/** Says what is to be packed instead of what was scanned. */
export function wrongText(items: readonly PackableItem[], number: string, got: string): string {
  const wanted = items.filter((item) => leftOf(item) !== '0').map(({ sku }) => sku)
  return wanted.length === 0
    ? `Everything of ${number} is packed. This is ${got}.`
    : `Pack ${[...new Set(wanted)].slice(0, 3).join(', ')}. This is ${got}.`
}
