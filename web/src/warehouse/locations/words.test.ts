import { expect, test } from 'vitest'
import { generationText } from './form-words.ts'
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
  [{ maxWeightG: 1500, mixedSkus: false, mixedLots: false }, '1,500 g, one SKU, one lot per SKU'],
])('a place with %o holds %s', (limits, text) =>
  expect(capacityText({ ...any, ...limits })).toBe(text),
)

test.each([
  [{ count: 60, existing: 0 }, '60 locations will be created.'],
  [{ count: 60, existing: 12 }, '48 locations will be created. 12 of 60 already exist.'],
  [{ count: 13, existing: 12 }, '1 location will be created. 12 of 13 already exist.'],
  [{ count: 12, existing: 12 }, 'All 12 already exist. No locations will be created.'],
])('%o reads %s', (made, text) => expect(generationText(made)).toBe(text))
