import { newAdjustment } from '@stowage/contract/warehouse/adjustments'
import type { Reason } from '@stowage/contract/warehouse/settings'
import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { expect, test } from 'vitest'
import { bodyOf, effectOf, lineOfBucket, problemsOf, reasonsFor } from './adjust-lines.ts'

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
  lotId: 'lot-1',
  lot: 'L1',
  expiresOn: null,
  serial: null,
  onHand: '12.000',
  allocated: '0',
  lastMoveAt: null,
}
const delta = { ...lineOfBucket(bucket, 'delta'), qty: '-3' }
const set = { ...lineOfBucket(bucket, 'set'), qty: '9' }

test('both ways of saying it have the same effect', () => {
  const effect = { before: '12', after: '9', delta: '-3' }
  expect([effectOf(delta), effectOf(set)]).toEqual([effect, effect])
  expect(effectOf({ ...set, qty: '' })).toBeUndefined()
})

test.each([
  [{}, {}],
  [{ qty: '' }, { qty: 'Enter the difference' }],
  [{ qty: '', mode: 'set' as const }, { qty: 'Enter the counted quantity' }],
  [{ qty: 'a' }, { qty: 'Enter a number, such as 12 or -3' }],
  [{ qty: '-13' }, { qty: 'Only 12 are recorded here' }],
  [{ qty: '12', mode: 'set' as const }, { qty: 'The quantity is unchanged' }],
  [{ place: undefined }, { place: 'Choose the location' }],
  [{ tracking: 'lot' as const, lot: ' ' }, { lot: 'This item is tracked by lot. Enter the lot.' }],
])('%j has the problems %j', (change, problems) => {
  expect(problemsOf({ ...delta, ...change })).toEqual(problems)
})

const reason = (code: string, applies: Reason['applies'], more: Partial<Reason> = {}): Reason => ({
  code,
  name: code,
  applies,
  requiresNote: false,
  state: 'active',
  version: 1,
  ...more,
})
const reasons = [
  reason('found', ['adjust_up']),
  reason('missing', ['adjust_down']),
  reason('error', ['adjust_up', 'adjust_down']),
  reason('old', ['adjust_down'], { state: 'archived' }),
  reason('return', ['return']),
]
const codes = (...lines: (typeof delta)[]) => reasonsFor(reasons, lines).map(({ code }) => code)

test('only reasons that suit the direction are offered', () => {
  const more = { ...delta, qty: '2' }
  expect(codes(delta)).toEqual(['missing', 'error'])
  expect(codes(more)).toEqual(['found', 'error'])
  expect(codes(more, delta)).toEqual(['error'])
  expect(codes()).toEqual(['found', 'missing', 'error'])
})

test('the call suits the contract and compares only a new total', () => {
  const work = { lines: [delta, set], reason: 'missing', note: ' gone ', effectiveAt: '' }
  const body = bodyOf(work, id(2))
  expect(newAdjustment.safeParse(body).error).toBeUndefined()
  const common = { variantId: id(1), locationId: id(3), status: 'available', lotCode: 'L1' }
  expect(body).toEqual({
    warehouseId: id(2),
    reasonCode: 'missing',
    note: 'gone',
    lines: [
      { mode: 'delta', ...common, qty: '-3' },
      { mode: 'set', ...common, qty: '9', expected: '12' },
    ],
  })
})
