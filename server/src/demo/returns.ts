import type { DemoCompany } from './company.ts'
import { itemsOf } from './items.ts'

/** How far a return has come, what it is of, and how it came back. */
const examples = [
  { until: 'requested', qty: 1, reasonCode: 'wrong_item', condition: 'new' },
  { until: 'authorized', qty: 2, reasonCode: 'damaged', condition: 'new' },
  { until: 'authorized', qty: 1, reasonCode: 'wrong_item', condition: 'new' },
  { until: 'received', qty: 1, reasonCode: 'wrong_item', condition: 'opened' },
  { until: 'received', qty: 3, reasonCode: 'damaged', condition: 'damaged' },
  { until: 'inspected', qty: 2, reasonCode: 'damaged', condition: 'used' },
  { until: 'closed', qty: 1, reasonCode: 'damaged', condition: 'damaged' },
] as const

export type DemoReturn = (typeof examples)[number] & { sku: string }

/** Rows of the ledger that the returns come to: what was received, and what was scrapped. */
export const returnMovements =
  examples.filter(({ until }) => ['received', 'inspected', 'closed'].includes(until)).length +
  examples.filter(({ until }) => until === 'closed').length

/** The returns of a company, each of an item that is counted in pieces and not tracked. */
export function returnsOf({ seed, platform, skus }: DemoCompany): DemoReturn[] {
  const { item } = itemsOf(seed, platform)
  const returned = Array.from({ length: skus }, (_, i) => item(i))
    .filter(({ unit, tracking }) => unit === 'each' && tracking === 'none')
    .slice(0, examples.length)
  return returned.flatMap(({ sku }, i) => {
    const example = examples[i]
    return example ? { ...example, sku } : []
  })
}
