import type { Warehouse } from '@stowage/contract/warehouse/places'

/* Words of the forms over places; apart from those of the list, which is there before them. */

export const addressLabels: Record<keyof Warehouse['address'], string> = {
  ...{ name: 'Addressee', line1: 'Street', line2: 'Second line', postalCode: 'Postal code' },
  ...{ city: 'Town', region: 'Region', country: 'Country' },
}

/** What there is of an address, one part behind the other. */
export const addressText = (address: Partial<Warehouse['address']>) =>
  Object.values(address)
    .filter((part) => part !== '')
    .join(', ') || 'None'

export const defaultLabels: Record<keyof Warehouse['defaultLocations'], string> = {
  ...{ receive: 'Goods are received at', stage: 'Goods to be shipped wait at' },
  ...{ quarantine: 'Goods to be looked at wait at', damaged: 'Damaged goods come to' },
}

export const floorLabels = { xMm: 'Across in mm', yMm: 'Along in mm' }

export const limitLabels = {
  ...{ maxUnits: 'Most units', maxWeightG: 'Most weight in grams' },
  ...{ mixedSkus: 'Different items may lie together' },
  ...{ mixedLots: 'Different lots of an item may lie together' },
}
export const limitHints = {
  maxUnits: 'All that lies there, counted in base units. Blank is any number.',
  maxWeightG: 'Items without a weight weigh nothing. Blank is any weight.',
}

/** Ways to block a location. */
export const directions = [
  { value: 'in', label: 'Let nothing in' },
  { value: 'out', label: 'Let nothing out' },
  { value: 'both', label: 'Let nothing in or out' },
] as const
export type Direction = (typeof directions)[number]['value']

type Made = { count: number; existing: number }

/** What a pattern would make, in a sentence. */
export function generationText({ count, existing }: Made): string {
  const fresh = count - existing
  if (fresh === 0) return `All ${count} are there already: nothing would be made.`
  const made = fresh === 1 ? '1 location would be made.' : `${fresh} locations would be made.`
  return existing === 0 ? made : `${made} ${existing} of the ${count} are there already.`
}

const named: Record<string, string> = {
  ...{ stock: 'SKUs in stock or promised', location: 'locations in use' },
  ...{ receipt: 'open receipts', adjustment: 'adjustments that are not posted' },
}
const uses: Record<string, string> = {
  receive: 'goods are received here unless another place is said',
  stage: 'goods wait here to be shipped unless another place is said',
  quarantine: 'goods wait here to be looked at unless another place is said',
  damaged: 'damaged goods come here unless another place is said',
}
const mostNamed = 5

/** What keeps a place from being put away, a sentence for each kind of thing. */
export function usesText(blockers: unknown): string[] {
  const all = (Array.isArray(blockers) ? blockers : []) as Record<string, unknown>[]
  const defaults = all.flatMap(({ type, code, use }) => {
    const why = type === 'warehouse' && typeof use === 'string' ? uses[use] : undefined
    return why === undefined ? [] : [`In ${String(code)} ${why}.`]
  })
  const kinds = Object.entries(named).flatMap(([kind, words]) => {
    const names = all.flatMap(({ type, sku, code, number }) => {
      const name = sku ?? code ?? number
      return type === kind && typeof name === 'string' ? [name] : []
    })
    if (names.length === 0) return []
    const more = names.length > mostNamed ? ' and more' : ''
    return [`Still here, ${words}: ${names.slice(0, mostNamed).join(', ')}${more}.`]
  })
  return [...defaults, ...kinds]
}
