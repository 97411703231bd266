import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { takeReturned, type ShippedPart } from './receive-rules.ts'

const part = (more: Partial<ShippedPart> = {}): ShippedPart => ({
  lotId: null,
  lot: null,
  serialId: null,
  serial: null,
  qty: 3n,
  value: 10n,
  returned: 0n,
  ...more,
})
const mug = { sku: 'MUG', tracking: 'none' } as const
const tea = { sku: 'TEA', tracking: 'lot' } as const
const phone = { sku: 'PHONE', tracking: 'serial' } as const
const lots = () => [
  part({ lotId: 'a', lot: 'L-1', qty: 2n, value: 4n }),
  part({ lotId: 'b', lot: 'L-2', qty: 1n, value: 9n }),
]
const serials = () =>
  ['S-1', 'S-2'].map((serial) => part({ serialId: serial, serial, qty: 1n, value: 5n }))

describe('what comes back', () => {
  test('has shares of the value that add up to what was shipped', () =>
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 12n),
        fc.array(fc.bigInt(1n, 1_000n), { minLength: 1, maxLength: 8 }),
        (value, quantities) => {
          const qty = quantities.reduce((sum, one) => sum + one, 0n)
          const shipped = [part({ qty, value })]
          const values = quantities.map((quanta) => {
            const taken = takeReturned(shipped, mug, { quanta })
            return Array.isArray(taken) ? taken.map((one) => one.value ?? 0n) : []
          })
          expect(values.flat().reduce((sum, one) => sum + one, 0n)).toBe(value)
          expect(takeReturned(shipped, mug, { quanta: 1n })).toBe('too_much')
        },
      ),
    ))

  test.each([
    [tea, { quanta: 1n }, { code: 'lot_required', message: 'Enter the lot: L-1, L-2' }],
    [tea, { quanta: 1n, lotCode: 'L-9' }, { code: 'unknown', field: 'lotCode' }],
    [tea, { quanta: 3n, lotCode: 'L-1' }, 'too_much'],
    [tea, { quanta: 1n, lotCode: 'L-2' }, [{ lotId: 'b', qty: 1n, value: 9n }]],
    [
      tea,
      { quanta: 3n },
      [
        { lotId: 'a', qty: 2n, value: 4n },
        { lotId: 'b', qty: 1n, value: 9n },
      ],
    ],
  ] as const)('of %o, asked for %o, is %o', (item, wanted, expected) => {
    const taken = takeReturned(lots(), item, wanted)
    if (typeof expected === 'string') expect(taken).toBe(expected)
    else expect(taken).toMatchObject(expected)
  })

  test.each([
    [{ quanta: 1n }, { code: 'serial_required' }],
    [{ quanta: 2n, serials: ['S-1'] }, { code: 'serial_required' }],
    [
      { quanta: 2n, serials: ['S-1', 'S-1'] },
      { code: 'unknown', field: 'serials' },
    ],
    [
      { quanta: 1n, serials: ['S-3'] },
      { code: 'unknown', field: 'serials' },
    ],
    [{ quanta: 1n, serials: ['S-2'] }, [{ serialId: 'S-2', qty: 1n, value: 5n }]],
    [{ quanta: 2n }, [{ serialId: 'S-1' }, { serialId: 'S-2' }]],
  ])('with serial numbers, asked for %o, is %o', (wanted, expected) => {
    expect(takeReturned(serials(), phone, wanted)).toMatchObject(expected)
  })

  test('is not what came back before', () => {
    const shipped = serials()
    takeReturned(shipped, phone, { quanta: 1n, serials: ['S-1'] })
    expect(takeReturned(shipped, phone, { quanta: 1n })).toMatchObject([{ serialId: 'S-2' }])
    expect(takeReturned(shipped, phone, { quanta: 1n })).toBe('too_much')
  })
})
