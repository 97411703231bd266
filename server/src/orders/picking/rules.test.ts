import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Allocated } from '../../warehouse/stock/kernel-queries.ts'
import { isLocation, partsOf, splitAt, sumBy } from './rules.ts'

test.each([
  ['a-1', true],
  ['L:A-1', true],
  ['0123', true],
  ['A-10', false],
  ['', false],
])('a scan of %j is of location A-1: %s', (scanned, is) => {
  expect(isLocation(scanned, { location: 'A-1', locationBarcode: '0123' })).toBe(is)
})

test('a location without a barcode is not any scan', () => {
  expect(isLocation('null', { location: 'A-1', locationBarcode: null })).toBe(false)
})

const total = (rows: readonly { qty: string }[]) =>
  rows.reduce((sum, { qty }) => sum + Number(qty), 0)

test('what was allocated is kept up to what is missing, and the rest given back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 })), fc.nat(40), (all, missing) => {
      const allocations = all.map(
        (qty, i) => ({ id: String(i), qty: String(qty) }) as unknown as Allocated,
      )
      const { kept, returned } = splitAt(allocations, BigInt(missing))
      expect(total(kept)).toBe(Math.min(missing, total(allocations)))
      expect(total(kept) + total(returned)).toBe(total(allocations))
      expect([...kept, ...returned].every(({ qty }) => Number(qty) > 0)).toBe(true)
    }),
  )
})

const task = (id: string, lotId: string | null, qty: string) => ({
  id,
  lineNo: 1,
  lotId,
  serialId: null,
  qty,
})
const content = (lotId: string | null) => ({ lineNo: 1, lotId, serialId: null })

test('quantities are taken from the tasks of their lot, in order', () => {
  const tasks = [task('a', null, '2'), task('b', 'lot', '9'), task('c', null, '5')]
  const parts = partsOf(tasks, [
    { item: content(null), quanta: 4n },
    { item: content('lot'), quanta: 1n },
  ])
  expect(parts.map((part) => [part.task.id, part.quanta])).toEqual([
    ['a', 2n],
    ['c', 2n],
    ['b', 1n],
  ])
})

test('quanta are added up by key', () => {
  const rows = [
    { lineNo: 1, quanta: 2n },
    { lineNo: 2, quanta: 1n },
    { lineNo: 1, quanta: 3n },
  ]
  expect([...sumBy(rows, ({ lineNo }) => lineNo)]).toEqual([
    [1, 5n],
    [2, 1n],
  ])
})
