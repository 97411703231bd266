import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balancesOf, daysUpTo, momentOf, sharesOf } from './rules.ts'

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
