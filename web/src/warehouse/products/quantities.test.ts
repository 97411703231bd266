import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareQuantities, inBaseUnits, minus, sumOf, unitsOf } from './quantities.ts'

test.each([
  [['0.1', '0.2'], '0.3'],
  [['12', '-3'], '9'],
  [['999999999999999', '0.000001'], '999999999999999.000001'],
  [['1.500', '0.500'], '2'],
])('%j is %s together', (parts, sum) => {
  expect(sumOf(...parts)).toBe(sum)
})

test('what is taken and put back makes no difference', () => {
  const cents = fc.integer({ min: -1e9, max: 1e9 }).map((n) => sumOf((n / 100).toFixed(2)))
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      expect(sumOf(minus(a, b), b)).toBe(a)
      expect(compareQuantities(a, b)).toBe(Math.sign(Number(a) - Number(b)) || 0)
    }),
  )
})

test('packs are counted in base units where that comes out even', () => {
  const dozen = { code: 'case', numerator: '12', denominator: '1' }
  const third = { code: 'third', numerator: '1', denominator: '3' }
  expect([inBaseUnits('1.5', dozen), inBaseUnits('3', third), inBaseUnits('1', third)]).toEqual([
    '18',
    '1',
    undefined,
  ])
  expect(unitsOf({ unit: 'each', units: [dozen] }).map(({ code }) => code)).toEqual([
    'each',
    'case',
  ])
})
