import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costOfBaseUnit, valueOf, valueOfPiece } from './value-rules.ts'

const pack = (numerator: bigint, denominator = 1n) => ({ numerator, denominator })

test.each([
  ['a box of a million at 0.30', 1_000_000n, 0, 300_000n, pack(1_000_000n), 300_000n],
  ['100,000 packs of 7 at 10.00', 700_000n, 0, 10_000_000n, pack(7n), 1_000_000_000_000n],
  ['a third of a metre at 1.00 for three', 333_333n, 6, 1_000_000n, pack(3n), 111_111n],
  ['half a unit of a pack of 2 for 3', 1n, 0, 1n, pack(3n, 2n), 1n],
])('%s is multiplied first and rounded once', (_, quanta, scale, micros, fraction, value) => {
  expect(valueOf(quanta, scale, micros, fraction)).toBe(value)
})

test('a case of twelve at 10.00 costs 0.833333 apiece', () => {
  expect(costOfBaseUnit(10_000_000n, pack(12n))).toBe(833_333n)
  expect(costOfBaseUnit(5n, pack(2n))).toBe(3n)
})

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })

test('the value of whole packs is their number times their cost', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 6n }),
      amount,
      fc.bigInt({ min: 1n, max: 10n ** 6n }),
      fc.nat(6),
      (packs, micros, size, scale) => {
        const quanta = packs * size * 10n ** BigInt(scale)
        expect(valueOf(quanta, scale, micros, pack(size))).toBe(packs * micros)
      },
    ),
  )
})

test('the pieces of a line are worth what the line is, and hardly differ', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 60 }), (value, pieces) => {
      const worth = Array.from({ length: pieces }, (_, i) => valueOfPiece(value, i, pieces))
      expect(worth.reduce((sum, one) => sum + one, 0n)).toBe(value)
      const even = value / BigInt(pieces)
      expect(worth.every((one) => one === even || one === even + 1n)).toBe(true)
    }),
  )
})
