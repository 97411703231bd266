import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fromQuanta,
  isQuantity,
  microsOf,
  plainMoney,
  share,
  toQuanta,
  type Fraction,
} from './quantities.ts'

describe('a quantity', () => {
  test.each([
    ['10', 0, 10n],
    ['2.50', 2, 250n],
    ['2.5', 2, 250n],
    ['-3', 1, -30n],
    ['0.000001', 6, 1n],
  ])('%s with %i decimals is %s quanta', (text, scale, quanta) => {
    expect(toQuanta(text, scale)).toEqual({ quanta })
  })

  test.each(['1e1', '1,5', ' 1', '', '.5', '1.', '+1', '0x1', '1234567890123456'])(
    '%j is none',
    (text) => expect(isQuantity(text)).toBe(false),
  )

  test('that does not come out even names the nearest that do', () => {
    expect(toQuanta('1.5', 0)).toEqual({ nearest: ['1', '2'] })
    expect(toQuanta('-1.5', 0)).toEqual({ nearest: ['-2', '-1'] })
    const dozen = { numerator: 12n, denominator: 1n }
    expect(toQuanta('0.5', 0, dozen)).toEqual({ quanta: 6n })
    // Seven and eight twelfths have no end in decimals.
    expect(toQuanta('0.6', 0, dozen)).toEqual({ nearest: ['7', '8'], isInBaseUnits: true })
    const pound = { numerator: 45_359_237n, denominator: 100_000_000n }
    expect(toQuanta('1', 3, pound)).toEqual({ nearest: ['0.453', '0.454'], isInBaseUnits: true })
  })

  test('P6 comes back exactly, or was refused', () => {
    const scales = fc.integer({ min: 0, max: 6 })
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), scales, (quanta, scale) => {
        expect(toQuanta(fromQuanta(quanta, scale), scale)).toEqual({ quanta })
      }),
    )
  })

  test('P6 in another unit is exactly as much, or was refused with the nearest that are', () => {
    const whole = fc.bigInt({ min: 1n, max: 10n ** 6n })
    const unit = fc.record({ numerator: whole, denominator: whole })
    const typed = fc.record({ digits: fc.nat(10 ** 9), decimals: fc.integer({ min: 0, max: 6 }) })
    const scales = fc.integer({ min: 0, max: 6 })
    /** How many quanta are meant, as a fraction. */
    const meant = (text: string, scale: number, { numerator, denominator }: Fraction) => {
      const decimals = BigInt(text.split('.')[1]?.length ?? 0)
      return {
        over: BigInt(text.replace('.', '')) * numerator * 10n ** BigInt(scale),
        under: denominator * 10n ** decimals,
      }
    }
    fc.assert(
      fc.property(typed, scales, unit, ({ digits, decimals }, scale, fraction) => {
        const text = fromQuanta(BigInt(digits), decimals)
        const { over, under } = meant(text, scale, fraction)
        const read = toQuanta(text, scale, fraction)
        if ('quanta' in read) expect(read.quanta * under).toBe(over)
        else expect(over % under).not.toBe(0n)
        if ('nearest' in read) expect(read.nearest).not.toEqual([])
        for (const near of 'nearest' in read ? read.nearest : []) {
          const isInBase = 'isInBaseUnits' in read
          const exact = isInBase ? toQuanta(near, scale) : toQuanta(near, scale, fraction)
          expect(exact).toHaveProperty('quanta')
          const { quanta } = exact as { quanta: bigint }
          expect([over / under, over / under + 1n]).toContain(quanta)
        }
      }),
    )
  })
})

describe('an amount of money', () => {
  test.each([
    ['12.50', 12_500_000n, '12.5'],
    ['0', 0n, '0'],
    ['100', 100_000_000n, '100'],
    ['999999999999.999999', 999_999_999_999_999_999n, '999999999999.999999'],
  ])('%s is %s micros', (text, micros, shown) => {
    expect(microsOf(text)).toBe(micros)
    expect(plainMoney(micros)).toBe(shown)
  })

  test('is shared with halves rounded up', () => {
    expect([share(10n, 1n, 12n), share(10n, 1n, 4n), share(6_000_000n, 1n, 12n)]).toEqual([
      1n,
      3n,
      500_000n,
    ])
  })
})
