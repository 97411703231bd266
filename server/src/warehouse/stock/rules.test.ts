import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  balancesOf,
  daysUpTo,
  momentOf,
  sharesOf,
  costOfBaseUnit,
  valueOf,
  valueOfPiece,
  deltaOf,
  missingIn,
  summed,
  worthOf,
} from './rules.ts'

describe('the rows behind a number', () => {
  test('add up to it, however many there are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { maxLength: 450 }),
        (quanta) => {
          const rows = quanta.map((qty, i) => ({ label: `L${i}`, qty: String(qty) }))
          const shown = sharesOf(rows, 2)
          const sum = shown.reduce((total, { qty }) => total + BigInt(qty.replace('.', '')), 0n)
          expect(sum).toBe(quanta.reduce((total, qty) => total + qty, 0n))
          expect(shown.length).toBe(Math.min(200, rows.length))
        },
      ),
    )
  })

  test('are those that are shown and one for the rest', () => {
    const rows = Array.from({ length: 201 }, (_, i) => ({ label: `L${i}`, qty: '1' }))
    expect(sharesOf(rows, 0).at(-1)).toEqual({ label: '2 more', qty: '2' })
    expect(sharesOf(rows.slice(1), 0).at(-1)).toEqual({ label: 'L200', qty: '1' })
  })
})

test('the line of days goes back from what is there now', () => {
  const days = daysUpTo(new Date('2026-03-01T10:00:00Z'), 4)
  expect(days).toEqual(['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'])
  const changes = [
    { day: '2026-02-27', delta: '5' },
    { day: '2026-03-01', delta: '-2' },
    // It is tomorrow there already.
    { day: '2026-03-02', delta: '1' },
  ]
  expect(balancesOf(days, 10n, changes).map(({ quanta }) => quanta)).toEqual([6n, 11n, 11n, 9n])
})

const now = new Date('2026-03-01T10:00:00Z')
test.each([
  ['2026-03-01T09:00:00Z', 'then', { known: '2026-03-01T09:00:00Z', settled: true }],
  ['2026-03-01T09:59:31Z', 'then', { known: '2026-03-01T09:59:31Z', settled: false }],
  ['2026-03-01T09:59:30Z', 'then', { known: '2026-03-01T09:59:30Z', settled: true }],
  ['2026-03-01T09:00:00Z', 'now', { known: null, settled: false }],
  [
    '2026-03-01T08:00:00Z',
    '2026-03-01T09:00:00Z',
    { known: '2026-03-01T09:00:00Z', settled: true },
  ],
  ['2026-03-01T10:00:01Z', 'then', undefined],
  ['2026-03-01T09:00:00Z', '2026-03-01T10:00:01Z', undefined],
])('what was at %s as known %s', (at, known, expected) => {
  const found = momentOf({ at, known }, now)
  expect(found && { known: found.known, settled: found.settled }).toEqual(
    expected && { ...expected, known: expected.known && new Date(expected.known) },
  )
})

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

test('a compared line differs by what it expects, another by what it says', () => {
  expect(deltaOf({ quanta: 5n, expected: 7n })).toBe(-2n)
  expect(deltaOf({ quanta: -3n, expected: null })).toBe(-3n)
})

test('ups and downs are worth their sum, at the average, and nothing without a cost', () => {
  const worth = new Map([['a', { qty: 3n, value: 10n }]])
  const lines = [
    { variantId: 'a', delta: 1n },
    { variantId: 'a', delta: -1n },
    { variantId: 'b', delta: 100n },
  ]
  // 10/3 twice, each to the nearest micro.
  expect(worthOf(lines, worth)).toBe(6n)
  expect(worthOf([{ variantId: 'a', delta: 1n }], new Map([['a', { qty: 2n, value: 1n }]]))).toBe(
    1n,
  )
})

test('lines of one bucket count together', () => {
  const lines = [
    { bucket: 'x', delta: 3n },
    { bucket: 'y', delta: -1n },
    { bucket: 'x', delta: -5n },
  ]
  expect(
    summed(lines, ({ bucket }) => bucket).map(({ first, delta }) => [first.bucket, delta]),
  ).toEqual([
    ['x', -2n],
    ['y', -1n],
  ])
})

test('what is set aside for somebody is not there to be taken', () => {
  const bucket = { lineNo: 1, bucketId: '1', onHand: 10n, allocated: 4n, free: 6n }
  expect(missingIn(bucket, -6n)).toBe(0n)
  expect(missingIn(bucket, -8n)).toBe(2n)
  expect(missingIn({ ...bucket, allocated: 10n }, 1n)).toBe(0n)
})
