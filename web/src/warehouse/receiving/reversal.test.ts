import type { Receipt } from '@stowage/contract/warehouse/receiving'
import { describe, expect, test } from 'vitest'
import { blankOf, chosenOf, problemOf, wholeOf } from './reversal.ts'

const line = (lineNo: number, of: Partial<Receipt['lines'][number]>) =>
  ({ lineNo, unit: 'each', serials: [], reversedSerials: [], reversedQty: '0', ...of }) as never

const lines = [
  line(1, { qty: '10.00', reversedQty: '2.50' }),
  line(2, { qty: '3', reversedQty: '3' }),
  line(3, { qty: '3', serials: ['A', 'B', 'C'], reversedQty: '1', reversedSerials: ['B'] }),
]

describe('what is reversed of a receipt', () => {
  test('is nothing at first, or all that is left of it', () => {
    expect(blankOf(lines)).toEqual([
      { lineNo: 1, qty: '', serials: [] },
      { lineNo: 3, qty: '', serials: [] },
    ])
    expect(chosenOf(lines, blankOf(lines))).toEqual([])
    expect(chosenOf(lines, wholeOf(lines))).toEqual([
      { lineNo: 1, qty: '7.5' },
      { lineNo: 3, qty: '2', serials: ['A', 'C'] },
    ])
  })

  test.each([
    ['', undefined],
    ['0', undefined],
    ['7,5', undefined],
    ['7.6', 'At most 7.5 each. Receive more with a new receipt.'],
    ['much', 'Enter a number, such as 12 or 0.5'],
  ])('says of %j what is wrong with it', (qty, problem) => {
    expect(problemOf(lines[0] as never, { lineNo: 1, qty, serials: [] })).toBe(problem)
  })

  test('leaves out lines of which nothing is chosen, and counts the pieces that are', () => {
    const choices = [
      { lineNo: 1, qty: ' 6,5 ', serials: [] },
      { lineNo: 3, qty: '2', serials: ['C'] },
    ]
    expect(chosenOf(lines, choices)).toEqual([
      { lineNo: 1, qty: '1' },
      { lineNo: 3, qty: '1', serials: ['C'] },
    ])
    expect(chosenOf(lines, [{ lineNo: 1, qty: '7.50', serials: [] }])).toEqual([])
  })
})
