import type { Location, locationKinds } from '@stowage/contract/warehouse/locations'
import type { zoneKinds } from '@stowage/contract/warehouse/location-zones'
import { formatCount } from '../../app/format.ts'
import { wordsOf } from '../../app/words.ts'

export const kindWords = wordsOf<(typeof locationKinds)[number]>({
  bin: 'Bin',
  shelf: 'Shelf',
  pallet: 'Pallet location',
  floor: 'Floor',
  dock: 'Dock',
  stage: 'Staging',
  virtual: 'Virtual',
})

export const zoneKindWords = wordsOf<(typeof zoneKinds)[number]>({
  receive: 'Receiving',
  bulk: 'Bulk',
  pick: 'Picking',
  stage: 'Staging',
  quarantine: 'Quarantine',
  damaged: 'Damaged',
  return: 'Returns',
})

export const statusWords = wordsOf<Location['status']>({
  active: 'Open',
  blocked_in: 'Incoming blocked',
  blocked_out: 'Outgoing blocked',
  blocked: 'Blocked',
  archived: 'Archived',
})

type Limits = Pick<Location, 'maxUnits' | 'maxWeightG' | 'mixedSkus' | 'mixedLots'>

/** Returns the limits of a location: '40 units, 25 kg, one SKU'. Undefined without limits. */
export function capacityText({ maxUnits, maxWeightG, mixedSkus, mixedLots }: Limits) {
  const parts = [
    ...(maxUnits === null ? [] : [maxUnits === 1 ? '1 unit' : `${formatCount(maxUnits)} units`]),
    ...(maxWeightG === null ? [] : [weightText(maxWeightG)]),
    ...(mixedSkus ? [] : ['one SKU']),
    ...(mixedLots ? [] : ['one lot per SKU']),
  ]
  return parts.length > 0 ? parts.join(', ') : undefined
}

const weightText = (grams: number) =>
  grams % 1000 === 0 ? `${formatCount(grams / 1000)} kg` : `${formatCount(grams)} g`

export const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Returns the contents of a location: 'Empty', '1 SKU', '3 SKUs'. */
export const contentsText = (skus: number) =>
  skus === 0 ? 'Empty' : skus === 1 ? '1 SKU' : `${skus} SKUs`
