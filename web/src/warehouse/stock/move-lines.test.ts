import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { newMove } from '@stowage/contract/warehouse/stock'
import { expect, test } from 'vitest'
import { freeOf } from '../products/quantities.ts'
import {
  bodyOf,
  commonOf,
  leftOf,
  lineOf,
  linesOf,
  problemsOf,
  resultOf,
  takenOf,
} from './move-lines.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const bucket: StockBucket = {
  bucketId: '7',
  variantId: id(1),
  sku: 'MUG',
  name: 'Mug',
  unit: 'each',
  warehouseId: id(2),
  warehouseCode: 'MAIN',
  locationId: id(3),
  location: 'A-01',
  status: 'available',
  lotId: null,
  lot: null,
  expiresOn: null,
  serial: null,
  onHand: '12',
  allocated: '5',
  lastMoveAt: null,
}
const box = { code: 'case', numerator: '6', denominator: '1' }
const to = { id: id(4), code: 'A-02' }
const line = { ...lineOf(bucket, undefined), qty: '7', to }

test('what is left is shown before it is sent', () => {
  expect(leftOf(line)).toEqual({ before: '12', after: '5' })
  expect(leftOf({ ...line, qty: '2', unit: box })).toEqual({ before: '12', after: '0' })
  expect(leftOf({ ...line, qty: 'many' })).toBeUndefined()
  expect(leftOf({ ...line, qty: '13' })).toBeUndefined()
  expect(freeOf(bucket)).toBe('7')
})

test.each([
  [{}, {}],
  [{ qty: '' }, { qty: 'Enter a quantity' }],
  [{ qty: 'x' }, { qty: 'Enter a number, such as 12 or 0.5' }],
  [{ qty: '0' }, { qty: 'Must be more than zero' }],
  [{ qty: '13' }, { qty: 'Only 12 are here' }],
  [{ qty: '3', unit: box }, { qty: 'Only 12 are here' }],
  [{ to: undefined }, { to: 'Choose another location or status' }],
  [{ to: { id: id(3), code: 'A-01' } }, { to: 'Choose another location or status' }],
  [{ to: undefined, toStatus: 'hold' as const }, {}],
])('%j has the problems %j', (change, problems) => {
  expect(problemsOf({ ...line, ...change })).toEqual(problems)
})

test('the call says no more than is needed, and suits the contract', () => {
  const body = bodyOf({ lines: [line, { ...line, unit: box, qty: '1,5' }], reason: '', note: ' ' })
  expect(body.lines).toEqual([
    { bucketId: '7', qty: '7', toLocationId: id(4) },
    { bucketId: '7', qty: '1.5', unit: 'case', toLocationId: id(4) },
  ])
  expect(newMove.safeParse(body).error).toBeUndefined()
  const held = bodyOf({
    lines: [{ ...line, to: undefined, toStatus: 'hold' }],
    reason: 'x',
    note: 'y',
  })
  expect(held).toEqual({
    lines: [{ bucketId: '7', qty: '7', toStatus: 'hold' }],
    reasonCode: 'x',
    note: 'y',
  })
})

test('a new line goes where the one before it goes', () => {
  expect(lineOf(bucket, line).to).toBe(to)
})

test('several lines of one bucket add up', () => {
  expect(takenOf([line, { ...line, qty: '1', unit: box }], '7')).toBe('13')
})

test('the result is told in numbers', () => {
  const work = { lines: [line], reason: '', note: '' }
  const sides = [
    { lineNo: 1, bucketId: '7', delta: '-7', after: '5' },
    { lineNo: 1, bucketId: '8', delta: '7', after: '9.000' },
  ]
  expect(resultOf(work, { lines: sides })).toBe('MUG now has 9 in A-02')
  expect(resultOf({ ...work, lines: [line, line] }, { lines: sides })).toBe('2 lines moved')
})

test('of several buckets all that is free is taken, each once', () => {
  const buckets = [
    bucket,
    { ...bucket, bucketId: '8', allocated: '12' },
    { ...bucket, bucketId: '9', onHand: '2.50', allocated: '0' },
  ]
  const taken = (before: readonly (typeof line)[]) =>
    linesOf(buckets, before).map(({ bucket: { bucketId }, qty }) => [bucketId, qty])
  expect(taken([])).toEqual([
    ['7', '7'],
    ['9', '2.5'],
  ])
  expect(taken([line])).toEqual([['9', '2.5']])
})

test('what lines have in common is known, and that they differ', () => {
  const elsewhere = { ...line, to: { id: id(5), code: 'A-03' }, toStatus: 'hold' as const }
  expect(commonOf([line, { ...line, to: { ...to } }])).toEqual({
    to,
    toStatus: '',
    warehouseId: id(2),
  })
  expect(commonOf([line, elsewhere])).toEqual({
    to: undefined,
    toStatus: undefined,
    warehouseId: id(2),
  })
  const abroad = { ...line, bucket: { ...bucket, warehouseId: id(6) } }
  expect(commonOf([line, abroad]).warehouseId).toBeUndefined()
})
