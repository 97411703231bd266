import { expect, test } from 'vitest'
import { ApiError } from '../app/transport.ts'
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
    'MUG in A-01: 5 on hand, 4 of them reserved. 2 missing.',
  ],
  [
    'location_full',
    [{ code: 'A-01', limit: 'maxUnits', max: '10', now: '8', wouldBe: '12' }],
    'A-01 holds up to 10 units. It has 8 and would have 12. Choose another location for the rest.',
  ],
  [
    'location_mix_forbidden',
    [{ code: 'A-01', limit: 'mixedLots', sku: 'MUG', lot: 'B', there: [{ sku: 'MUG', lot: 'A' }] }],
    'A-01 holds only one lot per SKU. It can’t hold MUG of lot B together with MUG of lot A. Choose another location.',
  ],
  [
    'insufficient_stock',
    [{ sku: 'MUG', requested: '5', available: '3', short: '2' }],
    'MUG: 5 wanted, 3 available, 2 short.',
  ],
  [
    'oversell_refused',
    [{ sku: 'MUG', orders: ['SO-1', 'SO-2'] }],
    'MUG is reserved for SO-1, SO-2.',
  ],
  [
    'oversell_refused',
    [{ sku: 'MUG', available: '2' }],
    'MUG: only 2 available. The rest is reserved for orders.',
  ],
  [
    'expected_quantity_stale',
    [{ ...mug, expected: '12', current: '9' }],
    'MUG in A-01: the quantity changed from 12 to 9. Check it, then adjust again.',
  ],
  [
    'reversal_blocked',
    [{ ...mug, missing: '4', moves: [{ moveId: '7', kind: 'relocate' }, { number: 'ADJ-1' }] }],
    'MUG in A-01: 4 too few to reverse this. Moved by: moved 7, ADJ-1.',
  ],
  [
    'oversell_refused',
    [{ type: 'level', sku: 'MUG', available: '2.0', missing: '3', claims: [{}] }],
    'MUG: only 2 available, 3 too few. The rest is reserved for orders.',
  ],
  [
    'reversal_blocked',
    [{ ...mug, missing: '4', moves: ['12', '13'] }],
    'MUG in A-01: 4 too few to reverse this. Moved by: movement 12, movement 13.',
  ],
  [
    'reversal_blocked',
    [{ type: 'already_reversed', moveId: '9' }],
    'Already reversed by movement 9.',
  ],
  [
    'reversal_blocked',
    [{ type: 'level', sku: 'MUG', missing: '2' }],
    'MUG: 2 are now reserved for orders.',
  ],
  [
    'reversal_blocked',
    [{ type: 'claim', sku: 'MUG', promised: '2', sourceType: 'order' }],
    '2 of MUG are promised to order.',
  ],
  [
    'reversal_blocked',
    [{ type: 'location', code: 'A-01', status: 'archived' }],
    'A-01 is archived, so stock can’t return to it.',
  ],
  [
    'reversal_blocked',
    [{ type: 'variant', sku: 'MUG', state: 'archived' }],
    'MUG is archived. Restore it first.',
  ],
  [
    'barcode_ambiguous',
    [{ type: 'location', id: '1', label: 'A-01' }],
    'This code also matches the location A-01.',
  ],
  [
    'location_blocked',
    [{ location: 'A-01', status: 'blocked_in' }],
    'A-01 is blocked for incoming stock. Choose another location, or unblock it in Locations.',
  ],
  [
    'invalid_transition',
    [{ from: 'pending_approval', to: 'posted' }],
    'It is now pending approval. Reload the page to see the change.',
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
    'Nearest: 1 or 2.',
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
