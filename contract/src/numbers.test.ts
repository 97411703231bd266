import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readNumber } from './numbers.ts'

const valueOf = (text: string, mark?: '.' | ',') => {
  const read = readNumber(text, mark)
  return read.kind === 'number' ? read.value : read.kind
}

describe('a number as people write it', () => {
  test.each([
    ['12', '12'],
    [' 1000 ', '1000'],
    ['007', '7'],
    ['1,5', '1.5'],
    ['1.5', '1.5'],
    ['0,250', '0.250'],
    ['0.250', '0.250'],
    ['1234.567', '1234.567'],
    ['1.2345', '1.2345'],
    ['1 000', '1000'],
    ['1\u202f000,5', '1000.5'],
    ['1\u00a0234\u00a0567', '1234567'],
    ["1'000", '1000'],
    ['1’234.50', '1234.50'],
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['١٢٫٥', '12.5'],
    ['١٬٢٣٤', '1234'],
    ['۱۲', '12'],
  ])('%j is %s', (text, value) => expect(valueOf(text)).toBe(value))

  test.each([
    ['1.000', '1000', '1.000'],
    ['1,234', '1234', '1.234'],
    ['123.456', '123456', '123.456'],
    ['١,٢٣٤', '1234', '1.234'],
  ])('%j can mean %s or %s', (text, grouped, decimal) => {
    expect(readNumber(text)).toEqual({ kind: 'ambiguous', grouped, decimal })
    const mark = text.includes('.') ? '.' : ','
    expect(valueOf(text, mark)).toBe(decimal)
    expect(valueOf(text, mark === '.' ? ',' : '.')).toBe(grouped)
  })

  test.each([
    [''],
    ['abc'],
    ['1e5'],
    ['-1'],
    ['1,'],
    ['.5'],
    ['1 2'],
    ['1 00'],
    ['1,23,456'],
    ['1.234,567.8'],
    ['1,234 567'],
    ['0.123.456'],
    ['1.1234567'],
    ['12.34.56'],
    ['1234567890123456'],
  ])('%j is none', (text) => expect(valueOf(text)).toBe('invalid'))

  test('contradicts the known decimal mark only where it is refused', () => {
    expect([valueOf('1,5', '.'), valueOf('1.5', ',')]).toEqual(['invalid', 'invalid'])
    expect([valueOf('1.234.567', '.'), valueOf('1.234.567', ',')]).toEqual(['invalid', '1234567'])
    expect([valueOf('1,234.5', '.'), valueOf('1,234.5', ',')]).toEqual(['1234.5', 'invalid'])
  })

  const amount = fc.record({
    whole: fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }).map(String),
    decimals: fc.option(fc.stringMatching(/^\d{1,6}$/), { nil: '' }),
  })
  const groupedBy = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark)

  test.each([
    ['.', [',', ' ', "'", '']],
    [',', ['.', ' ', "'", '']],
  ] as const)(
    'written with the decimal mark %s is read back or asked about, never wrong',
    (mark, groups) => {
      fc.assert(
        fc.property(amount, fc.constantFrom(...groups), ({ whole, decimals }, group) => {
          const value = decimals === '' ? whole : `${whole}.${decimals}`
          const text = groupedBy(whole, group) + (decimals === '' ? '' : mark + decimals)
          expect(valueOf(text, mark)).toBe(value)
          expect([value, 'ambiguous']).toContain(valueOf(text))
        }),
      )
    },
  )
})
