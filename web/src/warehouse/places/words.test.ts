import { expect, test } from 'vitest'
import { generationText, usesText } from './form-words.ts'
import { capacityText, contentsText } from './words.ts'

test.each([
  [0, 'Empty'],
  [1, '1 SKU'],
  [3, '3 SKUs'],
])('%i reads %s', (skus, text) => expect(contentsText(skus)).toBe(text))

const any = { maxUnits: null, maxWeightG: null, mixedSkus: true, mixedLots: true }
test.each([
  [{}, undefined],
  [{ maxUnits: 1 }, '1 unit'],
  [{ maxUnits: 1200, maxWeightG: 25000 }, '1,200 units, 25 kg'],
  [
    { maxWeightG: 1500, mixedSkus: false, mixedLots: false },
    '1,500 g, one item, one lot of an item',
  ],
])('a place with %o holds %s', (limits, text) =>
  expect(capacityText({ ...any, ...limits })).toBe(text),
)

test.each([
  [{ count: 60, existing: 0 }, '60 locations would be made.'],
  [{ count: 60, existing: 12 }, '48 locations would be made. 12 of the 60 are there already.'],
  [{ count: 13, existing: 12 }, '1 location would be made. 12 of the 13 are there already.'],
  [{ count: 12, existing: 12 }, 'All 12 are there already: nothing would be made.'],
])('%o reads %s', (made, text) => expect(generationText(made)).toBe(text))

test('what keeps a warehouse from being put away is named, a few of each kind', () => {
  const stock = [1, 2, 3, 4, 5, 6].map((n) => ({ type: 'stock', sku: `MUG-${n}` }))
  expect(usesText([...stock, { type: 'receipt', number: 'RC-000001' }, { type: 'other' }])).toEqual(
    [
      'Still here, SKUs in stock or promised: MUG-1, MUG-2, MUG-3, MUG-4, MUG-5 and more.',
      'Still here, open receipts: RC-000001.',
    ],
  )
  expect(usesText(undefined)).toEqual([])
  expect(usesText([{ type: 'warehouse', code: 'MAIN', use: 'receive' }])).toEqual([
    'In MAIN goods are received here unless another place is said.',
  ])
})
