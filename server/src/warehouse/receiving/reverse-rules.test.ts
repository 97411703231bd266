import { expect, test } from 'vitest'
import { choosePart, moveParts, restOf, valueOfPart } from './reverse-rules.ts'

const line = (lineNo: number, quanta: string, reversed = '0', codes: string[] = []) => ({
  lineNo,
  sku: 'A',
  unit: 'each',
  qtyScale: 0,
  quanta,
  reversed,
  serials: codes.map((code) => ({ serialId: `id-${code}`, code, isReversed: code === 'gone' })),
})

test('parts of a line are worth what it was worth, however it is divided', () => {
  for (const [qty, value] of [
    [7, 1n],
    [3, 10_000_000n],
    [11, 999_999_999_999n],
    [4, 0n],
  ] as const) {
    const brought = { qty: String(qty), valueMicros: String(value) }
    for (let size = 1; size <= qty; size++) {
      let sum = 0n
      for (let before = 0; before < qty; before += size) {
        const part = { qty: String(Math.min(size, qty - before)), before: String(before) }
        const worth = valueOfPart(brought, part)
        expect(worth).toBeGreaterThanOrEqual(0n)
        sum += worth
      }
      expect(sum).toBe(value)
    }
  }
})

test('lines of the move are counted over pieces and over lines that were removed', () => {
  const lines = [
    line(1, '5', '2'),
    line(4, '3', '1', ['x', 'gone', 'y']),
    line(5, '2', '2'),
    line(7, '9'),
  ]
  const rest = restOf(lines)
  expect(rest).toEqual([
    { lineNo: 1, quanta: '3', serialIds: [] },
    { lineNo: 4, quanta: '2', serialIds: ['id-x', 'id-y'] },
    { lineNo: 7, quanta: '9', serialIds: [] },
  ])
  expect(moveParts(lines, rest)).toEqual([
    { lineNo: 1, qty: '3', before: '2' },
    { lineNo: 2, qty: '1', before: '0' },
    { lineNo: 4, qty: '1', before: '0' },
    { lineNo: 6, qty: '9', before: '0' },
  ])
})

test('no more of a line is chosen than is left, and pieces are named unless all go', () => {
  const pieces = line(1, '3', '1', ['x', 'gone', 'y'])
  expect(choosePart(pieces, { qty: '2' })).toMatchObject({ serialIds: ['id-x', 'id-y'] })
  expect(choosePart(pieces, { qty: '1', serials: ['y'] })).toMatchObject({ serialIds: ['id-y'] })
  expect(choosePart(pieces, { qty: '1' })).toMatchObject({ code: 'serial_required' })
  expect(choosePart(pieces, { qty: '1', serials: ['gone'] })).toMatchObject({ field: 'serials' })
  expect(choosePart(line(1, '3', '1'), { qty: '3' })).toMatchObject({ field: 'qty' })
})
