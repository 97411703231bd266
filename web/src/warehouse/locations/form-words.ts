import type { Warehouse } from '@stowage/contract/warehouse/location-warehouses'

/* Words of the forms over places; apart from those of the list, which is there before them. */

export const addressLabels: Record<keyof Warehouse['address'], string> = {
  name: 'Addressee',
  line1: 'Street',
  line2: 'Address line 2',
  postalCode: 'Postal code',
  city: 'City',
  region: 'Region',
  country: 'Country',
}

/** Returns the parts of an address, separated by commas; 'None' if there are none. */
export const addressText = (address: Partial<Warehouse['address']>) =>
  Object.values(address)
    .filter((part) => part !== '')
    .join(', ') || 'None'

export const defaultLabels: Record<keyof Warehouse['defaultLocations'], string> = {
  receive: 'Receiving',
  stage: 'Staging',
  quarantine: 'Quality check',
  damaged: 'Damaged',
}

export const floorLabels = { xMm: 'X in mm', yMm: 'Y in mm' }

export const limitLabels = {
  maxUnits: 'Maximum quantity',
  maxWeightG: 'Maximum weight in grams',
  mixedSkus: 'Allow different SKUs',
  mixedLots: 'Allow different lots of one SKU',
}
export const limitHints = {
  maxUnits: 'In base units. Leave empty for no limit.',
  maxWeightG: 'Items without a weight aren’t counted. Leave empty for no limit.',
}

export const holdHint =
  'Stock on hold isn’t available until its status changes. Reserved stock can’t be put on hold.'

/** Ways to block a location. */
export const directions = [
  { value: 'in', label: 'Block incoming stock' },
  { value: 'out', label: 'Block outgoing stock' },
  { value: 'both', label: 'Block both directions' },
] as const
export type Direction = (typeof directions)[number]['value']

type Made = { count: number; existing: number }

/** Returns a sentence on the locations a pattern would create. */
export function generationText({ count, existing }: Made): string {
  const fresh = count - existing
  if (fresh === 0) return `All ${count} already exist. No locations will be created.`
  const made = fresh === 1 ? '1 location will be created.' : `${fresh} locations will be created.`
  return existing === 0 ? made : `${made} ${existing} of ${count} already exist.`
}
