import { isQuantity } from '@stowage/contract/warehouse/quantities'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareQuantities, minus, plain, readQuantity, signed, sumOf } from './quantities.ts'

describe('what is typed', () => {
  test.each([
    ['12', '12'],
    [' 1,5 ', '1.5'],
    ['1.50', '1.5'],
    ['+3', '3'],
    ['-3', '-3'],
    ['−3', '-3'],
    ['- 0,25', '-0.25'],
    ['.5', '0.5'],
    ['007', '7'],
    ['0', '0'],
    ['-0', '0'],
    ['', undefined],
    ['1.2.3', undefined],
    ['1,234.5', undefined],
    ['1e5', undefined],
    ['twelve', undefined],
    ['1.1234567', undefined],
  ])('%j is %j', (typed, read) => {
    expect(readQuantity(typed)).toBe(read)
  })
  test('what is read can be sent', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[-+]?\d{0,15}[.,]?\d{0,6}$/))
    fc.assert(
      fc.property(typed, (text) => {
        const read = readQuantity(text)
        expect(read === undefined || isQuantity(read)).toBe(true)
      }),
    )
  })
})

test.each([
  [['0.1', '0.2'], '0.3'],
  [['12', '-3'], '9'],
  [['999999999999999', '0.000001'], '999999999999999.000001'],
  [['1.500', '0.500'], '2'],
])('%j is %s together', (parts, sum) => {
  expect(sumOf(...parts)).toBe(sum)
})

test('what is taken and put back makes no difference', () => {
  const cents = fc.integer({ min: -1e9, max: 1e9 }).map((n) => plain((n / 100).toFixed(2)))
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      expect(sumOf(minus(a, b), b)).toBe(a)
      expect(compareQuantities(a, b)).toBe(Math.sign(Number(a) - Number(b)) || 0)
    }),
  )
})

test('a change says its sign', () => {
  expect([signed('3.000'), signed('-3.50'), signed('0')]).toEqual(['+3', '−3.5', '+0'])
})
