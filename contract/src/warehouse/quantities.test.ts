import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromQuanta, isQuantity, toQuanta } from './quantities.ts'

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
    // Seven and eight twelfths have no end in decimals, so none is offered.
    expect(toQuanta('0.6', 0, dozen)).toEqual({ nearest: [] })
  })

  test('P6 comes back exactly, or was refused', () => {
    const scales = fc.integer({ min: 0, max: 6 })
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), scales, (quanta, scale) => {
        expect(toQuanta(fromQuanta(quanta, scale), scale)).toEqual({ quanta })
      }),
    )
  })
})
