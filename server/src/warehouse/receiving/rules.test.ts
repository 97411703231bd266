import { expect, test } from 'vitest'
import { costOfBaseUnit, receiptTransitions } from './rules.ts'

test('a case of twelve at 10.00 costs 0.833333 apiece', () => {
  expect(costOfBaseUnit(10_000_000n, { numerator: 12n, denominator: 1n })).toBe(833_333n)
  expect(costOfBaseUnit(5n, { numerator: 2n, denominator: 1n })).toBe(3n)
})

test('what is over stays over', () => {
  expect(receiptTransitions.reversed).toEqual([])
  expect(receiptTransitions.cancelled).toEqual([])
})
