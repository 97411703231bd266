import type { Location, locationKinds, zoneKinds } from '@stowage/contract/warehouse/places'
import { formatCount } from '../../format.ts'

export const kindWords: Record<(typeof locationKinds)[number], string> = {
  ...{ bin: 'Bin', shelf: 'Shelf', pallet: 'Pallet place', floor: 'Floor', dock: 'Dock' },
  ...{ stage: 'Staging', virtual: 'Virtual' },
}

export const zoneKindWords: Record<(typeof zoneKinds)[number], string> = {
  ...{ receive: 'Receiving', bulk: 'Bulk', pick: 'Picking', stage: 'Staging' },
  ...{ quarantine: 'Quarantine', damaged: 'Damaged', return: 'Returns' },
}

export const statusWords: Record<Location['status'], string> = {
  ...{ active: 'Open', blocked_in: 'Nothing in', blocked_out: 'Nothing out' },
  ...{ blocked: 'Blocked', archived: 'Put away' },
}

export const limitLabels = {
  ...{ maxUnits: 'Most units', maxWeightG: 'Most weight in grams' },
  ...{ mixedSkus: 'Different items may lie together' },
  ...{ mixedLots: 'Different lots of an item may lie together' },
}
export const limitHints = {
  maxUnits: 'All that lies there, counted in base units. Blank is any number.',
  maxWeightG: 'Items without a weight weigh nothing. Blank is any weight.',
}

type Limits = Pick<Location, 'maxUnits' | 'maxWeightG' | 'mixedSkus' | 'mixedLots'>

/** What a location holds at most: '40 units, 25 kg, one item'; undefined when all may lie there. */
export function capacityText({ maxUnits, maxWeightG, mixedSkus, mixedLots }: Limits) {
  const parts = [
    ...(maxUnits === null ? [] : [maxUnits === 1 ? '1 unit' : `${formatCount(maxUnits)} units`]),
    ...(maxWeightG === null ? [] : [weightText(maxWeightG)]),
    ...(mixedSkus ? [] : ['one item']),
    ...(mixedLots ? [] : ['one lot of an item']),
  ]
  return parts.length > 0 ? parts.join(', ') : undefined
}

const weightText = (grams: number) =>
  grams % 1000 === 0 ? `${formatCount(grams / 1000)} kg` : `${formatCount(grams)} g`

/** Ways to block a location. */
export const directions = [
  { value: 'in', label: 'Let nothing in' },
  { value: 'out', label: 'Let nothing out' },
  { value: 'both', label: 'Let nothing in or out' },
] as const
export type Direction = (typeof directions)[number]['value']

export const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** What lies in a location: 'Empty', '1 SKU', '3 SKUs'. */
export const contentsText = (skus: number) =>
  skus === 0 ? 'Empty' : skus === 1 ? '1 SKU' : `${skus} SKUs`

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
