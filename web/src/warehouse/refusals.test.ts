import { expect, test } from 'vitest'
import { ApiError } from '../transport.ts'
import { explain } from './refusals.ts'

const refusal = (code: string, body: Record<string, unknown> = {}) =>
  explain(new ApiError(409, { code, message: 'No.', ...body }))

const mug = { sku: 'MUG', location: 'A-01' }

test.each([
  [
    'insufficient_bucket_stock',
    [{ ...mug, onHand: '3.000', allocated: '0', missing: '2' }],
    'MUG in A-01: 3 on hand. 2 missing.',
  ],
  [
    'insufficient_bucket_stock',
    [{ ...mug, onHand: '5', allocated: '4', missing: '2' }],
    'MUG in A-01: 5 on hand, 4 of them set aside for orders. 2 missing.',
  ],
  [
    'location_full',
    [{ code: 'A-01', limit: 'maxUnits', max: '10', now: '8', wouldBe: '12' }],
    'A-01 holds 10 units at most: 8 are there, 12 would be. Put the rest elsewhere.',
  ],
  [
    'location_mix_forbidden',
    [{ code: 'A-01', limit: 'mixedLots', sku: 'MUG', lot: 'B', there: [{ sku: 'MUG', lot: 'A' }] }],
    'A-01 takes one lot of an item only: MUG of lot B would lie there with MUG of lot A. Choose another place.',
  ],
  [
    'insufficient_stock',
    [{ sku: 'MUG', requested: '5', available: '3', short: '2' }],
    'MUG: 5 wanted, 3 available, 2 short.',
  ],
  [
    'oversell_refused',
    [{ sku: 'MUG', orders: ['SO-1', 'SO-2'] }],
    'MUG is promised to SO-1, SO-2.',
  ],
  [
    'oversell_refused',
    [{ sku: 'MUG', available: '2' }],
    'MUG: only 2 may go. The rest is promised to orders.',
  ],
  [
    'expected_quantity_stale',
    [{ ...mug, expected: '12', current: '9' }],
    'MUG in A-01: you saw 12, now there are 9. Look again, then adjust.',
  ],
  [
    'reversal_blocked',
    [{ ...mug, missing: '4', moves: [{ moveId: '7', kind: 'relocate' }, { number: 'ADJ-1' }] }],
    'MUG in A-01: 4 missing to undo this. They went with: moved 7, ADJ-1.',
  ],
  [
    'oversell_refused',
    [{ type: 'level', sku: 'MUG', available: '2.0', missing: '3', claims: [{}] }],
    'MUG: only 2 may go, 3 too few. The rest is promised to orders.',
  ],
  [
    'reversal_blocked',
    [{ ...mug, missing: '4', moves: ['12', '13'] }],
    'MUG in A-01: 4 missing to undo this. They went with: movement 12, movement 13.',
  ],
  [
    'reversal_blocked',
    [{ type: 'already_reversed', moveId: '9' }],
    'It was undone before, by the movement 9.',
  ],
  [
    'reversal_blocked',
    [{ type: 'level', sku: 'MUG', missing: '2' }],
    'MUG: 2 of it are promised to orders by now.',
  ],
  [
    'reversal_blocked',
    [{ type: 'claim', sku: 'MUG', promised: '2', sourceType: 'order' }],
    '2 of MUG are promised to order.',
  ],
  [
    'reversal_blocked',
    [{ type: 'location', code: 'A-01', status: 'archived' }],
    'A-01 was put away: nothing comes back to it.',
  ],
  [
    'reversal_blocked',
    [{ type: 'variant', sku: 'MUG', state: 'archived' }],
    'MUG was put away. Bring it back first.',
  ],
  [
    'barcode_ambiguous',
    [{ type: 'location', id: '1', label: 'A-01' }],
    'It may be the location A-01.',
  ],
  [
    'location_blocked',
    [{ location: 'A-01', status: 'blocked_in' }],
    'A-01 takes nothing in at the moment. Choose another place, or open this one under Places.',
  ],
  [
    'invalid_transition',
    [{ from: 'pending_approval', to: 'posted' }],
    'It is pending approval by now. Reload to see what has happened.',
  ],
])('%s says what is in the way', (code, blockers, sentence) => {
  expect(refusal(code, { blockers })).toEqual([sentence])
})

test('what a field was refused for is said as well, the message never twice', () => {
  const details = [
    { path: 'lines.0.qty', message: '1.5 of MUG does not come out even' },
    { path: 'lines.0.qty', message: 'No.' },
  ]
  expect(refusal('uom_not_exact', { nearest: ['1', '2'], details })).toEqual([
    'The nearest that come out even: 1 or 2.',
    '1.5 of MUG does not come out even',
  ])
})

test('an answer without what it should carry says less and never fails', () => {
  expect(refusal('reversal_blocked')).toEqual([])
  expect(refusal('insufficient_bucket_stock', { blockers: 'none' })).toEqual([])
  expect(refusal('insufficient_bucket_stock', { blockers: [{}, 3] })).toEqual([
    'This item: 0 on hand.',
  ])
  expect(explain(new Error('broken'))).toEqual([])
  expect(refusal('internal_error')).toEqual([])
})
