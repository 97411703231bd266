import { expect, test } from 'vitest'
import type { ShipLine } from './queries.ts'
import { linesIn, partsIn, shippedState } from './rules.ts'

test.each([
  ['10', '0', 10n, 'shipped', 'full'],
  ['10', '0', 4n, 'partially_shipped', 'partial'],
  ['6', '4', 6n, 'shipped', 'full'],
  ['6', '4', -4n, 'in_fulfillment', 'none'],
  ['0', '10', -4n, 'partially_shipped', 'partial'],
])(
  'of %s open and %s shipped, %s more make the order %s',
  (open, shipped, quanta, state, share) => {
    expect(shippedState({ open, shipped }, quanta)).toEqual({ state, fulfillmentState: share })
  },
)

const task = (lineNo: number, lotId: string | null, qty: string) =>
  ({ lineNo, lotId, serialId: null, qty }) as ShipLine

test('what is packed is spread over the tasks it was picked in, and added up by line', () => {
  const picked = [task(1, null, '2'), task(1, 'lot', '3'), task(1, null, '4'), task(2, null, '1')]
  const parts = partsIn(picked, [
    { lineNo: 1, lotId: null, serialId: null, qty: '5' },
    { lineNo: 1, lotId: 'lot', serialId: null, qty: '3' },
  ])
  expect(parts.map((part) => [picked.indexOf(part.task), part.quanta])).toEqual([
    [0, 2n],
    [2, 3n],
    [1, 3n],
  ])
  expect(linesIn(parts)).toEqual([{ lineNo: 1, qty: '8' }])
})
