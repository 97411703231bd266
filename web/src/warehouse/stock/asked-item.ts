import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import type { Found } from '@stowage/contract/workspace/search'
import { useState, type RefObject } from 'react'
import { queryClient } from '../../app/api.ts'
import type { Answer, Scan } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { isFoundItemOf } from '../products/found-item.ts'
import { itemOfScan, type NamedItem } from '../products/items.ts'
import type { LocationOption } from '../locations/places.ts'
import { bucketsOf } from './buckets.ts'

type ItemQuery = {
  slug: string
  warehouseId: string | undefined
  screen: string
  /** Where items are asked for; gets the focus back. */
  field: RefObject<HTMLInputElement | null>
  /** The item the address names. */
  preset: NamedItem | undefined
  /** The item lies in one bucket alone: without this, its place is asked for all the same. */
  onOnly?: (named: NamedItem, only: StockBucket) => Answer
  /** The place of the item was scanned, with the first bucket of it there, if there is one. */
  onPlaceOf: (named: NamedItem, place: LocationOption, bucket: StockBucket | undefined) => Answer
  /** A place was scanned before an item. */
  onPlace: (place: LocationOption) => Answer
}

/** With what the scan says of its lot or serial number. */
type AskedItem = NamedItem & { found?: Found }

/**
 * Asks first for an item, then for the place it lies in, by hand or by scan. `item` is the one whose place
 * is asked for, `settle` tells that what was scanned is sent.
 */
export function useAskedItem(asked: ItemQuery) {
  const { slug, warehouseId, screen, field, preset, onOnly, onPlaceOf, onPlace } = asked
  const [chosen, setChosen] = useState<AskedItem>()
  const [isPresetDone, setIsPresetDone] = useState(false)
  const item: AskedItem | undefined = chosen ?? (isPresetDone ? undefined : preset)
  const choose = (named: AskedItem | undefined) => {
    setChosen(named)
    setIsPresetDone(true)
  }
  const listBuckets = async ({ item: { id }, found }: AskedItem) => {
    const { items } = await queryClient.fetchQuery(bucketsOf(slug, id, warehouseId))
    return found ? items.filter((bucket) => isFoundItemOf(bucket, found)) : items
  }
  const take = async ({ found }: Scan): Promise<Answer | undefined> => {
    const scanned = await itemOfScan(slug, found)
    const named = scanned && { ...scanned, found }
    if (named) {
      // Known before it is answered: the next location means the destination then, however soon it is scanned.
      const [first, second] = onOnly ? await listBuckets(named) : []
      if (onOnly && first && !second) return onOnly(named, first)
      choose(named)
      return { tone: 'ok', text: `${named.item.sku}: now scan the location` }
    }
    const { kind, id, label } = found
    if (kind !== 'location' || id === null) return undefined
    const place = { id, code: label }
    if (!item) return onPlace(place)
    const buckets = await listBuckets(item)
    return onPlaceOf(
      item,
      place,
      buckets.find(({ locationId }) => locationId === id),
    )
  }
  const settle = useScan(take, { screen, field })
  return {
    item,
    choose,
    settle,
    cancel: () => {
      choose(undefined)
      field.current?.focus()
    },
  }
}
