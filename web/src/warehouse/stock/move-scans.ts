import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { countOf, type Found } from '@stowage/contract/workspace/search'
import { formatQuantity } from '../../app/format.ts'
import { withoutZeros } from '../../app/quantity.ts'
import { nameOf, titleOf } from '../../workspace/scan/opening.ts'
import { isFoundItemOf } from '../products/found-item.ts'
import { compareQuantities, freeOf, isMoreThanZero } from '../products/quantities.ts'

type MoveLocation = { id: string; code: string; warehouseId: string }
type MoveItem = { variantId: string; sku: string }

/** A move as far as it was scanned. */
export type Moving = {
  from?: MoveLocation | undefined
  item?: MoveItem | undefined
  /** Which stock line it may be, where the item alone does not say. */
  several?: readonly StockBucket[] | undefined
  bucket?: StockBucket | undefined
  qty?: string | undefined
  to?: MoveLocation | undefined
}
export type MoveStep = 'from' | 'item' | 'lot' | 'to' | 'confirm'

/** The step that is asked for next. */
export const stepOf = ({ from, bucket, several, to }: Moving): MoveStep =>
  bucket ? (to ? 'confirm' : 'to') : several ? 'lot' : from ? 'item' : 'from'

export const wanted: Record<MoveStep, string> = {
  from: 'Scan the location to take from.',
  item: 'Scan the item to move.',
  lot: 'Scan its lot or serial number.',
  to: 'Scan the new location.',
  confirm: 'Confirm the move first.',
}

/** A step in words and what is known after it, or why it is none. */
export type MoveDecision = { text: string; next: Moving } | { refused: string }
/** The stock of an item at a location is to be looked up before it can be decided. */
type LookUp = { from: MoveLocation; item: MoveItem; found?: Found }

/** Takes all of a stock line that no order needs, or as much as a code says. */
export function takeFrom(bucket: StockBucket, count?: string): MoveDecision {
  const { sku, location, locationId, warehouseId, variantId } = bucket
  const free = withoutZeros(freeOf(bucket))
  if (!isMoreThanZero(free)) {
    const onHand = formatQuantity(bucket.onHand)
    return { refused: `${onHand} ${sku} in ${location} are all reserved for orders.` }
  }
  const qty = count && compareQuantities(count, free) <= 0 ? withoutZeros(count) : free
  const from = { id: locationId, code: location, warehouseId }
  return { text: `${sku} from ${location}`, next: { from, item: { variantId, sku }, bucket, qty } }
}

/** Takes what a scan was of from the stock that was looked up; of several lots or serial numbers one is asked for. */
export function takeLookedUp(
  { from, item, found }: LookUp,
  buckets: readonly StockBucket[],
): MoveDecision {
  const own = found ? buckets.filter((bucket) => isFoundItemOf(bucket, found)) : buckets
  const [only] = own
  if (!only) return { refused: `${found ? titleOf(found) : item.sku} isn’t in ${from.code}.` }
  if (own.length === 1) return takeFrom(only, found && countOf(found))
  return { text: `${item.sku}: ${wanted.lot}`, next: { from, item, several: own } }
}

function decideLocation(now: Moving, { id, label, warehouseId }: Found): MoveDecision | LookUp {
  const step = stepOf(now)
  if (id === null || warehouseId === null) return { refused: wanted[step] }
  const place = { id, code: label, warehouseId }
  const { from, item } = now
  if (step === 'from' && item) return { from: place, item }
  if (step !== 'to' && step !== 'confirm') return { text: `From ${label}`, next: { from: place } }
  if (from?.id === id) return { refused: `${label} is where it is now. Scan another location.` }
  if (from && from.warehouseId !== warehouseId)
    return { refused: `${label} is in another warehouse. Stock moves within one warehouse.` }
  return { text: `To ${label}`, next: { ...now, to: place } }
}

/** Decides what a scan of a location or an item says of a move. */
export function decideMoveScan(now: Moving, found: Found): MoveDecision | LookUp {
  const step = stepOf(now)
  const { kind, variantId, sku, label } = found
  if (kind === 'location') return decideLocation(now, found)
  const isOther = step === 'lot' && now.item?.variantId !== variantId
  if (variantId === null || step === 'to' || step === 'confirm' || isOther)
    return { refused: `${wanted[step]} This is ${nameOf(found)}.` }
  const item = { variantId, sku: sku ?? label }
  return now.from
    ? { from: now.from, item, found }
    : { text: `${item.sku}: scan its location`, next: { item } }
}
