import { expect, test } from 'vitest'
import { sumOf } from './sums.ts'

test('quantities are added as written, not as floating numbers', () => {
  expect(sumOf(['0.1', '0.2'], 1)).toBe('0.3')
  expect(sumOf(['12', '-2'], 0)).toBe('10')
  expect(sumOf(['-0.5', '0.2'], 1)).toBe('-0.3')
  expect(sumOf([], 2)).toBe('0.00')
})

test('sums are larger than anybody may write', () => {
  expect(sumOf(['1999999999999998.000', '0.001'], 3)).toBe('1999999999999998.001')
})
