import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Allocated } from '../../warehouse/stock/kernel-queries.ts'
import type { LineRow } from '../orders/queries.ts'
import { fulfillmentLines, leftOf, openClaims, releasedOf, splitWhole } from './rules.ts'

type Claim = LineRow['claims'][number]
const claim = (reservationId: string, promised: string, more: Partial<Claim> = {}) =>
  ({
    reservationId,
    warehouseId: 'north',
    componentId: null,
    promised,
    backordered: '0',
    allocated: '0',
    ...more,
  }) as Claim
const line = (lineNo: number, claims: Claim[], components: string[] = []) =>
  ({
    id: `line ${lineNo}`,
    lineNo,
    sku: `SKU-${lineNo}`,
    qtyScale: 0,
    claims,
    components: components.map((id) => ({ id, sku: id, qtyScale: 0 })),
  }) as unknown as LineRow
const allocated = (reservationId: string, qty: string) => ({ reservationId, qty }) as Allocated

const mug = line(1, [
  claim('a', '5', { allocated: '2' }),
  claim('b', '4', { warehouseId: 'south' }),
])
const set = line(
  2,
  [claim('c', '2', { componentId: 'cup' }), claim('d', '2', { componentId: 'plate' })],
  ['cup', 'plate'],
)
const ids = (some: readonly { reservationId: string }[]) =>
  some.map(({ reservationId }) => reservationId)

test('open is what is promised and not allocated, in the warehouses in sight', () => {
  expect(openClaims([mug], null).map(({ qty }) => qty)).toEqual([3n, 4n])
  expect(ids(openClaims([mug], ['south']))).toEqual(['b'])
  expect(openClaims([line(1, [claim('a', '2', { allocated: '2' })])], null)).toEqual([])
})

test('a kit of which a component waits is not released', () => {
  const short = line(3, [...set.claims, claim('e', '0', { backordered: '1' })], ['cup', 'plate'])
  expect(openClaims([short], null)).toEqual([])
  expect(leftOf([short], [], []).map(({ reason }) => reason)).toEqual([
    'kit_incomplete',
    'kit_incomplete',
    'backordered',
  ])
})

test('of a kit of which a component was not found, everything goes back', () => {
  const open = openClaims([mug, set], null)
  const found = [allocated('a', '1'), allocated('c', '2'), allocated('d', '1')]
  const { kept, returned } = splitWhole(open, found)
  expect([ids(kept), ids(returned)]).toEqual([['a'], ['c', 'd']])
  expect(splitWhole(open, [allocated('c', '2'), allocated('d', '2')]).returned).toEqual([])
})

test('new fulfillments number their lines by warehouse', () => {
  const open = openClaims([mug, set], null)
  const lines = fulfillmentLines(open, [
    allocated('c', '2'),
    allocated('b', '4'),
    allocated('a', '1'),
    allocated('a', '2'),
  ])
  const numbers = [...lines].map(([id, some]) => [id, some.map(({ lineNo, qty }) => [lineNo, qty])])
  expect(numbers).toEqual([
    [
      'north',
      [
        [1, 3n],
        [2, 2n],
      ],
    ],
    ['south', [[1, 4n]]],
  ])
})

test('what was released before is named', () => {
  expect(releasedOf([mug, set])).toEqual([
    { lineNo: 1, sku: 'SKU-1', qty: '2', reason: 'released' },
  ])
})

test('what is open was found, or is left as not pickable', () => {
  const quantities = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9))
  fc.assert(
    fc.property(fc.array(quantities, { maxLength: 6 }), (all) => {
      const lines = all.map(([promised, taken, found], i) => {
        const before = Math.min(promised, taken)
        return {
          row: line(i + 1, [claim(String(i), String(promised), { allocated: String(before) })]),
          found: Math.min(promised - before, found),
          open: promised - before,
        }
      })
      const rows = lines.map(({ row }) => row)
      const allocations = lines.flatMap((one, i) =>
        one.found > 0 ? [allocated(String(i), String(one.found))] : [],
      )
      const left = leftOf(rows, openClaims(rows, null), allocations)
      const missing = lines.map(({ open, found }) => open - found)
      expect(left.map(({ qty }) => Number(qty))).toEqual(missing.filter((qty) => qty > 0))
      expect(left.every(({ reason }) => reason === 'not_pickable')).toBe(true)
    }),
  )
})
