import { expect, test } from 'vitest'
import {
  ambiguityOf,
  asTyped,
  moneyAsTyped,
  readChange,
  readQuantity,
  withoutZeros,
} from './quantity.ts'

test.each([
  ['1,5', '1.5'],
  ['1.5', '1.5'],
  [' 12 ', '12'],
  ['1 200', '1200'],
  ['007', '7'],
  ['0,25', '0.25'],
  ['1.2.3', undefined],
  ['1.000', undefined],
  ['1,234', undefined],
  ['1.234,5', '1234.5'],
  ['1e5', undefined],
  ['-1', undefined],
  ['', undefined],
  ['1,', undefined],
  ['1.1234567', undefined],
])('%j is the quantity %j', (typed, quantity) => expect(readQuantity(typed)).toBe(quantity))

test.each([
  ['-1,5', '-1.5'],
  ['\u22123', '-3'],
  ['+3', '3'],
  ['--3', undefined],
  ['-', undefined],
])('%j is the change %j', (typed, change) => expect(readChange(typed)).toBe(change))

test.each([
  ['12.50', '12.5'],
  ['12.00', '12'],
  ['100', '100'],
  ['0.000', '0'],
])('%s is short %s', (long, short) => expect(withoutZeros(long)).toBe(short))

test('what can mean two numbers is asked about, and each answer can be read', () => {
  expect(ambiguityOf('1.000')).toEqual(['1000', '1.0000'])
  expect(ambiguityOf('-1,234')).toEqual(['-1234', '-1.2340'])
  expect(ambiguityOf('1,5')).toBeUndefined()
  expect(['1000', '1.0000'].map(readQuantity)).toEqual(['1000', '1.0000'])
  expect(readQuantity(asTyped('12.345'))).toBe('12.3450')
  expect(asTyped('12.5')).toBe('12.5')
})

test.each([
  ['14.9', '14.90'],
  ['14', '14'],
  ['0.0125', '0.0125'],
  ['', ''],
])('the amount %s stands in a field as %s', (amount, typed) =>
  expect(moneyAsTyped(amount)).toBe(typed),
)
