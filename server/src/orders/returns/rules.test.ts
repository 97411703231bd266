import { expect, test } from 'vitest'
import { isLeaving, undecidedOf } from './rules.ts'

test('undecided is what no disposition says', () => {
  expect(undecidedOf({ qty: '5', dispositions: [] })).toBe(5n)
  expect(undecidedOf({ qty: '5', dispositions: [{ qty: '2' }, { qty: '3' }] })).toBe(0n)
})

test.each([
  ['scrap', true],
  ['return_to_vendor', true],
  ['restock', false],
  ['quarantine', false],
] as const)('stock that is decided to %s leaves: %s', (kind, leaves) => {
  expect(isLeaving(kind)).toBe(leaves)
})
