import { expect, test } from 'vitest'
import { sumOf } from './sums.ts'

test('quantities are added as written, not as floating numbers', () => {
  expect(sumOf(['0.1', '0.2'], 1)).toBe('0.3')
  expect(sumOf(['12', '-2'], 0)).toBe('10')
  expect(sumOf([], 2)).toBe('0.00')
})
